import { authorize } from '#/access/actor.ts'
import {
  type FoundChangeRequest,
  resolveChangeRequest,
  reviewRequestRemoved,
} from '#/features/review/change-requests/public.ts'
import { spacePolicy } from '#/features/writing/spaces/public.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { lockRequest } from './lock-request.ts'
import { deleteRequested } from './reviewer-queries.ts'

export const removeRequestedReviewerFromChangeRequest = operation(
  'removeRequestedReviewerFromChangeRequest',
  async ({ params: { userId: reviewerId, ...params } }, context) => {
    const found = await resolveChangeRequest(context.db, context, params)
    requireEdit(found)
    const { of } = found
    return change(context, async (tx) => {
      const { row, ...locked } = await lockRequest(tx, context, of)
      requireEdit({ ...locked, row })
      const removed = await tx.first(deleteRequested, { ...of, reviewerId })
      if (removed === undefined) return undefined
      const { user_id: userId, team_id: teamId } = removed
      const payload = {
        number: row.number,
        userIds: userId === null ? [] : [userId],
        teamIds: teamId === null ? [] : [teamId],
      }
      reviewRequestRemoved(tx, context, { ...of, payload })
      return undefined
    })
  },
)

function requireEdit({ actor }: FoundChangeRequest): void {
  authorize(spacePolicy.edit(actor), 'take this request back', 'the edit role')
}
