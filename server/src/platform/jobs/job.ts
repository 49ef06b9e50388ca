import type { QueuedJob, Transaction } from '#/platform/database/transaction.ts'
import type { Services } from '#/platform/services.ts'

export interface JobOptions {
  /** Attempts after the first one. */
  readonly retriesMax?: number
  readonly timeoutSeconds?: number
  /** At most so many at the same time in one worker, where that is fewer than of other kinds. */
  readonly concurrencyMax?: number
  /** Jobs of one key run one after another, in the order they were asked for. */
  readonly ordered?: boolean
  /** Runs by itself at these times (cron, UTC), besides being asked for. */
  readonly schedule?: string
}

export const retriesDefault = 5
export const timeoutSecondsDefault = 300

/** Jobs a worker takes at once; some wait for the others before they run. */
export const batchSize = 20

/** Background work with the payload it takes: ids only, since it reads the state when it runs. */
export interface Job<Payload extends object> {
  readonly name: string
  readonly options: JobOptions
  readonly run: (payload: Payload, services: Services) => Promise<void>
}

/** A job of any payload, as the worker sees it. */
export type AnyJob = Job<never>

export function job<Payload extends object>(
  name: string,
  options: JobOptions,
  run: Job<Payload>['run'],
): Job<Payload> {
  return { name, options, run }
}

/** Takes a transaction and nothing else: a job exists only if the change that asked for it commits. */
export function enqueue<Payload extends object>(
  tx: Transaction,
  { name }: Job<Payload>,
  payload: Payload,
  options: Pick<QueuedJob, 'key' | 'startAfterSeconds'> = {},
): void {
  tx.enqueue({ name, payload, ...options })
}
