import {
  type CommentBodyInput,
  type CommentReply,
  repliesMax,
} from '@lectern/contract/comments.ts'

import { authorize } from '#/access/actor.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { tooManyReplies } from './comment-errors.ts'
import { replyPosted } from './comment-events.ts'
import { commentPolicy } from './comment-policy.ts'
import { type CommentParams, resolveCommentToReply } from './comment-resolve.ts'
import { sceneOf } from './comment-scene.ts'
import { markdownOf, type TextFormat } from './comment-text.ts'
import { viewReply } from './comment-view.ts'
import { newReplies } from './comment-writes.ts'

interface Post {
  readonly params: CommentParams
  readonly body: { readonly body: CommentBodyInput }
  readonly query: { readonly format?: Exclude<TextFormat, undefined> }
}

async function postReply({ params, body, query }: Post, context: Context) {
  const markdown = await markdownOf(context, body.body)
  return change(context, async (tx): Promise<CommentReply> => {
    const found = await resolveCommentToReply(tx, context, params)
    const { place, comment, poster } = found
    authorize(commentPolicy.reply(place.actor), 'reply here', 'the comment role')
    if (comment.replies >= repliesMax) throw tooManyReplies(comment.id)

    const { organizationId, spaceId, changeRequestId, actor } = place
    const of = { organizationId, spaceId, changeRequestId, commentId: comment.id }
    const replyId = newId()
    tx.collect(newReplies, {
      ...of,
      placeId: place.first.place_id,
      isChangeRequest: changeRequestId !== undefined,
      replyId,
      body: markdown,
      postedBy: actor.userId,
    })
    replyPosted(tx, context, { ...of, replyId })
    const scene = await sceneOf(context, place, { texts: [markdown], ...query })
    const row = {
      id: replyId,
      body: markdown,
      posted_by: actor.userId,
      posted_name: poster.caller_name,
      posted_photo: poster.caller_photo,
      posted_at: poster.now,
      edited_at: null,
      reactions: 0,
      reaction_list: null,
      version: 1,
    }
    return viewReply(row, { ...scene, commentId: comment.id })
  })
}

export const postCommentReplyInSpace = operation(
  'postCommentReplyInSpace',
  async (request, context) => postReply({ ...request, query: {} }, context),
)
export const postCommentReplyInChangeRequest = operation(
  'postCommentReplyInChangeRequest',
  postReply,
)
