import { type RawBuilder, sql } from 'kysely'

import { countUpTo } from '#/access/list-for-caller.ts'
import { statementByShape } from '#/platform/database/statement.ts'

import {
  commentRow,
  type CommentRow,
  replyRow,
  type PostedRow,
} from './comment-columns.ts'
import {
  type OfDiscussion,
  discussionForCaller,
  type DiscussionColumns,
  type DiscussionShape,
} from './discussion.ts'
import type { OrNone } from './comment-queries.ts'

export interface CommentListShape extends DiscussionShape {
  readonly order: 'asc' | 'desc'
  readonly status: 'all' | 'open' | 'resolved'
  readonly page: boolean
  readonly authors: boolean
  readonly after: boolean
  readonly rowsMax: number
}

interface CommentListParams extends OfDiscussion {
  readonly pageId: string | undefined
  readonly authors: readonly string[]
  readonly afterTime: string | undefined
  readonly afterId: string | undefined
}

type Counted = DiscussionColumns & { readonly count: number }

const statuses = {
  all: sql`(values (false), (true))`,
  open: sql`(values (false))`,
  resolved: sql`(values (true))`,
}

/**
 * Lists comments by time, then id. For each status and each author the statement reads a few
 * entries of an index, in order; the first of these are the page, however many comments there are.
 */
export const selectComments = statementByShape<
  CommentListShape,
  CommentListParams,
  Counted & OrNone<CommentRow>
>('comment.list', (shape, p) => {
  const ordered = (alias: string) => ordering(alias, shape.order)
  const comparison = sql.raw(shape.order === 'asc' ? '>' : '<')
  const after = sql`and (c.posted_at, c.id) ${comparison} (${p.afterTime}::timestamptz, ${p.afterId})`
  const page = sql`(
    select c.id, c.posted_at from comment as c
    where ${matching(shape, p, sql`s.is_resolved`)} ${shape.authors ? sql`and c.posted_by = a.id` : sql``}
      ${shape.after ? after : sql``}
    order by ${ordered('c')} limit ${sql.lit(shape.rowsMax)})`
  const authors = sql`cross join (
    select distinct u.id from unnest(${p.authors}::text[]) as u (id)) as a`
  return sql`
    select found.*, counted.count, c.*
    from ${discussionForCaller(shape, p)} as found
    cross join lateral (select ${countOf(shape, p)} as count offset 0) as counted
    left join lateral (
      select x.id as page_id_of, x.posted_at as page_time
      from ${statuses[shape.status]} as s (is_resolved)
      ${shape.authors ? authors : sql``}
      cross join lateral ${page} as x
      order by ${ordered('x')} limit ${sql.lit(shape.rowsMax)}
    ) as listed on true
    left join lateral ${commentRow(p, sql`listed.page_id_of`, sql`found.place_id`)} as c on true
    order by listed.page_time ${sql.raw(shape.order)}, listed.page_id_of ${sql.raw(shape.order)}`
})

function ordering(alias: string, order: 'asc' | 'desc'): RawBuilder<unknown> {
  const from = sql.ref(alias)
  return sql`${from}.posted_at ${sql.raw(order)}, ${from}.id ${sql.raw(order)}`
}

function matching(
  { page }: CommentListShape,
  p: CommentListParams,
  isResolved: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`c.organization_id = ${p.organizationId} and c.space_id = ${p.spaceId}
    and c.branch_id = found.place_id and c.is_resolved = ${isResolved}
    ${page ? sql`and c.page_id = ${p.pageId}` : sql``}`
}

/**
 * The number of comments in a list: a whole list has a counter; the matches of a filter are counted
 * up to a bound.
 */
function countOf(shape: CommentListShape, p: CommentListParams): RawBuilder<number> {
  if (!shape.page && !shape.authors) {
    if (shape.status === 'all') return sql`found.place_total`
    return shape.status === 'open'
      ? sql`found.place_comments`
      : sql`found.place_total - found.place_comments`
  }
  const byAuthor = shape.authors
    ? sql`and c.posted_by = any (${p.authors}::text[])`
    : sql``
  return countUpTo({
    limit: (rows) => sql`(
      select c.id from ${statuses[shape.status]} as s (is_resolved)
      join comment as c on ${matching(shape, p, sql`s.is_resolved`)} ${byAuthor}
      limit ${sql.lit(rows)})`,
  })
}

export interface ReplyListShape extends DiscussionShape {
  readonly after: boolean
  readonly rowsMax: number
}

interface ReplyListParams extends OfDiscussion {
  readonly commentId: string
  readonly afterTime: string | undefined
  readonly afterId: string | undefined
}

/** Lists replies in the order of posting. `count` is null where there is no such comment. */
export const selectReplies = statementByShape<
  ReplyListShape,
  ReplyListParams,
  DiscussionColumns & { readonly count: number | null } & OrNone<PostedRow>
>('comment.replies', (shape, p) => {
  const after = sql`and (y.posted_at, y.id) > (${p.afterTime}::timestamptz, ${p.afterId})`
  return sql`
    select found.*, c.replies as count, r.*
    from ${discussionForCaller(shape, p)} as found
    left join lateral (
      select x.id as comment_id, x.replies from comment as x
      where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
        and x.id = ${p.commentId} and x.branch_id = found.place_id limit 1
    ) as c on true
    left join lateral (
      select y.id as reply_id, y.posted_at as reply_time from comment_reply as y
      where y.organization_id = ${p.organizationId} and y.space_id = ${p.spaceId}
        and y.comment_id = c.comment_id ${shape.after ? after : sql``}
      order by y.posted_at, y.id limit ${sql.lit(shape.rowsMax)}
    ) as listed on true
    left join lateral ${replyRow(p, sql`listed.reply_id`, sql`c.comment_id`)} as r on true
    order by listed.reply_time, listed.reply_id`
})

export const selectReply = statementByShape<
  DiscussionShape,
  OfDiscussion & { commentId: string; replyId: string },
  DiscussionColumns & OrNone<PostedRow> & { readonly comment_id: string | null }
>(
  'comment.reply',
  (shape, p) => sql`
    select found.*, c.comment_id, r.*
    from ${discussionForCaller(shape, p)} as found
    left join lateral (
      select x.id as comment_id from comment as x
      where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
        and x.id = ${p.commentId} and x.branch_id = found.place_id limit 1
    ) as c on true
    left join lateral ${replyRow(p, sql`${p.replyId}`, sql`c.comment_id`)} as r on true`,
)
