import type { FileResult, WorkerOptions } from './messages.ts'
import { startWorker, type Worker } from './worker-process.ts'

export interface TestFile {
  readonly file: string
  /** It gets a process that nothing else runs in. */
  readonly isAlone: boolean
}

export interface RunOptions {
  readonly concurrency: number
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly worker: WorkerOptions
  /** For Node itself. */
  readonly flags: readonly string[]
  readonly onResult: (result: FileResult) => void
  /** Ends the processes, in the middle of whatever they do. */
  readonly signal: AbortSignal
  /** What went wrong outside of any file. */
  readonly onProblem: (problem: string) => void
}

/** Each of a few processes takes the next file when it has done one. */
export async function runFiles(
  files: readonly TestFile[],
  options: RunOptions,
): Promise<void> {
  const waiting = [...files]
  const take = async () => {
    let shared: Worker | undefined
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (options.signal.aborted) break
      // What is left out of a file is decided when its process starts.
      if (next.isAlone || isFiltered(options.worker)) {
        await runAlone(next.file, options)
        continue
      }
      if (shared?.isAlive() !== true) shared = await start(options)
      options.onResult(await shared.run(next.file))
    }
    if (shared !== undefined) await end(shared, options)
  }
  await Promise.all(Array.from({ length: options.concurrency }, take))
}

async function runAlone(file: string, options: RunOptions): Promise<void> {
  const worker = await start(options)
  options.onResult(await worker.run(file))
  await end(worker, options)
}

function isFiltered({ namePatterns, only }: WorkerOptions): boolean {
  return namePatterns.length > 0 || only
}

async function start(options: RunOptions): Promise<Worker> {
  const { environment, worker, flags, signal } = options
  return startWorker({ environment, options: worker, flags, signal })
}

async function end(worker: Worker, { onProblem }: RunOptions): Promise<void> {
  const problem = await worker.stop()
  if (problem !== undefined) onProblem(problem)
}
