import type { Services } from '#/platform/services.ts'

import type { Caller } from './caller.ts'
import type { IdempotencyClaim } from './idempotency.ts'
import { Committed, Created } from './outcome.ts'
import type { Transaction } from '../database/transaction.ts'

/** What a handler is given besides its request: the services of the process, and who is asking. */
export interface Context extends Services {
  readonly operationId: string
  readonly requestId: string
  readonly caller: Caller
  /** The version that If-Match insists on. */
  readonly ifMatch: number | undefined
  /** Whether the caller has an answer already and asks if it is still good. */
  readonly isRevalidation: boolean
  readonly claim: IdempotencyClaim | undefined
  readonly status: number
  readonly serialize: (body: unknown) => string
}

/** For operations that anyone may call. */
export type PublicContext = Omit<Context, 'caller'>

/**
 * The one transaction of a write. What `run` gives is the answer: it is stored with the effect when
 * the caller sent an Idempotency-Key, so it must be complete before the commit.
 */
export async function change<Body>(
  context: Context,
  run: (tx: Transaction) => Promise<Body | Created<Body>>,
): Promise<Committed<Body>> {
  const { claim } = context
  if (claim === undefined) return committed(await context.db.transaction(run))
  const result = committed(await run(claim.tx))
  await claim.commit({
    status: context.status,
    json: context.serialize(result.body),
    location: result.location,
  })
  return result
}

function committed<Body>(result: Body | Created<Body>): Committed<Body> {
  return result instanceof Created
    ? new Committed(result.body, result.location)
    : new Committed(result)
}
