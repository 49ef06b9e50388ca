import { authorize } from '#/access/actor.ts'
import {
  type FoundChangeRequest,
  refuseClosed,
  resolveChangeRequest,
  reviewSubmitted,
} from '#/features/review/change-requests/public.ts'
import {
  markdownOf,
  postWithReview,
  sceneOf,
} from '#/features/writing/comments/public.ts'
import { spacePolicy } from '#/features/writing/spaces/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { lockRequest } from './lock-request.ts'
import { insertReview, outdateReviewsOf } from './review-queries.ts'
import { resolveReview } from './review-resolve.ts'
import { textsIn, viewReview } from './review-view.ts'

export const submitChangeRequestReview = operation(
  'submitChangeRequestReview',
  async ({ params, body: { status, comment = {} } }, context) => {
    const found = await resolveChangeRequest(context.db, context, params)
    requireReviewable(found)
    const text = await markdownOf(context, comment, 'body.comment')
    const posts = text.trim() !== ''
    return change(context, async (tx) => {
      const locked = await lockRequest(tx, context, found.of, { posts })
      requireReviewable(locked)
      const reviewId = newId()
      const written = write(tx, context, locked, {
        reviewId,
        status,
        text: posts ? text : null,
      })
      const { number } = locked.row
      reviewSubmitted(tx, context, { ...found.of, payload: { number, reviewId, status } })
      const read = resolveReview(tx, context, { ...found.of, reviewId })
      const [{ place, review }] = await Promise.all([read, ...written])
      const scene = await sceneOf(context, place, { texts: textsIn([review]) })
      const view = viewReview(review, scene)
      return new Created(view, view.urls.location)
    })
  },
)

function requireReviewable({ actor, row }: FoundChangeRequest): void {
  authorize(spacePolicy.review(actor), 'review this change request', 'the review role')
  refuseClosed(row)
}

interface Review {
  readonly reviewId: string
  readonly status: string
  /** The comment of the review; null for none. */
  readonly text: string | null
}

/**
 * Writes a review. Sends the statements without waiting: a later read in the transaction sees their
 * rows.
 */
function write(
  tx: Transaction,
  context: Context,
  { row, of }: FoundChangeRequest,
  // oxlint-disable-next-line max-params -- a transaction, who reviews, what, and what they think
  { reviewId, status, text }: Review,
): Promise<unknown>[] {
  const reviewerId = context.caller.userId
  const revisionId = row.head_revision_id
  const said =
    text === null
      ? undefined
      : postWithReview(tx, context, { ...of, revisionId, reviewId, body: text })
  return [
    ...(said ? [said.posted] : []),
    tx.run(outdateReviewsOf, { ...of, reviewerIds: [reviewerId] }),
    tx.run(insertReview, {
      ...of,
      reviewId,
      revisionId,
      reviewerId,
      status,
      commentId: said?.commentId ?? null,
      isAuthor: reviewerId === row.user_id,
    }),
  ]
}
