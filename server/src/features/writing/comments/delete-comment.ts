import { authorize, requireVersion } from '#/access/actor.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { commentDeleted } from './comment-events.ts'
import { commentPolicy } from './comment-policy.ts'
import { type CommentParams, resolveCommentToChange } from './comment-resolve.ts'
import { countComments, deleteComment } from './comment-writes.ts'

async function deleteOneComment(
  { params }: { readonly params: CommentParams },
  context: Context,
) {
  return change(context, async (tx) => {
    const counts = true
    const found = await resolveCommentToChange(tx, context, params, { counts })
    const { place, comment } = found
    const mayRemove = commentPolicy.remove(place.actor, { postedBy: comment.posted_by })
    authorize(mayRemove, 'delete this comment', 'to be its author or the admin role')
    requireVersion(context, comment.version, 'comment')

    const { organizationId, spaceId, changeRequestId } = place
    const of = { organizationId, spaceId, changeRequestId, commentId: comment.id }
    const shape = { isChangeRequest: changeRequestId !== undefined }
    const open = comment.is_resolved ? 0 : -1
    const counted = { ...of, placeId: place.first.place_id, open, all: -1 }
    await Promise.all([tx.run(deleteComment, of), tx.run(countComments(shape), counted)])
    commentDeleted(tx, context, of)
    return undefined
  })
}

export const deleteCommentInSpace = operation('deleteCommentInSpace', deleteOneComment)
export const deleteCommentInChangeRequest = operation(
  'deleteCommentInChangeRequest',
  deleteOneComment,
)
