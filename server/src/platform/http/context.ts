import type { Services } from '#/platform/services.ts'

import type { Transaction } from '../database/transaction.ts'
import type { Caller, Reader } from './caller.ts'
import type { IdempotencyKey } from './idempotency.ts'
import { Committed, Created } from './outcome.ts'
import type { ResolvedSite } from './rate-buckets.ts'

/** The argument of a handler besides its request: the services of the process, and the caller. */
export interface Context extends Services {
  readonly operationId: string
  readonly requestId: string
  readonly caller: Caller
  /** What the client calls itself, which decides what it can read. */
  readonly userAgent: string | undefined
  /** The network address that asks, as it is counted. */
  readonly address: () => string
  /** Whether a page of our own origin asks, for all that the browser says: only such a page signs in. */
  readonly isOwnPage: () => boolean
  /** The version that If-Match requires. */
  readonly ifMatch: number | undefined
  /** Whether the caller has an answer already and asks if it is still valid. */
  readonly isRevalidation: boolean
  readonly idempotencyKey: IdempotencyKey | undefined
  /** Counts a request without a token for the site it is about; throws when these are too many. */
  readonly countForSite: (site: ResolvedSite) => Promise<void>
  /** Whose share of the connections a write takes: the organization's that its path names. */
  readonly lineOfWrites: () => Promise<string>
  readonly status: number
  /** The status of an answer with something new, where that is another one. */
  readonly createdStatus: number
  readonly serialize: (body: unknown) => string
}

/** The context of operations that visitors of sites may call too. */
export type ReaderContext = Omit<Context, 'caller'> & { readonly caller: Reader }

/** The context of operations that anyone may call. */
export type PublicContext = Omit<Context, 'caller'> & {
  readonly caller?: Reader | undefined
}

/**
 * Runs the one transaction of a write; called once. The result of `run` is the answer, stored with
 * the effect when the caller sent an Idempotency-Key, so it must be complete before the commit.
 */
export async function change<Body>(
  context: Pick<
    Context,
    'db' | 'idempotencyKey' | 'lineOfWrites' | 'status' | 'createdStatus' | 'serialize'
  >,
  run: (tx: Transaction) => Promise<Body | Created<Body>>,
): Promise<Committed<Body>> {
  const { idempotencyKey, serialize } = context
  const line = await context.lineOfWrites()
  if (idempotencyKey === undefined) {
    return committed(await context.db.transaction(run, line))
  }
  idempotencyKey.begin()
  return context.db.transaction(async (tx) => {
    await idempotencyKey.claim(tx)
    const result = committed(await run(tx))
    const { body, location } = result
    const status = location === undefined ? context.status : context.createdStatus
    idempotencyKey.store(tx, { status, json: serialize(body), location })
    return result
  }, line)
}

/**
 * The answer of a write that only adds to a gathering of the process, which writes it with others a
 * moment later: a request alone needs no transaction then.
 */
export function gathered(): Committed<undefined> {
  return new Committed(undefined)
}

function committed<Body>(result: Body | Created<Body>): Committed<Body> {
  return result instanceof Created
    ? new Committed(result.body, result.location)
    : new Committed(result)
}
