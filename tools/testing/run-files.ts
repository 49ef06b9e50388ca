import type { FileResult, WorkerOptions } from './messages.ts'
import { startWorker, type Worker } from './worker-process.ts'

export interface TestFile {
  readonly file: string
  /** Whether the file gets a process in which nothing else runs. */
  readonly isAlone: boolean
}

export interface RunOptions {
  readonly concurrency: number
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly worker: WorkerOptions
  /** Command-line flags for Node itself. */
  readonly flags: readonly string[]
  readonly onResult: (result: FileResult) => void
  /** Ends the processes at once, whatever they are doing. */
  readonly signal: AbortSignal
  /** Called with problems outside of any file. */
  readonly onProblem: (problem: string) => void
  /** Tests have a much shorter limit; this one is for code around them that hangs. */
  readonly fileMsMax?: number
  /** How long a process may take to end after its last file. */
  readonly endMsMax?: number
}

const fileMsDefault = 900_000
const endMsDefault = 120_000

/** Each of a few processes takes the next file when it has finished one. */
export async function runFiles(
  files: readonly TestFile[],
  options: RunOptions,
): Promise<void> {
  const waiting = [...files]
  const take = async () => {
    let shared: Worker | undefined
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (options.signal.aborted) break
      // Filters on tests apply when a process starts, so a filtered file needs a new one.
      if (next.isAlone || isFiltered(options.worker)) {
        await runAlone(next.file, options)
        continue
      }
      if (shared?.isAlive() === false) {
        await end(shared, options)
        shared = undefined
      }
      shared ??= await start(options)
      await run(shared, next.file, options)
    }
    if (shared !== undefined) await end(shared, options)
  }
  await Promise.all(Array.from({ length: options.concurrency }, take))
}

async function runAlone(file: string, options: RunOptions): Promise<void> {
  const worker = await start(options)
  await run(worker, file, options)
  await end(worker, options)
}

async function run(worker: Worker, file: string, options: RunOptions): Promise<void> {
  const result = await worker.run(file)
  options.onResult(isFiltered(options.worker) ? result : withSomeTest(result))
}

function isFiltered({ namePatterns, only }: WorkerOptions): boolean {
  return namePatterns.length > 0 || only
}

/** A file without a test is a mistake: its tests are missing, or are declared too late. */
function withSomeTest(result: FileResult): FileResult {
  const { passed, skipped, failures } = result
  if (passed + skipped + failures.length > 0) return result
  return { ...result, failures: [{ names: ['has no test'], error: 'Nothing ran' }] }
}

async function start(options: RunOptions): Promise<Worker> {
  const { environment, worker, flags, signal } = options
  const { fileMsMax = fileMsDefault, endMsMax = endMsDefault } = options
  return startWorker({
    environment,
    options: worker,
    flags,
    signal,
    fileMsMax,
    endMsMax,
  })
}

async function end(worker: Worker, { onProblem }: RunOptions): Promise<void> {
  const problem = await worker.stop()
  if (problem !== undefined) onProblem(problem)
}
