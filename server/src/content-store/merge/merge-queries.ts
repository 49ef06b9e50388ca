import { type RawBuilder, sql } from 'kysely'

import type { OfBranch } from '#/content-store/branches/public.ts'
import {
  columns,
  type EntryRow,
  type SiblingRow,
} from '#/content-store/entries/public.ts'
import { statement, statementByShape } from '#/platform/database/statement.ts'

/** An entry on the branch, on the main branch where the two parted, or on the main branch now. */
export interface SideRow extends EntryRow {
  readonly side: 'ours' | 'base' | 'theirs'
  /** Whether the branch has deleted the entry. */
  readonly is_gone: boolean
}

function onMain(alias: string, p: OfBranch): RawBuilder<boolean> {
  const v = sql.ref(alias)
  return sql`${v}.organization_id = ${p.organizationId} and ${v}.space_id = ${p.spaceId}
    and ${v}.branch_id = ${p.spaceId}`
}

/**
 * Everything that the branch or the main branch changed since they parted, from all three sides and
 * without texts. An entry that the branch did not change has no row of its side.
 */
export const selectSides = statement(
  'content.sides',
  (p: OfBranch) => sql<SideRow>`
    with own as materialized (
      select v.* from entry_version as v
      where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
        and v.branch_id = ${p.branchId} and v.to_number is null
    ), touched as materialized (
      select own.entry_id from own
      union
      select changed.id from revision as r
      cross join lateral unnest(r.changed) as changed (id)
      where ${onMain('r', p)} and r.number > ${p.mainNumber}::integer
    )
    select 'ours' as side, v.is_gone, ${columns('v')}, null as markdown from own as v
    union all
    select 'base', false, ${columns('v')}, null from touched
    cross join lateral (
      select x.* from entry_version as x
      where ${onMain('x', p)} and x.entry_id = touched.entry_id
        and x.from_number <= ${p.mainNumber}::integer
      order by x.from_number desc limit 1
    ) as v
    where v.to_number is null or v.to_number > ${p.mainNumber}::integer
    union all
    select 'theirs', false, ${columns('v')}, null from touched
    cross join lateral (
      select x.* from entry_version as x
      where ${onMain('x', p)} and x.entry_id = touched.entry_id and x.to_number is null
      limit 1
    ) as v`,
)

/** The page of the main branch at each given pair of parent and slug, if there is one. */
export const selectNamesakes = statement(
  'content.namesakes',
  (
    p: OfBranch & { parentIds: readonly string[]; slugs: readonly string[] },
  ) => sql<SiblingRow>`
    select v.entry_id as id, v.kind, v.parent_id, v.position, v.slug
    from unnest(${p.parentIds}::text[], ${p.slugs}::text[]) as wanted (parent_id, slug)
    cross join lateral (
      select x.entry_id, x.kind, x.parent_id, x.position, x.slug from entry_version as x
      where ${onMain('x', p)} and x.to_number is null and not x.is_gone
        and x.parent_id = wanted.parent_id and x.slug = wanted.slug limit 1
    ) as v`,
)

export interface PlaceRow {
  readonly parent_id: string
  readonly position: string
  readonly is_taken: boolean
  /** The next taken position after this one. */
  readonly next: string | null
}

interface PlacesParams extends OfBranch {
  readonly parentIds: readonly string[]
  readonly positions: readonly string[]
  /** The pages that leave where they stand. */
  readonly exceptIds: readonly string[]
}

/** The number of places from which on it costs less to read all pages beside them once. */
export const manyPlaces = 32

/** Whether some positions of the main branch are taken, and the next taken position after each. */
export const selectPlaces = statementByShape<
  { readonly areMany: boolean },
  PlacesParams,
  PlaceRow
>('content.places', ({ areMany }, p) => {
  // A subquery is looked up by hash; in a list, every page would be compared with all of it.
  const isStanding = sql`${onMain('x', p)} and x.to_number is null
    and x.kind in ('document', 'group', 'link', 'computed')
    and x.entry_id not in (select e.id from unnest(${p.exceptIds}::text[]) as e (id))`
  const wanted = sql`unnest(${p.parentIds}::text[], ${p.positions}::text[])
    as wanted (parent_id, position)`
  return areMany ? placesAmongAll(wanted, isStanding) : placesOneByOne(wanted, isStanding)
})

/** Looks for each place by itself, however many pages there are. */
function placesOneByOne(
  wanted: RawBuilder<unknown>,
  isStanding: RawBuilder<unknown>,
): RawBuilder<PlaceRow> {
  const standing = sql`select x.entry_id, x.position from entry_version as x
    where ${isStanding} and x.parent_id = wanted.parent_id`
  return sql`
    select wanted.parent_id, wanted.position, same.entry_id is not null as is_taken,
      after.position as next
    from ${wanted}
    left join lateral (
      ${standing} and x.position = wanted.position
      order by x.position, x.entry_id limit 1
    ) as same on true
    left join lateral (
      ${standing} and x.position > wanted.position
      order by x.position, x.entry_id limit 1
    ) as after on true`
}

/** Goes once through all pages beside the places, from the last to the first. */
function placesAmongAll(
  wanted: RawBuilder<unknown>,
  isStanding: RawBuilder<unknown>,
): RawBuilder<PlaceRow> {
  return sql`
    with wanted as materialized (
      select wanted.parent_id collate "C" as parent_id,
        wanted.position collate "C" as position from ${wanted}
    ), place as (
      select parent_id, position, true as is_wanted from wanted
      union all
      select x.parent_id, x.position, false from entry_version as x
      where ${isStanding} and x.parent_id in (select parent_id from wanted)
    ), seen as (
      select place.*,
        bool_or(not is_wanted) over (partition by parent_id, position) as is_taken,
        min(position) filter (where not is_wanted) over (
          partition by parent_id order by position desc
          groups between unbounded preceding and 1 preceding) as next
      from place
    )
    select parent_id, position, is_taken, next from seen where is_wanted`
}

export interface HeadsRow {
  readonly head_number: number
  readonly head_revision_id: string
  readonly main_number: number
  readonly moved_number: number
  readonly main_head_number: number
  readonly main_revision_id: string
  readonly main_moved_number: number
}

/** The head numbers of a branch and of the main branch. */
export const selectHeads = statement(
  'content.heads',
  (p: Pick<OfBranch, 'organizationId' | 'spaceId' | 'branchId'>) => sql<HeadsRow>`
    select b.head_number, b.head_revision_id, b.main_number, b.moved_number,
      m.head_number as main_head_number, m.head_revision_id as main_revision_id,
      m.moved_number as main_moved_number
    from branch as b
    join branch as m on m.organization_id = ${p.organizationId} and m.space_id = b.space_id
      and m.id = b.space_id
    where b.organization_id = ${p.organizationId} and b.space_id = ${p.spaceId}
      and b.id = ${p.branchId}`,
)
