import { getCompileCacheDir } from 'node:module'
import { availableParallelism } from 'node:os'
import path from 'node:path'

import { Piscina } from 'piscina'

import { weightOf } from '#/platform/caches/weight-of.ts'
import { contentTooDear } from '#/platform/errors/api-error.ts'

import { watchHeaps } from './heap-watch.ts'
import { Turns } from './turns.ts'

/** With one thread, the first task would stop all others. */
const threadsMin = 2

/**
 * How much a heap may grow beyond what a task may fill, until it is noticed. At its own limit, V8
 * ends the thread, but a single call that takes more than another 16 MB ends the whole process.
 */
const graceMegabytes = 256

/** A function of a module that runs on another thread; its input and output are copied. */
export interface ThreadTask<Input, Output> {
  readonly module: string
  readonly name: string
  /** How long it may run, where that is not as long as others: nobody waits for the answer. */
  readonly timeoutMs?: number
  /** Holds the types only. */
  readonly types?: (input: Input) => Output
}

/**
 * Whom a task is done for: the organization whose documents it reads, once the caller is known to
 * have access to it; before that, the caller, who must not use up what belongs to others.
 */
export type DoneFor =
  | { readonly organizationId: string }
  | { readonly userId: string; readonly organizationId?: string | undefined }

/**
 * Threads for work that would block the thread that answers requests. Every task is the work of one
 * organization, and no organization takes all threads.
 */
export interface Threads {
  /** The maximum number of tasks that run at once; one organization runs one less. */
  readonly size: number
  readonly run: <Input, Output>(
    doneFor: DoneFor,
    task: ThreadTask<Input, Output>,
    input: Input,
  ) => Promise<Output>
  readonly close: () => Promise<void>
}

export interface ThreadsOptions {
  /** At least two are opened. */
  readonly threadsMax: number
  /** How many tasks of one organization may wait before more of them are refused. */
  readonly waitingMax?: number
  /** The bytes of the inputs that may wait for one organization, beyond its first. */
  readonly waitingBytesMax?: number
  /** How long a task may wait for a thread. */
  readonly waitMsMax?: number
  /** How long a task may run, from its start. */
  readonly timeoutMs?: number
  /** The heap that a task may fill. */
  readonly megabytesMax?: number
}

/** Declares a task by the address of its module, which must have no effect but its exports. */
export function threadTask<Input, Output>(
  module: URL,
  name: string,
  limits: Pick<ThreadTask<Input, Output>, 'timeoutMs'> = {},
): ThreadTask<Input, Output> {
  return { module: module.href, name, ...limits }
}

/**
 * The number of threads for this machine. One organization runs one task less, which leaves a core
 * to the thread that answers requests.
 */
export function threadsByCores(): number {
  return Math.max(threadsMin, availableParallelism())
}

/** Opens threads, of which none starts before the first task. */
export function openThreads({
  threadsMax,
  waitingMax = 64,
  waitingBytesMax = 64 * 1024 * 1024,
  waitMsMax = 30_000,
  timeoutMs = 30_000,
  megabytesMax = 768,
}: ThreadsOptions): Threads {
  const size = Math.max(threadsMin, threadsMax)
  // The pool is given no more tasks than it has threads: those that wait are ordered here.
  const turns = new Turns({ places: size, waitingMax, waitingBytesMax, waitMsMax })
  let pool: Piscina | undefined
  const heaps = watchHeaps(() => pool?.threads ?? [], megabytesMax)
  let closed = false
  const open = () =>
    (pool ??= new Piscina({
      minThreads: 1,
      maxThreads: size,
      idleTimeout: 300_000,
      // Documents come from anybody: a thread gets no environment but where compiled modules are,
      // which halves its start, and no more memory than it may need.
      env: compileCache(),
      resourceLimits: { maxOldGenerationSizeMb: megabytesMax + graceMegabytes },
      recordTiming: false,
    }))
  return {
    size,
    async run(doneFor, { module, name, timeoutMs: ownMs = timeoutMs }, input) {
      if (closed) throw new Error('The threads are closed')
      const giveBack = await turns.take(lineOf(doneFor), weightOf(input))
      const lookAway = heaps.watch()
      const options = { filename: module, name, signal: AbortSignal.timeout(ownMs) }
      try {
        // oxlint-disable-next-line typescript/no-unsafe-return -- the task's declaration ties its name to its types
        return await open()
          .run(input, options)
          .catch(async (error: unknown): Promise<unknown> => {
            if (!wasEnded(error)) throw error
            // The heap may have been full of what a task before it left: a new thread will tell.
            return open().run(input, options)
          })
      } catch (error) {
        throw isTooDear(error) ? contentTooDear(error) : error
      } finally {
        lookAway()
        giveBack()
      }
    },
    async close() {
      closed = true
      turns.close()
      await pool?.destroy()
    },
  }
}

/** The setting of this process that has modules compiled once, where it is set. */
function compileCache(): Record<string, string> {
  // Within the folder of the setting, Node has one of its own for each version.
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) }
}

function lineOf(doneFor: DoneFor): string {
  if (!('userId' in doneFor)) return doneFor.organizationId
  return doneFor.organizationId ?? `user ${doneFor.userId}`
}

/** Whether a task was ended because of the time or the memory that it took. */
function isTooDear(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  const isOutOfMemory = code === 'ERR_WORKER_OUT_OF_MEMORY'
  return error.name === 'AbortError' || isOutOfMemory || wasEnded(error)
}

/** Whether the thread was ended under the task: no task does that, so it was for its heap. */
function wasEnded(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('worker exited')
}
