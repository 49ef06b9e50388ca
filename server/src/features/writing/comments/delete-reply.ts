import { authorize, requireVersion } from '#/access/actor.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { replyDeleted } from './comment-events.ts'
import { commentPolicy } from './comment-policy.ts'
import { type ReplyParams, resolveReplyToChange } from './comment-resolve.ts'
import { deleteReply } from './comment-writes.ts'

async function deleteOneReply(
  { params }: { readonly params: ReplyParams },
  context: Context,
) {
  return change(context, async (tx) => {
    const { place, reply } = await resolveReplyToChange(tx, context, params)
    const mayRemove = commentPolicy.remove(place.actor, { postedBy: reply.posted_by })
    authorize(mayRemove, 'delete this reply', 'to be its author or the admin role')
    requireVersion(context, reply.version, 'reply')

    const { organizationId, spaceId, changeRequestId } = place
    const { commentId, commentReplyId: replyId } = params
    const of = { organizationId, spaceId, changeRequestId, commentId, replyId }
    await tx.run(deleteReply, of)
    replyDeleted(tx, context, of)
    return undefined
  })
}

export const deleteCommentReplyInSpace = operation(
  'deleteCommentReplyInSpace',
  deleteOneReply,
)
export const deleteCommentReplyInChangeRequest = operation(
  'deleteCommentReplyInChangeRequest',
  deleteOneReply,
)
