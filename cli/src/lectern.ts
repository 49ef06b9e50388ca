#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

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
  readSecret,
  openAddress,
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

async function readSecret(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin)
  process.stderr.write(prompt)
  // What is typed is echoed to a stream that nobody sees.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  lines.once('SIGINT', () => process.exit(1))
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

function openAddress(url: string): void {
  const openers: Partial<Record<NodeJS.Platform, string>> = {
    darwin: 'open',
    win32: 'explorer',
  }
  const opener = openers[process.platform] ?? 'xdg-open'
  // Where there is no browser, the address that is printed has to do.
  spawn(opener, [url], { detached: true, stdio: 'ignore' })
    .on('error', () => undefined)
    .unref()
}
