import { tmpdir } from 'node:os'

import { main } from '../src/main.ts'
import { createOutput } from '../src/output.ts'
import type { Ended, Settings } from './start-lectern.ts'

/** In this process: everything but what `lectern.ts` adds, without loading it all again. */
export async function runLectern(
  args: readonly string[],
  settings: Settings = {},
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
  })
  return { code, stdout, stderr }
}
