import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'

import type { FileRequest, FileResult } from './messages.ts'
import { takeTally } from './tally.ts'

const microsecondsPerSecond = 1_000_000

process.on('message', (request: FileRequest) => {
  // Nothing to wait for: the parent asks for the next file when it has the result of this one.
  void runFile(request).then((result) => process.send?.(result))
})
process.send?.('ready')

async function runFile({ file }: FileRequest): Promise<FileResult> {
  const startedMs = performance.now()
  const startedUsage = process.cpuUsage()
  let failure: unknown
  await describe(file, async () => {
    try {
      await import(pathToFileURL(file).href)
    } catch (error) {
      failure = error
    }
  })
  const { passed, skipped, failures } = takeTally()
  const { user, system } = process.cpuUsage(startedUsage)
  return {
    file,
    passed,
    skipped,
    failures:
      failure === undefined
        ? failures
        : [...failures, { names: ['cannot be loaded'], error: inspect(failure) }],
    seconds: (performance.now() - startedMs) / 1000,
    processorSeconds: (user + system) / microsecondsPerSecond,
  }
}
