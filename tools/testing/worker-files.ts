import { once } from 'node:events'
import { describe } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'

import type { Failure, FileRequest, FileResult } from './messages.ts'
import { takeTally } from './tally.ts'

const microsecondsPerSecond = 1_000_000
/** Blank, so that a pattern for names of tests never matches a file. */
const fileName = ' '

process.send?.('ready')
// The runner leaves out a suite that is empty when it starts. It starts none before this module is
// loaded, so the first file is read in time to say which of its tests are selected.
const [first]: FileRequest[] = await once(process, 'message')
process.on('message', answer)
if (first !== undefined) answer(first)

function answer(request: FileRequest): void {
  // Not awaited: the parent requests the next file when it has the result of this one.
  void runFile(request).then((result) => process.send?.(result))
}

async function runFile({ file }: FileRequest): Promise<FileResult> {
  const startedMs = performance.now()
  const startedUsage = process.cpuUsage()
  const unloaded: Failure[] = []
  await describe(fileName, async () => {
    try {
      await import(pathToFileURL(file).href)
    } catch (error) {
      unloaded.push({ names: ['cannot be loaded'], error: inspect(error) })
    }
  })
  // Node reports an unhandled rejection at the end of a turn.
  await turn()
  const { passed, skipped, failures } = takeTally()
  const { user, system } = process.cpuUsage(startedUsage)
  return {
    file,
    passed,
    skipped,
    failures: [...failures, ...unloaded],
    seconds: (performance.now() - startedMs) / 1000,
    processorSeconds: (user + system) / microsecondsPerSecond,
  }
}
