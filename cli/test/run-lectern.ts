import { tmpdir } from 'node:os'

import { main } from '../src/main.ts'
import { createOutput } from '../src/output.ts'
import type { Ended, Settings } from './start-lectern.ts'

interface Beside {
  /** What is on standard input. */
  readonly input?: string
  /** Takes the addresses that are opened. */
  readonly opened?: string[]
}

/** In this process: everything but what `lectern.ts` adds, without loading it all again. */
export async function runLectern(
  args: readonly string[],
  settings: Settings = {},
  { input = '', opened = [] }: Beside = {},
): Promise<Ended> {
  let stdout = ''
  let stderr = ''
  const streams = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
  }
  const code = await main(args, {
    environment: settings,
    output: createOutput(streams, settings['TERM']),
    scratchFolder: settings['TMPDIR'] ?? tmpdir(),
    untilInterrupted: () => new AbortController().signal,
    readSecret: async () => input,
    openAddress: (url) => opened.push(url),
  })
  return { code, stdout, stderr }
}
