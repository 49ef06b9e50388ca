import { type RawBuilder, sql } from 'kysely'

import { toWire } from '#/platform/database/queryable.ts'
import { statement, statementByShape } from '#/platform/database/statement.ts'
import type { Collector } from '#/platform/database/transaction.ts'

import type { DiscussionShape } from './discussion.ts'

/** A discussion that is known to exist. */
export interface InDiscussion {
  readonly organizationId: string
  readonly spaceId: string
  /** The id of the space or of the change request. */
  readonly placeId: string
}

export interface NewComment extends InDiscussion {
  readonly commentId: string
  readonly changeRequestId: string | null
  readonly pageId: string | null
  readonly node: string | null
  readonly cellRecord: string | null
  readonly cellDefinition: string | null
  readonly revisionId: string
  /** The review that the comment was posted with. */
  readonly reviewId: string | null
  readonly body: string
  readonly postedBy: string
}

export const insertComment = statementByShape<DiscussionShape, NewComment, unknown>(
  'comment.insert',
  (shape, p) => sql`
    with counted as (${counting(shape, p, { open: sql.lit(1), all: sql.lit(1) })})
      ${shape.isChangeRequest ? contributing(p) : sql``}
    insert into comment (
      organization_id, space_id, id, change_request_id, branch_id, page_id, node,
      cell_record, cell_definition, revision_id, review_id, body, posted_by)
    values (${p.organizationId}, ${p.spaceId}, ${p.commentId}, ${p.changeRequestId},
      ${p.placeId}, ${p.pageId}, ${p.node}, ${p.cellRecord}, ${p.cellDefinition}, ${p.revisionId},
      ${p.reviewId}, ${p.body}, ${p.postedBy})`,
)

/**
 * Collects new comments. Their rows are sent with the commit, so that posting a comment waits for
 * the database only twice.
 */
export const newComments: Collector<NewComment> = {
  flush: (rows) =>
    rows.map((row) =>
      toWire(insertComment({ isChangeRequest: row.changeRequestId !== null }), row),
    ),
}

