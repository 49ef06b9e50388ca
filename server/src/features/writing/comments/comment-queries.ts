import { sql } from 'kysely'

import { hasPageAt } from '#/content-store/read/public.ts'
import { statement, statementByShape } from '#/platform/database/statement.ts'

import { commentRow, type CommentRow } from './comment-columns.ts'
import {
  changeRequestNamed,
  type OfDiscussion,
  discussionForCaller,
  type DiscussionColumns,
  type DiscussionShape,
} from './discussion.ts'

export type OrNone<Row> = { readonly [Column in keyof Row]: Row[Column] | null }

/** Selects one comment; its columns are null where the place has no such comment. */
export const selectComment = statementByShape<
  DiscussionShape,
  OfDiscussion & { commentId: string },
  DiscussionColumns & OrNone<CommentRow>
>(
  'comment.one',
  (shape, p) => sql`
    select found.*, c.*
    from ${discussionForCaller(shape, p)} as found
    left join lateral ${commentRow(p, sql`${p.commentId}`, sql`found.place_id`)} as c on true`,
)

/** The author and the time of a post: a new comment or reply is answered before it is written. */
export interface PosterColumns {
  readonly now: string
  readonly caller_name: string
  readonly caller_photo: string | null
}

const posterColumns = sql`now()::timestamptz(3) as now, poster.display_name as caller_name,
  poster.photo_url as caller_photo`

function poster(p: OfDiscussion) {
  return sql`cross join lateral (
      select a.display_name, a.photo_url from account as a where a.id = ${p.callerId} limit 1
    ) as poster`
}

export const selectCommentToReply = statementByShape<
  DiscussionShape,
  OfDiscussion & { commentId: string },
  DiscussionColumns & OrNone<CommentRow> & PosterColumns
>(
  'comment.to-reply',
  (shape, p) => sql`
    select found.*, ${posterColumns}, c.*
    from ${discussionForCaller(shape, p)} as found
    left join lateral ${commentRow(p, sql`${p.commentId}`, sql`found.place_id`)} as c on true
    ${poster(p)}`,
)

export interface PostColumns extends DiscussionColumns, PosterColumns {
  readonly revision_id: string
  readonly has_page: boolean
}

/** Selects all that a new comment consists of, so that it is answered before it is written. */
export const selectDiscussionToPost = statementByShape<
  DiscussionShape & { readonly hasPage: boolean },
  OfDiscussion & { pageId: string | undefined },
  PostColumns
>('comment.to-post', (shape, p) => {
  const hasPage = hasPageAt(p, sql`${p.pageId}`, {
    branchId: sql`head.branch_id`,
    number: sql`head.number`,
    mainNumber: sql`head.main_number`,
  })
  return sql`
    select found.*, head.revision_id, ${posterColumns},
      ${shape.hasPage ? hasPage : sql`true`} as has_page
    from ${discussionForCaller(shape, p)} as found
    left join lateral (
      select b.id as branch_id, b.head_number as number, b.head_revision_id as revision_id,
        coalesce(b.main_number, b.head_number) as main_number
      from branch as b
      where b.organization_id = ${p.organizationId} and b.space_id = ${p.spaceId}
        and b.id = found.place_id limit 1
    ) as head on true
    ${poster(p)}`
})

/**
 * Keeps new versions of pages from being written until the transaction ends, so that the next
 * version takes over the comment on a block. Only a member can make other writers wait.
 */
export const holdBlocks = statementByShape<DiscussionShape, OfDiscussion, unknown>(
  'comment.hold-blocks',
  ({ isChangeRequest }, p) => sql`
    select b.id from branch as b
    where b.organization_id = ${p.organizationId} and b.space_id = ${p.spaceId}
      and b.id = ${isChangeRequest ? changeRequestNamed(p) : sql`${p.spaceId}`}
      and ${isMember(p)}
    for key share of b`,
)

/** Locks the counter of comments, before any comment is locked, as in every edit of content. */
export const lockCounter = statementByShape<DiscussionShape, OfDiscussion, unknown>(
  'comment.lock-counter',
  ({ isChangeRequest }, p) =>
    isChangeRequest
      ? sql`
        select r.id from change_request as r
        where r.organization_id = ${p.organizationId} and r.space_id = ${p.spaceId}
          and r.id = ${changeRequestNamed(p)} and ${isMember(p)}
        for no key update of r`
      : sql`
        select k.space_id from space_counter as k
        where k.organization_id = ${p.organizationId} and k.space_id = ${p.spaceId}
          and ${isMember(p)}
        for no key update of k`,
)

export const lockComment = statement(
  'comment.lock',
  (p: OfDiscussion & { commentId: string }) => sql`
    select c.id from comment as c
    where c.organization_id = ${p.organizationId} and c.space_id = ${p.spaceId}
      and c.id = ${p.commentId} and ${isMember(p)}
    for update of c`,
)

function isMember(p: OfDiscussion) {
  return sql`exists (
    select from member as me
    where me.organization_id = ${p.organizationId} and me.user_id = ${p.callerId})`
}

/** Takes the lock that writers of comments share; a transfer of the space takes it exclusively. */
export const holdWriters = statement(
  'comment.hold-writers',
  (p: { spaceId: string }) => sql`
    select pg_advisory_xact_lock_shared(hashtextextended('comments ' || ${p.spaceId}, 0))`,
)
