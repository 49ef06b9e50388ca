import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

export type OfSpace = Readonly<{ organizationId: string; spaceId: string }>

/** Waits for the writers of comments of the space, and makes new writers wait until the end. */
export const holdAlone = statement(
  'comment.hold-alone',
  (p: { spaceId: string }) => sql`
    select pg_advisory_xact_lock(hashtextextended('comments ' || ${p.spaceId}, 0))`,
)

export const selectTime = statement(
  'comment.time',
  () => sql<{ now: string }>`select clock_timestamp()::text as now`,
)

/** Rows as JSON text, so that they pass from one organization to another unread. */
export interface RowsAsText {
  readonly count: number
  readonly rows: string
  /** The key after which the next batch begins. */
  readonly last: readonly string[] | null
}

type Touched = OfSpace &
  Readonly<{ since: string; until: string; after: string; rowsMax: number }>

/**
 * Selects the comments that were touched from `since` until before `until`, in order of their ids.
 */
export const selectTouched = statement(
  'comment.carry-touched',
  (p: Touched) => sql<RowsAsText & { ids: string[] }>`
    select count(*)::integer as count, array[max(c.id)] as last,
      coalesce(array_agg(c.id), '{}') as ids,
      coalesce(jsonb_agg(to_jsonb(c)), '[]')::text as rows
    from (
      select x.* from comment as x
      where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
        and x.id > ${p.after} and x.touched_at >= ${p.since}::timestamptz
        and x.touched_at < ${p.until}::timestamptz
      order by x.id limit ${p.rowsMax}
    ) as c`,
)

type Hanging = OfSpace &
  Readonly<{ ids: readonly string[]; after: readonly string[]; rowsMax: number }>

export const selectRepliesOf = statement(
  'comment.carry-replies',
  (p: Hanging) => sql<RowsAsText>`
    select count(*)::integer as count, coalesce(jsonb_agg(to_jsonb(y)), '[]')::text as rows,
      max(array[y.comment_id, y.id]) as last
    from (
      select x.* from comment_reply as x
      where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
        and x.comment_id = any (${p.ids}::text[])
        and array[x.comment_id, x.id] > ${p.after}::text[] collate "C"
      order by x.comment_id, x.id limit ${p.rowsMax}
    ) as y`,
)

export const selectReactionsOf = statement(
  'comment.carry-reactions',
  (p: Hanging) => sql<RowsAsText>`
    select count(*)::integer as count, coalesce(jsonb_agg(to_jsonb(r)), '[]')::text as rows,
      max(array[r.comment_id, r.reply_id, r.emoji, r.user_id]) as last
    from (
      select x.* from comment_reaction as x
      where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
        and x.comment_id = any (${p.ids}::text[])
        and array[x.comment_id, x.reply_id, x.emoji, x.user_id]
          > ${p.after}::text[] collate "C"
      order by x.comment_id, x.reply_id, x.emoji, x.user_id limit ${p.rowsMax}
    ) as r`,
)

export const selectCommentIds = statement(
  'comment.carry-ids',
  (p: OfSpace) => sql<{ ids: string[] }>`
    select coalesce(array_agg(c.id), '{}') as ids from comment as c
    where c.organization_id = ${p.organizationId} and c.space_id = ${p.spaceId}`,
)

type Put = Readonly<{ organizationId: string; rows: string }>

/**
 * Inserts comments, whose former copies `dropComments` has deleted; their replies and reactions
 * follow.
 */
export const putComments = statement(
  'comment.put',
  (p: Put) => sql`
    insert into comment (
      organization_id, space_id, id, change_request_id, branch_id, page_id, node,
      cell_record, cell_definition, revision_id, review_id, body, posted_by, posted_at, edited_at,
      is_resolved, resolved_by, resolved_at, is_orphaned, replies, reactions, version,
      touched_at)
    select ${p.organizationId}, r.space_id, r.id, r.change_request_id, r.branch_id, r.page_id, r.node,
      r.cell_record, r.cell_definition, r.revision_id, r.review_id, r.body, r.posted_by,
      r.posted_at, r.edited_at, r.is_resolved, r.resolved_by, r.resolved_at, r.is_orphaned,
      r.replies, r.reactions, r.version, r.touched_at
    from jsonb_populate_recordset(null::comment, ${p.rows}::jsonb) as r`,
)

export const putReplies = statement(
  'comment.put-replies',
  (p: Put) => sql`
    insert into comment_reply (
      organization_id, space_id, comment_id, id, branch_id, body, posted_by, posted_at,
      edited_at, reactions, version)
    select ${p.organizationId}, r.space_id, r.comment_id, r.id, r.branch_id, r.body,
      r.posted_by, r.posted_at, r.edited_at, r.reactions, r.version
    from jsonb_populate_recordset(null::comment_reply, ${p.rows}::jsonb) as r`,
)

export const putReactions = statement(
  'comment.put-reactions',
  (p: Put) => sql`
    insert into comment_reaction (
      organization_id, space_id, comment_id, reply_id, emoji, user_id, reacted_at)
    select ${p.organizationId}, r.space_id, r.comment_id, r.reply_id, r.emoji, r.user_id,
      r.reacted_at
    from jsonb_populate_recordset(null::comment_reaction, ${p.rows}::jsonb) as r`,
)

/** Deletes the comments with their replies and reactions. */
export const dropComments = statement(
  'comment.drop',
  (p: Put) => sql`
    delete from comment as c
    using jsonb_populate_recordset(null::comment, ${p.rows}::jsonb) as r
    where c.organization_id = ${p.organizationId} and c.space_id = r.space_id and c.id = r.id`,
)

export const dropOthers = statement(
  'comment.drop-others',
  (p: OfSpace & { ids: readonly string[] }) => sql`
    delete from comment as c
    where c.organization_id = ${p.organizationId} and c.space_id = ${p.spaceId}
      and c.id not in (select kept.id from unnest(${p.ids}::text[]) as kept (id))`,
)
