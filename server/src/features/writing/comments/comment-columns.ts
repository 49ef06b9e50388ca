import { type RawBuilder, sql } from 'kysely'

interface OfSpace {
  readonly organizationId: string
  readonly spaceId: string
}

/** A user as JSON in a row. */
export interface PersonJson {
  readonly user_id: string
  readonly display_name: string
  readonly photo_url: string | null
}
export type ReactionJson = PersonJson & { readonly emoji: string; readonly at: string }
export type ReplierJson = PersonJson & { readonly count: number; readonly at: string }

/** The columns that comments and replies have in common. */
export interface PostedRow {
  readonly id: string
  readonly body: string
  readonly posted_by: string
  readonly posted_name: string
  readonly posted_photo: string | null
  readonly posted_at: string
  readonly edited_at: string | null
  readonly reactions: number
  /** Null where there are no reactions. */
  readonly reaction_list: readonly ReactionJson[] | null
  readonly version: number
}

export interface CommentRow extends PostedRow {
  readonly change_request_id: string | null
  readonly page_id: string | null
  readonly node: string | null
  readonly cell_record: string | null
  readonly cell_definition: string | null
  readonly revision_id: string
  readonly review_id: string | null
  readonly is_resolved: boolean
  readonly resolved_by: string | null
  readonly resolved_name: string | null
  readonly resolved_photo: string | null
  readonly resolved_at: string | null
  readonly is_orphaned: boolean
  readonly replies: number
  readonly replier_list: readonly ReplierJson[] | null
}

/** Selects a comment with every column of its answer; `id` may be a column of a table before it. */
export function commentRow(
  p: OfSpace,
  id: RawBuilder<unknown>,
  placeId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(
    select c.id, c.body, ${postedColumns('c')}, c.change_request_id, c.page_id, c.node,
      c.cell_record, c.cell_definition, c.revision_id, c.review_id, c.is_resolved,
      c.resolved_by, resolver.display_name as resolved_name,
      resolver.photo_url as resolved_photo, c.resolved_at, c.is_orphaned, c.replies,
      ${reactionList(p, sql`c.id`, sql`''`, 'c')}, ${replierList(p)}
    from (
      select * from comment
      where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
        and id = ${id} and branch_id = ${placeId} limit 1
    ) as c
    ${posterOf('c')}
    left join lateral (
      select a.display_name, a.photo_url from account as a where a.id = c.resolved_by limit 1
    ) as resolver on true)`
}

export function replyRow(
  p: OfSpace,
  id: RawBuilder<unknown>,
  commentId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(
    select c.id, c.body, ${postedColumns('c')}, ${reactionList(p, sql`c.comment_id`, sql`c.id`, 'c')}
    from (
      select * from comment_reply
      where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
        and comment_id = ${commentId} and id = ${id} limit 1
    ) as c
    ${posterOf('c')})`
}

function postedColumns(alias: string): RawBuilder<unknown> {
  const c = sql.ref(alias)
  return sql`${c}.posted_by, poster.display_name as posted_name,
    poster.photo_url as posted_photo, ${c}.posted_at, ${c}.edited_at, ${c}.reactions,
    ${c}.version`
}

function posterOf(alias: string): RawBuilder<unknown> {
  return sql`cross join lateral (
      select a.display_name, a.photo_url from account as a
      where a.id = ${sql.ref(alias)}.posted_by limit 1
    ) as poster`
}

const person = sql`'user_id', a.id, 'display_name', a.display_name, 'photo_url', a.photo_url`

// oxlint-disable-next-line max-params -- the space, whose reactions, and where they are counted
function reactionList(
  p: OfSpace,
  commentId: RawBuilder<unknown>,
  replyId: RawBuilder<unknown>,
  alias: string,
): RawBuilder<unknown> {
  return sql`case when ${sql.ref(alias)}.reactions > 0 then (
      select jsonb_agg(jsonb_build_object('emoji', r.emoji, 'at', r.reacted_at, ${person})
        order by r.reacted_at, r.user_id, r.emoji)
      from comment_reaction as r
      cross join lateral (
        select o.id, o.display_name, o.photo_url from account as o
        where o.id = r.user_id limit 1
      ) as a
      where r.organization_id = ${p.organizationId} and r.space_id = ${p.spaceId}
        and r.comment_id = ${commentId} and r.reply_id = ${replyId}
    ) end as reaction_list`
}

function replierList(p: OfSpace): RawBuilder<unknown> {
  return sql`case when c.replies > 0 then (
      select jsonb_agg(jsonb_build_object('count', g.count, 'at', g.at, ${person})
        order by g.at desc, a.id)
      from (
        select y.posted_by, count(*) as count, max(y.posted_at) as at
        from comment_reply as y
        where y.organization_id = ${p.organizationId} and y.space_id = ${p.spaceId}
          and y.comment_id = c.id
        group by y.posted_by
      ) as g
      cross join lateral (
        select o.id, o.display_name, o.photo_url from account as o
        where o.id = g.posted_by limit 1
      ) as a
    ) end as replier_list`
}
