import { availableParallelism } from 'node:os'

import { Piscina } from 'piscina'

import { overloaded } from '#/platform/errors/api-error.ts'

/** A function of a module that runs on another thread; its input and output are copied. */
export interface ThreadTask<Input, Output> {
  readonly module: string
  readonly name: string
  /** Holds the types only. */
  readonly types?: (input: Input) => Output
}

/** Threads for work that would block the thread that answers requests. */
export interface Threads {
  /** The maximum number of tasks that run at once; others wait, and a wait counts as time taken. */
  readonly size: number
  readonly run: <Input, Output>(
    task: ThreadTask<Input, Output>,
    input: Input,
  ) => Promise<Output>
  readonly close: () => Promise<void>
}

export interface ThreadsOptions {
  readonly threadsMax: number
  /** How many tasks may wait for each thread before more are refused. */
  readonly waitingPerThreadMax?: number
  readonly timeoutMs?: number
}

/** Declares a task by the address of its module, which must have no effect but its exports. */
export function threadTask<Input, Output>(
  module: URL,
  name: string,
): ThreadTask<Input, Output> {
  return { module: module.href, name }
}

/** The number of threads for this machine: one core is left to the thread that answers requests. */
export function threadsByCores(): number {
  return Math.max(1, availableParallelism() - 1)
}

/** Opens threads, of which none starts before the first task. */
export function openThreads({
  threadsMax,
  waitingPerThreadMax = 64,
  timeoutMs = 30_000,
}: ThreadsOptions): Threads {
  // The pool's own bound does not hold for tasks that can be aborted.
  const tasksMax = threadsMax * (1 + waitingPerThreadMax)
  let tasks = 0
  let pool: Piscina | undefined
  let closed = false
  const open = () =>
    (pool ??= new Piscina({
      minThreads: 1,
      maxThreads: threadsMax,
      idleTimeout: 300_000,
      // Documents come from anybody: a thread gets no environment, and no more memory than it may
      // need.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
      recordTiming: false,
    }))
  return {
    size: threadsMax,
    async run({ module, name }, input) {
      if (closed) throw new Error('The threads are closed')
      if (tasks >= tasksMax) throw overloaded(new Error(`${tasks} tasks are waiting`))
      tasks += 1
      try {
        const signal = AbortSignal.timeout(timeoutMs)
        // oxlint-disable-next-line typescript/no-unsafe-return -- the task's declaration ties its name to its types
        return await open().run(input, { filename: module, name, signal })
      } catch (error) {
        const isLate = error instanceof Error && error.name === 'AbortError'
        throw isLate ? overloaded(error) : error
      } finally {
        tasks -= 1
      }
    },
    async close() {
      closed = true
      await pool?.destroy()
    },
  }
}
