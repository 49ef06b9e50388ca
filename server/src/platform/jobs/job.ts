import type { QueuedJob, Transaction } from '#/platform/database/transaction.ts'
import type { Services } from '#/platform/services.ts'

export interface JobOptions {
  /** The number of attempts after the first one. */
  readonly retriesMax?: number
  readonly timeoutSeconds?: number
  /** At most so many run at the same time in one worker, when that is fewer than for other jobs. */
  readonly concurrencyMax?: number
  /**
   * At most so many of one organization run at the same time, in all workers together, and
   * organizations take turns. The payload names the organization.
   */
  readonly perOrganizationMax?: number
  /** Jobs of one key run one after another, in the order of enqueueing. */
  readonly ordered?: boolean
  /** Runs the job at these times (cron, UTC), besides being enqueued. */
  readonly schedule?: string
}

export const retriesDefault = 5
export const timeoutSecondsDefault = 300

/** The number of jobs a worker takes at once; some wait for the others before they run. */
export const batchSize = 20

/** Background work with its payload: ids only, since the job reads the state when it runs. */
export interface Job<Payload extends object> {
  readonly name: string
  readonly options: JobOptions
  /**
   * A job that may take long ends with a `Stopped` soon after the signal, which says that the worker
   * stops: another worker begins it again, and that counts as no attempt. The signal of a job that
   * took longer than it may says so too, and then it has failed.
   */
  readonly run: (
    payload: Payload,
    services: Services,
    stopping?: AbortSignal,
  ) => Promise<void>
}

/** A job of any payload, as the worker sees it. */
export type AnyJob = Job<never>

/** Ends a job whose worker stops, before it is done. */
export class Stopped extends Error {
  override readonly name = 'Stopped'

  constructor() {
    super('The worker stops')
  }
}

/** Ends the job if its worker stops, or its time is over. */
export function goOn(stopping: AbortSignal | undefined): void {
  if (stopping?.aborted === true) throw new Stopped()
}

export function job<Payload extends object>(
  name: string,
  options: JobOptions,
  run: Job<Payload>['run'],
): Job<Payload> {
  return { name, options, run }
}

/** Enqueues a job in a transaction: the job exists only if the change behind it commits. */
export function enqueue<Payload extends object>(
  tx: Transaction,
  { name, options: { perOrganizationMax } }: Job<Payload>,
  payload: Payload,
  options: Pick<QueuedJob, 'key' | 'startAfterSeconds'> = {},
): void {
  const group = perOrganizationMax === undefined ? undefined : organizationOf(payload)
  tx.enqueue({ name, payload, ...options, ...(group !== undefined && { group }) })
}

function organizationOf(payload: object): string | undefined {
  if (!('organizationId' in payload)) return undefined
  return typeof payload.organizationId === 'string' ? payload.organizationId : undefined
}
