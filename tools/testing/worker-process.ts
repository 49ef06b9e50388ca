import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Failure, FileResult, WorkerOptions } from './messages.ts'

export interface Worker {
  readonly run: (file: string) => Promise<FileResult>
  /** Returns the problem with the end of the process, if any. */
  readonly stop: () => Promise<string | undefined>
  readonly isAlive: () => boolean
}

interface WorkerStart {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly options: WorkerOptions
  readonly flags: readonly string[]
  readonly signal: AbortSignal
  readonly fileMsMax: number
  readonly endMsMax: number
}

export async function startWorker(start: WorkerStart): Promise<Worker> {
  const { environment, options, flags, signal, fileMsMax, endMsMax } = start
  const child = fork(new URL('worker.ts', import.meta.url), [JSON.stringify(options)], {
    env: environment,
    execArgv: [...flags],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const gone = once(child, 'exit')
  signal.addEventListener('abort', () => child.kill('SIGKILL'))
  await Promise.race([once(child, 'message'), gone])
  const ran: string[] = []
  const isAlive = () => child.exitCode === null && child.signalCode === null
  let isTold = false
  return {
    isAlive,
    async run(file) {
      const startedMs = performance.now()
      ran.push(file)
      const answered = once(child, 'message').then(resultOf)
      // A request to a process that is gone gets no answer, which is reported below.
      child.send({ file }, () => undefined)
      let hangs = false
      const hung = setTimeout(() => {
        hangs = true
        child.kill('SIGKILL')
      }, fileMsMax)
      const result = await Promise.race([answered, gone.then(() => undefined)])
      clearTimeout(hung)
      if (result !== undefined) return result
      isTold = true
      const failure = hangs
        ? { names: ['hangs'], error: `It had no result within ${fileMsMax / 1000} s` }
        : { names: ['ended its process'], error: `The process ${howEnded(child)}` }
      return failed(file, failure, performance.now() - startedMs)
    },
    async stop() {
      const endedItself = !isAlive()
      if (child.connected) child.disconnect()
      const hasEnded = await Promise.race([
        gone.then(() => true),
        sleep(endMsMax, false, { ref: false }),
      ])
      const after = `after it ran ${ran.length} files, ${ran.at(-1)} last`
      if (!hasEnded) {
        child.kill('SIGKILL')
        await gone
        return `A process did not end by itself ${after}: one of them leaves something open`
      }
      const isClean = !endedItself && child.exitCode === 0
      if (isClean || isTold || signal.aborted) return undefined
      return `A process ${howEnded(child)} ${after}: one of them fails late`
    },
  }
}

function resultOf([message]: unknown[]): FileResult {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what worker-files.ts sends
  return message as FileResult
}

function howEnded({ signalCode, exitCode }: ChildProcess): string {
  return `ended with ${signalCode ?? `code ${exitCode}`}`
}

function failed(file: string, failure: Failure, tookMs: number): FileResult {
  return {
    file,
    passed: 0,
    skipped: 0,
    failures: [failure],
    seconds: tookMs / 1000,
    processorSeconds: 0,
  }
}