function counting(
  { isChangeRequest }: DiscussionShape,
  p: InDiscussion,
  by: { readonly open: RawBuilder<unknown>; readonly all: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const counters = sql`comments = comments + ${by.open}, comments_total = comments_total + ${by.all}`
  return isChangeRequest
    ? sql`update change_request set ${counters}
        where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
          and id = ${p.placeId}`
    : sql`update space_counter set ${counters}
        where organization_id = ${p.organizationId} and space_id = ${p.spaceId}`
}

function contributing(p: InDiscussion & { postedBy: string }): RawBuilder<unknown> {
  return sql`, contributed as (
      insert into change_request_contributor as k (
        organization_id, space_id, change_request_id, user_id, action)
      values (${p.organizationId}, ${p.spaceId}, ${p.placeId}, ${p.postedBy}, 'comment')
      on conflict (organization_id, space_id, change_request_id, user_id, action) do update
        set count = k.count + 1, updated_at = excluded.updated_at)`
}

export const countComments = statementByShape<
  DiscussionShape,
  InDiscussion & { open: number; all: number },
  unknown
>('comment.count', (shape, p) =>
  counting(shape, p, { open: sql`${p.open}::integer`, all: sql`${p.all}::integer` }),
)

/** The time by which transfers find what was touched: that of the statement, after its locks. */
const touching = sql`(select clock_timestamp() as touched_at) as clock`

export interface CommentChange {
  readonly organizationId: string
  readonly spaceId: string
  readonly commentId: string
  readonly callerId: string
  /** The new text; null leaves the text as it is. */
  readonly body: string | null
  readonly resolved: boolean | null
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/**
 * Changes a comment and the caller's reactions to it. Reactions and replies are no part of its
 * version.
 */
export const updateComment = statement(
  'comment.update',
  (p: CommentChange) => sql`
    with ${reacting(p, sql`''`)}
    update comment set
      body = coalesce(${p.body}::text, body),
      edited_at = case when ${p.body}::text is null then edited_at else clock.at end,
      is_resolved = coalesce(${p.resolved}::boolean, is_resolved),
      resolved_at = case when ${p.resolved}::boolean is null then resolved_at
        when ${p.resolved}::boolean then clock.at end,
      resolved_by = case when ${p.resolved}::boolean is null then resolved_by
        when ${p.resolved}::boolean then ${p.callerId} end,
      reactions = ${reactionsAfter},
      version = version + case
        when ${p.body}::text is null and ${p.resolved}::boolean is null then 0 else 1 end,
      touched_at = clock.touched_at
    from (select now() as at, clock_timestamp() as touched_at) as clock
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and id = ${p.commentId}`,
)

const reactionsAfter = sql`reactions
  + (select count(*)::integer from added) - (select count(*)::integer from removed)`

/** Adds and removes reactions of the caller; no emoji is in both `added` and `removed`. */
function reacting(
  p: Omit<CommentChange, 'resolved' | 'body'>,
  replyId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`added as (
      insert into comment_reaction (
        organization_id, space_id, comment_id, reply_id, emoji, user_id)
      select ${p.organizationId}, ${p.spaceId}, ${p.commentId}, ${replyId}, e.emoji,
        ${p.callerId}
      from unnest(${p.added}::text[]) as e (emoji)
      on conflict do nothing returning emoji
    ), removed as (
      delete from comment_reaction
      where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
        and comment_id = ${p.commentId} and reply_id = ${replyId}
        and emoji = any (${p.removed}::text[]) and user_id = ${p.callerId}
      returning emoji
    )`
}

type OfComment = Omit<InDiscussion, 'placeId'> & { readonly commentId: string }

/** Deletes a comment with its replies and reactions. */
export const deleteComment = statement(
  'comment.delete',
  (p: OfComment) => sql`
    delete from comment
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and id = ${p.commentId}`,
)

export interface NewReply extends InDiscussion, OfComment {
  readonly replyId: string
  readonly isChangeRequest: boolean
  readonly body: string
  readonly postedBy: string
}

const insertReply = statementByShape<DiscussionShape, NewReply, unknown>(
  'comment.insert-reply',
  ({ isChangeRequest }, p) => sql`
    with counted as (
      update comment set replies = replies + 1, touched_at = clock.touched_at
      from ${touching}
      where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
        and id = ${p.commentId}
    )
      ${isChangeRequest ? contributing(p) : sql``}
    insert into comment_reply (
      organization_id, space_id, comment_id, id, branch_id, body, posted_by)
    values (${p.organizationId}, ${p.spaceId}, ${p.commentId}, ${p.replyId}, ${p.placeId},
      ${p.body}, ${p.postedBy})`,
)

export const newReplies: Collector<NewReply> = {
  flush: (rows) =>
    rows.map((row) => toWire(insertReply({ isChangeRequest: row.isChangeRequest }), row)),
}

export type ReplyChange = Omit<CommentChange, 'resolved'> & { readonly replyId: string }

export const updateReply = statement(
  'comment.update-reply',
  (p: ReplyChange) => sql`
    with ${reacting(p, sql`${p.replyId}`)}, touched as (
      update comment set touched_at = clock.touched_at from ${touching}
      where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
        and id = ${p.commentId}
    )
    update comment_reply set
      body = coalesce(${p.body}::text, body),
      edited_at = case when ${p.body}::text is null then edited_at else clock.at end,
      reactions = ${reactionsAfter},
      version = version + case when ${p.body}::text is null then 0 else 1 end
    from (select now() as at) as clock
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and comment_id = ${p.commentId} and id = ${p.replyId}`,
)

/** Deletes a reply with its reactions, which no foreign key ties to it. */
export const deleteReply = statement(
  'comment.delete-reply',
  (p: OfComment & { replyId: string }) => sql`
    with counted as (
      update comment set replies = replies - 1, touched_at = clock.touched_at
      from ${touching}
      where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
        and id = ${p.commentId}
    ), unreacted as (
      delete from comment_reaction
      where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
        and comment_id = ${p.commentId} and reply_id = ${p.replyId}
    )
    delete from comment_reply
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and comment_id = ${p.commentId} and id = ${p.replyId}`,
)
