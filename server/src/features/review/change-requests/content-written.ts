import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

import { changeRequestContentUpdated } from './change-request-events.ts'
import {
  insertContribution,
  type OfChangeRequest,
  touchChangeRequest,
} from './change-request-queries.ts'
import { outdateReviews } from './review-queries.ts'

interface Written {
  readonly revisionId: string
  /** The details of the change in the audit log. */
  readonly details: object
}

/**
 * Records new content of a change request, however it was written: an event, a contribution and
 * outdated reviews.
 */
export async function contentWritten(
  tx: Transaction,
  by: Pick<Context, 'caller' | 'requestId'>,
  of: OfChangeRequest,
  // oxlint-disable-next-line max-params -- a transaction, who writes, where, and what
  { revisionId, details }: Written,
): Promise<void> {
  changeRequestContentUpdated(tx, by, {
    ...of,
    payload: { revisionId },
    details: { revisionId, ...details },
  })
  const { userId } = by.caller
  await Promise.all([
    tx.run(insertContribution, { ...of, userId, action: 'edit' }),
    tx.run(touchChangeRequest, of),
    tx.run(outdateReviews, of),
  ])
}
