import { sceneOf } from '#/features/writing/comments/public.ts'
import { operation } from '#/platform/http/operation.ts'

import { resolveReview } from './review-resolve.ts'
import { textsIn, viewReview } from './review-view.ts'

export const getChangeRequestReviewById = operation(
  'getChangeRequestReviewById',
  async ({ params, query: { format } }, context) => {
    const { place, review } = await resolveReview(context.db, context, params)
    const scene = await sceneOf(context, place, { texts: textsIn([review]), format })
    return viewReview(review, scene)
  },
)
