import { type RawBuilder, sql } from 'kysely'

import {
  atGiven,
  type BranchShape,
  isOpen,
  type OfRevision,
} from '#/content-store/branches/public.ts'
import { entriesAt } from '#/content-store/read/public.ts'
import { statement, statementByShape } from '#/platform/database/statement.ts'

import type { SeenColumns } from './seen-entries.ts'

/** The most entries that are looked at in the hope that a visitor sees one of them. */
const usersMax = 50
/** The deepest nesting of reusable contents in each other that is looked at. */
const depthMax = 10

const columns = (alias: string): RawBuilder<unknown> =>
  sql.join(
    ['entry_id', 'kind', 'parent_id', 'attributes', 'uses'].map((name) =>
      sql.ref(`${alias}.${name}`),
    ),
  )

export interface UserColumns extends SeenColumns {
  /** Whether more entries show it than were looked at. */
  readonly is_cut: boolean
}

/**
 * The entries through which an entry of the main content is seen, up to a limit: entries that show
 * it, the pages above these, and the variables. Each is the open version, and was there at the
 * revision. The entry itself is among them.
 */
export const selectUsers = statement<
  Pick<OfRevision, 'organizationId' | 'spaceId' | 'number'> & { entryId: string },
  UserColumns
>('content.users', (p) => {
  const isThere = (alias: string) =>
    sql`${isOpen(alias, p)} and ${sql.ref(`${alias}.from_number`)} <= ${p.number}::integer`
  return sql`
    with recursive user_of (entry_id, is_shown, depth) as (
      select ${p.entryId}::text collate "C", true, 0
      union
      select used.entry_id, used.kind = 'reusable-content', user_of.depth + 1 from user_of
      cross join lateral (
        select v.entry_id, v.kind from entry_version as v
        where ${isThere('v')} and v.targets @> array[user_of.entry_id]
        limit ${sql.lit(usersMax)}
      ) as used
      where user_of.is_shown and user_of.depth < ${sql.lit(depthMax)}
    ), first as materialized (
      select entry_id, depth from user_of limit ${sql.lit(usersMax)}
    ), near as materialized (
      select distinct entry_id from first
    ), above (entry_id, parent_id) as (
      select v.entry_id, v.parent_id from near
      cross join lateral (
        select x.entry_id, x.parent_id from entry_version as x
        where ${isThere('x')} and x.entry_id = near.entry_id limit 1) as v
      union
      select v.entry_id, v.parent_id from above
      cross join lateral (
        select x.entry_id, x.parent_id from entry_version as x
        where ${isThere('x')} and x.entry_id = above.parent_id limit 1) as v
      where above.parent_id <> ''
    )
    select ${columns('v')}, (
      select count(*) >= ${sql.lit(usersMax)} or max(depth) >= ${sql.lit(depthMax)} from first
    ) as is_cut
    from (
      select entry_id from above union select 'variables' collate "C"
    ) as wanted
    cross join lateral (
      select ${columns('x')} from entry_version as x
      where ${isThere('x')} and x.entry_id = wanted.entry_id limit 1) as v`
})

/** All entries of a revision, with the columns that decide who sees them. */
export const selectAllForSight = statementByShape<BranchShape, OfRevision, SeenColumns>(
  'content.all-for-sight',
  (shape, p) => sql`
    select ${columns('v')} from (${entriesAt(p, atGiven(shape, p), { uses: true })}) as v`,
)

export interface ConditionsRow {
  readonly space_id: string
  readonly page_id: string
  readonly conditions: readonly string[]
}

/** The conditions of pages of the main content and of the pages above them, where there are any. */
export const selectPageConditions = statement<
  {
    organizationId: string
    spaceIds: readonly string[]
    pageIds: readonly string[]
  },
  ConditionsRow
>(
  'content.page-conditions',
  (p) => sql`
    with recursive climb as (
      select asked.space_id, asked.page_id, v.parent_id, v.condition, 0 as depth
      from unnest(${p.spaceIds}::text[], ${p.pageIds}::text[]) as asked (space_id, page_id)
      cross join lateral (${openPage(p.organizationId, sql`asked.space_id`, sql`asked.page_id`)}) as v
      union all
      select climb.space_id, climb.page_id, v.parent_id, v.condition, climb.depth + 1
      from climb
      cross join lateral (
        ${openPage(p.organizationId, sql`climb.space_id`, sql`climb.parent_id`)}) as v
      where climb.parent_id <> '' and climb.depth < 200
    )
    select space_id, page_id, array_agg(condition) as conditions from climb
    where condition is not null group by space_id, page_id`,
)

function openPage(
  organizationId: string,
  spaceId: RawBuilder<unknown>,
  pageId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select x.parent_id, x.attributes ->> 'condition' as condition from entry_version as x
    where x.organization_id = ${organizationId} and x.space_id = ${spaceId}
      and x.branch_id = ${spaceId} and x.entry_id = ${pageId} and x.to_number is null
    limit 1`
}
