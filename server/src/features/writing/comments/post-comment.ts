import type { Comment, CommentBodyInput } from '@lectern/contract/comments.ts'

import { authorize } from '#/access/actor.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { newId } from '#/platform/ids/new-id.ts'

import type { CommentRow } from './comment-columns.ts'
import { commentPosted } from './comment-events.ts'
import { type DiscussionParams, readDiscussion } from './discussion.ts'
import { commentPolicy } from './comment-policy.ts'
import {
  holdBlocks,
  holdWriters,
  type PostColumns,
  selectDiscussionToPost,
} from './comment-queries.ts'
import { sceneOf } from './comment-scene.ts'
import { markdownOf } from './comment-text.ts'
import { viewComment } from './comment-view.ts'
import { type NewComment, newComments } from './comment-writes.ts'

interface Post {
  readonly params: DiscussionParams
  readonly body: {
    readonly node?: string
    readonly page?: string
    readonly body: CommentBodyInput
    readonly tableCell?: { readonly record: string; readonly definition: string }
  }
}

async function postComment({ params, body }: Post, context: Context) {
  const markdown = await markdownOf(context, body.body)
  return change(context, async (tx): Promise<Comment> => {
    const { first, ...place } = await findDiscussion(tx, context, params, body)
    authorize(commentPolicy.post(place.actor), 'comment here', 'the comment role')
    if (!first.has_page) throw notFound('page', body.page ?? '')

    const { organizationId, spaceId, changeRequestId } = place
    const { node = null, page: pageId = null, tableCell } = body
    const written = {
      organizationId,
      spaceId,
      placeId: first.place_id,
      commentId: newId(),
      changeRequestId: changeRequestId ?? null,
      pageId,
      node,
      cellRecord: tableCell?.record ?? null,
      cellDefinition: tableCell?.definition ?? null,
      revisionId: first.revision_id,
      reviewId: null,
      body: markdown,
      postedBy: place.actor.userId,
    }
    tx.collect(newComments, written)
    commentPosted(tx, context, { ...written, changeRequestId })
    const scene = await sceneOf(context, place, { texts: [markdown] })
    return viewComment(rowOf(written, first), scene)
  })
}

async function findDiscussion(
  tx: Transaction,
  context: Context,
  params: DiscussionParams,
  { node, page: pageId }: Post['body'],
) {
  const holdsBlocks = node !== undefined && pageId !== undefined
  return readDiscussion(context, params, async (shape, of) => {
    // The lock of the branch comes before that of the writers, as in a transfer.
    const locked = [
      ...(holdsBlocks ? [tx.first(holdBlocks(shape), of)] : []),
      tx.first(holdWriters, of),
    ]
    const wanted = { ...shape, hasPage: pageId !== undefined }
    const found = tx.many(selectDiscussionToPost(wanted), { ...of, pageId })
    return (await Promise.all([found, ...locked]))[0]
  })
}

/** The row of a new comment as the next read returns it. */
function rowOf(
  comment: NewComment,
  { now, caller_name, caller_photo }: PostColumns,
): CommentRow {
  return {
    id: comment.commentId,
    body: comment.body,
    posted_by: comment.postedBy,
    posted_name: caller_name,
    posted_photo: caller_photo,
    posted_at: now,
    edited_at: null,
    reactions: 0,
    reaction_list: null,
    version: 1,
    change_request_id: comment.changeRequestId,
    page_id: comment.pageId,
    node: comment.node,
    cell_record: comment.cellRecord,
    cell_definition: comment.cellDefinition,
    revision_id: comment.revisionId,
    review_id: null,
    is_resolved: false,
    resolved_by: null,
    resolved_name: null,
    resolved_photo: null,
    resolved_at: null,
    is_orphaned: false,
    replies: 0,
    replier_list: null,
  }
}

export const postCommentInSpace = operation('postCommentInSpace', postComment)
export const postCommentInChangeRequest = operation(
  'postCommentInChangeRequest',
  postComment,
)
