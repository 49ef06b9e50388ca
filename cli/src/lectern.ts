#!/usr/bin/env node
import { tmpdir } from 'node:os'

import { main } from './main.ts'
import { createOutput } from './output.ts'

// A reader that closes the pipe early, such as `head`, has what it wanted: that is no failure.
process.stdout.on('error', (error) => {
  if ('code' in error && error.code === 'EPIPE') return
  process.stderr.write(`The answer could not be written: ${error.message}\n`)
  process.exit(1)
})
process.exitCode = await main(process.argv.slice(2), {
  environment: process.env,
  output: createOutput(process, process.env['TERM']),
  scratchFolder: tmpdir(),
  untilInterrupted,
})

/**
 * A signal that the first Ctrl-C aborts, so that a command ends tidily; a second ends it at once.
 */
function untilInterrupted(): AbortSignal {
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  process.once('SIGTERM', () => interrupted.abort())
  return interrupted.signal
}
