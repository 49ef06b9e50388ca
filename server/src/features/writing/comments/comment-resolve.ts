import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import type { CommentRow, PostedRow } from './comment-columns.ts'
import { selectReply } from './comment-list-query.ts'
import {
  type FoundDiscussion,
  type OfDiscussion,
  type DiscussionColumns,
  type DiscussionParams,
  type DiscussionShape,
  readDiscussion,
} from './discussion.ts'
import {
  holdWriters,
  lockComment,
  lockCounter,
  type OrNone,
  type PosterColumns,
  selectComment,
  selectCommentToReply,
} from './comment-queries.ts'

export type CommentParams = DiscussionParams & { readonly commentId: string }
export type ReplyParams = CommentParams & { readonly commentReplyId: string }

export interface FoundComment {
  readonly place: FoundDiscussion<DiscussionColumns>
  readonly comment: CommentRow
}

export interface FoundReply {
  readonly place: FoundDiscussion<DiscussionColumns>
  readonly reply: PostedRow
}

/**
 * Finds the comment and the caller's role; refuses when the place or the comment is missing or
 * hidden.
 */
export async function resolveComment(
  db: Queryable,
  context: Context,
  params: CommentParams,
): Promise<FoundComment> {
  const { commentId } = params
  const place = await readDiscussion(context, params, async (shape, of) =>
    db.many(selectComment(shape), { ...of, commentId }),
  )
  return { place, comment: commentIn(place.first, commentId) }
}

/**
 * Resolves a comment in the transaction that changes it: other changes wait until its end. Counters
 * that change too are locked first.
 */
export async function resolveCommentToChange(
  tx: Transaction,
  context: Context,
  params: CommentParams,
  { counts }: { readonly counts: boolean },
): Promise<FoundComment> {
  const { commentId } = params
  const place = await readDiscussion(context, params, async (shape, of) => {
    const locked = lock(tx, shape, { ...of, commentId, counts })
    const found = tx.many(selectComment(shape), { ...of, commentId })
    return (await Promise.all([found, ...locked]))[0]
  })
  return { place, comment: commentIn(place.first, commentId) }
}

/** Resolves a comment for a reply, with the author of the reply and the time. */
export async function resolveCommentToReply(
  tx: Transaction,
  context: Context,
  params: CommentParams,
): Promise<FoundComment & { readonly poster: PosterColumns }> {
  const { commentId } = params
  const place = await readDiscussion(context, params, async (shape, of) => {
    const locked = lock(tx, shape, { ...of, commentId, counts: false })
    const found = tx.many(selectCommentToReply(shape), { ...of, commentId })
    return (await Promise.all([found, ...locked]))[0]
  })
  return { place, comment: commentIn(place.first, commentId), poster: place.first }
}

export async function resolveReply(
  db: Queryable,
  context: Context,
  params: ReplyParams,
): Promise<FoundReply> {
  const { commentId, commentReplyId: replyId } = params
  const place = await readDiscussion(context, params, async (shape, of) =>
    db.many(selectReply(shape), { ...of, commentId, replyId }),
  )
  return { place, reply: replyIn(place.first, params) }
}

/**
 * Resolves a reply in the transaction that changes it: changes of replies wait for each other at
 * their comment.
 */
export async function resolveReplyToChange(
  tx: Transaction,
  context: Context,
  params: ReplyParams,
): Promise<FoundReply> {
  const { commentId, commentReplyId: replyId } = params
  const place = await readDiscussion(context, params, async (shape, of) => {
    const locked = lock(tx, shape, { ...of, commentId, counts: false })
    const found = tx.many(selectReply(shape), { ...of, commentId, replyId })
    return (await Promise.all([found, ...locked]))[0]
  })
  return { place, reply: replyIn(place.first, params) }
}

type ToLock = OfDiscussion & { readonly commentId: string; readonly counts: boolean }

/** Sends the locks without waiting: a statement sent after them reads what they protect. */
function lock(tx: Transaction, shape: DiscussionShape, of: ToLock): Promise<unknown>[] {
  return [
    tx.first(holdWriters, of),
    ...(of.counts ? [tx.first(lockCounter(shape), of)] : []),
    tx.first(lockComment, of),
  ]
}

function commentIn(row: OrNone<CommentRow>, commentId: string): CommentRow {
  if (row.id === null) throw notFound('comment', commentId)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an outer join gives all its columns or none
  return row as CommentRow
}

function replyIn(
  row: OrNone<PostedRow> & { readonly comment_id: string | null },
  { commentId, commentReplyId }: ReplyParams,
): PostedRow {
  if (row.comment_id === null) throw notFound('comment', commentId)
  if (row.id === null) throw notFound('reply', commentReplyId)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an outer join gives all its columns or none
  return row as PostedRow
}
