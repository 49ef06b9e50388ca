import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import type { FileResult, WorkerOptions } from './messages.ts'

export interface Worker {
  readonly run: (file: string) => Promise<FileResult>
  /** Gives what is wrong about how it ended. */
  readonly stop: () => Promise<string | undefined>
  readonly isAlive: () => boolean
}

const endsWithinMs = 30_000
/** Tests are ended much sooner; this is for what hangs around them. */
const fileMsMax = 900_000

interface WorkerStart {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly options: WorkerOptions
  readonly flags: readonly string[]
  readonly signal: AbortSignal
}

export async function startWorker({
  environment,
  options,
  flags,
  signal,
}: WorkerStart): Promise<Worker> {
  const child = fork(new URL('worker.ts', import.meta.url), [JSON.stringify(options)], {
    env: environment,
    execArgv: [...flags],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const gone = once(child, 'exit')
  signal.addEventListener('abort', () => child.kill('SIGKILL'))
  await Promise.race([once(child, 'message'), gone])
  const last: string[] = []
  return {
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async run(file) {
      const startedMs = performance.now()
      last.push(file)
      const answered = once(child, 'message').then(resultOf)
      child.send({ file })
      const hung = setTimeout(() => child.kill('SIGKILL'), fileMsMax)
      const result = await Promise.race([answered, gone.then(() => undefined)])
      clearTimeout(hung)
      return result ?? endedEarly(child, file, performance.now() - startedMs)
    },
    async stop() {
      if (child.connected) child.disconnect()
      const hasEnded = await Promise.race([
        gone.then(() => true),
        sleep(endsWithinMs, false, { ref: false }),
      ])
      if (hasEnded) return undefined
      child.kill('SIGKILL')
      await gone
      return `A process did not end by itself after it ran ${last.length} files, ${last.at(-1)} last: one of them leaves something open`
    },
  }
}

function resultOf([message]: unknown[]): FileResult {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what worker-files.ts sends
  return message as FileResult
}

function endedEarly(child: ChildProcess, file: string, tookMs: number): FileResult {
  const how = child.signalCode ?? `code ${child.exitCode}`
  return {
    file,
    passed: 0,
    skipped: 0,
    failures: [{ names: ['ended its process'], error: `The process ended with ${how}` }],
    seconds: tookMs / 1000,
    processorSeconds: 0,
  }
}
