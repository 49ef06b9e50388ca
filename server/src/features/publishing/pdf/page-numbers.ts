import { execFile } from 'node:child_process'

import { bareEnvironment, withoutRights } from './unprivileged.ts'

export interface PageNumbers {
  readonly pages: number
  /** The page, counted from 1, of each element that a link leads to, by the id of the element. */
  readonly numbers: Readonly<Record<string, number>>
}

const outputBytesMax = 64 * 1024 * 1024

/** Reads the numbers with `pdfinfo` from poppler, a separate program. */
export async function readPageNumbers(
  bytes: Buffer,
  pdfinfo: { readonly path: string; readonly timeoutMs: number },
): Promise<PageNumbers> {
  const read = async (...options: string[]) => run(pdfinfo, [...options, '-'], bytes)
  const [about, destinations] = await Promise.all([read(), read('-dests')])
  const [, pages] = /^Pages: +(\d+)$/m.exec(about) ?? []
  if (pages === undefined) throw new Error(`"${pdfinfo.path}" does not count the pages`)
  const numbers: Record<string, number> = {}
  for (const line of destinations.split('\n')) {
    const [, page, id] = /^ *(\d+) \[[^\]]*\] "([\w-]+)"$/.exec(line) ?? []
    if (id !== undefined) numbers[id] = Number(page)
  }
  return { pages: Number(pages), numbers }
}

async function run(
  pdfinfo: { readonly path: string; readonly timeoutMs: number },
  options: readonly string[],
  input: Buffer,
): Promise<string> {
  const { program, args } = withoutRights({ program: pdfinfo.path, args: options })
  const limits = {
    timeout: pdfinfo.timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: outputBytesMax,
  } as const
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = execFile(
    program,
    args,
    { ...limits, env: bareEnvironment, encoding: 'utf8' },
    (error, output) => {
      if (error === null) resolve(output)
      else reject(isMissing(error) ? missing(pdfinfo.path, error) : error)
    },
  )
  // A program that ends before it has read all input reports that by its exit code.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
  return promise
}

/** Whether the program was not found, by this process or by `setpriv`, which drops its rights. */
function isMissing({ code }: { readonly code?: unknown }): boolean {
  return code === 'ENOENT' || code === 127
}

function missing(path: string, cause: Error): Error {
  return new Error(
    `PDFs need "${path}", which is not there: install poppler-utils, or say in PDFINFO_PATH where it is`,
    { cause },
  )
}
