import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export const root = path.resolve(import.meta.dirname, '../../..')

export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** Every file that is, or with the next commit would be, part of the repository. */
export async function repositoryPaths(): Promise<string[]> {
  const { stdout } = await execute(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  )
  return stdout.split('\0').filter((name) => name !== '')
}

/** Text files whose path fits; a file that is deleted but not yet committed is left out. */
export async function readSources(wanted: RegExp): Promise<SourceFile[]> {
  const paths = (await repositoryPaths()).filter((name) => wanted.test(name))
  const files = await Promise.all(
    paths.map(async (name) => {
      const bytes = await readFile(path.join(root, name)).catch(() => undefined)
      return bytes === undefined || bytes.includes(0)
        ? []
        : [{ path: name, text: bytes.toString('utf8') }]
    }),
  )
  return files.flat()
}

export function isTest(file: string): boolean {
  return /\.test\.ts$|(?:^|\/)test\/|(?:^|\/)test-[^/]+\.ts$/.test(file)
}
