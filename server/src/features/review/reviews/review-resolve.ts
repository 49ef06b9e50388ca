import { type OrNone, readDiscussion } from '#/features/writing/comments/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import { type ReviewRow, selectReview } from './review-queries.ts'

interface ReviewParams {
  readonly spaceId: string
  /** An id, or a number in the space. */
  readonly changeRequestId: string
  readonly reviewId: string
}

/** The review and the caller's access to its space; refuses callers who may not see both. */
export async function resolveReview(
  db: Queryable,
  context: Pick<Context, 'caller' | 'homes'>,
  { reviewId, ...params }: ReviewParams,
) {
  const place = await readDiscussion(context, params, async (_, of) =>
    db.many(selectReview, { ...of, reviewId }),
  )
  return { place, review: reviewIn(place.first, reviewId) }
}

function reviewIn(row: OrNone<ReviewRow>, reviewId: string): ReviewRow {
  if (row.id === null) throw notFound('review', reviewId)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an outer join gives all its columns or none
  return row as ReviewRow
}
