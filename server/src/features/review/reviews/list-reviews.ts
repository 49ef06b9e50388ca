import {
  type OrNone,
  readDiscussion,
  sceneOf,
} from '#/features/writing/comments/public.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { type ReviewRow, selectReviews } from './review-queries.ts'
import { textsIn, viewReview } from './review-view.ts'

export const getReviewsByChangeRequestId = operation(
  'getReviewsByChangeRequestId',
  async (request, context) => {
    const { outdated, format } = request.query
    const page = readPage(context, request)
    const shape = { outdated, before: page.after !== undefined, rowsMax: page.rowsMax }
    const { first, rows, ...place } = await readDiscussion(
      context,
      request.params,
      async (_, of) =>
        context.db.many(selectReviews(shape), { ...of, beforeId: page.afterText(0) }),
    )
    const reviews = rows.filter(isReview)
    const scene = await sceneOf(context, place, { texts: textsIn(reviews), format })
    return page.finish(reviews, {
      count: Math.abs(first.count),
      countIsLowerBound: first.count < 0,
      keyOf: ({ id }) => [id],
      view: (row) => viewReview(row, scene),
    })
  },
)

function isReview<Row extends OrNone<ReviewRow>>(row: Row): row is Row & ReviewRow {
  return row.id !== null
}
