import { type RawBuilder, sql } from 'kysely'

import {
  atFound,
  atGiven,
  type AtRevision,
  type BranchShape,
  entryColumnNames,
  entryColumns,
  type HeadColumns,
  headRevisionForCaller,
  type InPlace,
  isOnBranch,
  isOpen,
  type OfRevision,
  type OfSpace,
  pageKinds,
  placeForCaller,
  type PlaceShape,
  type RevisionColumns,
  versionAt,
  type VersionRow,
} from '#/content-store/branches/public.ts'
import { statement, statementByShape } from '#/platform/database/statement.ts'

import type { OrNone } from './select-page.ts'
import { everInPlace } from './select-path.ts'

export interface TreeShape {
  /** Pages alone, or files, reusable contents and variables too. */
  readonly only: 'pages' | 'everything'
  /** The maximum number of entries; all when absent. */
  readonly rowsMax?: number
  /** Whether to read what the entries show of each other, which decides what visitors see. */
  readonly uses?: boolean
}

/** A row of a tree: the first has the columns about the space, each further one an entry. */
export type TreeRow = HeadColumns &
  RevisionColumns &
  OrNone<VersionRow> & { readonly uses?: unknown }

/** All entries of the head, in no order. */
export const selectTree = statementByShape<TreeShape, OfSpace, TreeRow>(
  'content.tree',
  ({ only, rowsMax, uses = false }, p) => sql`
    with found as materialized ${headRevisionForCaller(p)}
    ${onceThenEach(
      sql`
      select ${entryColumns('v', namesWith(uses))} from entry_version as v
      where ${isOpen('v', p)}
        ${only === 'pages' ? sql`and v.kind in ${pageKinds}` : sql``} ${upTo(rowsMax)}`,
      namesWith(uses),
    )}`,
)

/** All entries of a revision: one probe for each entry that may be in it. */
export const selectTreeInRevision = statementByShape<
  TreeShape & PlaceShape,
  InPlace,
  TreeRow
>(
  'content.tree-in-revision',
  ({ only, place, rowsMax, uses = false }, p) => sql`
    with found as materialized ${placeForCaller({ place }, p)}
    ${onceThenEach(
      sql`
      ${entriesAt(p, atFound({ place }), { uses, ...(only === 'pages' && { kinds: pageKinds }) })}
      ${upTo(rowsMax)}`,
      namesWith(uses),
    )}`,
)

function namesWith(uses: boolean): readonly string[] {
  return uses ? [...entryColumnNames, 'uses'] : entryColumnNames
}

/** The limit of a subquery, or `offset 0`, with which the planner plans it separately too. */
function upTo(rowsMax: number | undefined): RawBuilder<unknown> {
  return rowsMax === undefined ? sql`offset 0` : sql`limit ${sql.lit(rowsMax)}`
}

const spaceColumns = [
  'actor_role',
  'actor_disabled',
  'actor_needs_sso',
  'content_base',
  'content_granted',
  'head_number',
  'head_revision_id',
  'moved_number',
  'file_epoch',
  'revision_id',
  'revision_branch_id',
  'revision_number',
  'revision_main_number',
  'revision_type',
  'revision_parents',
  'revision_created_at',
  'change_request_number',
]

/** A row for `found`, then one for each entry: ten thousand rows need not all repeat the caller. */
export function onceThenEach(
  entries: RawBuilder<unknown>,
  columns: readonly string[] = entryColumnNames,
): RawBuilder<unknown> {
  return sql`
    select ${sql.join(spaceColumns.map((name) => sql.ref(`found.${name}`)))},
      ${sql.join(columns.map((name) => sql`null as ${sql.ref(name)}`))}
    from found
    union all
    select ${sql.join(spaceColumns.map(() => sql`null`))},
      ${sql.join(columns.map((name) => sql.ref(`v.${name}`)))}
    from found cross join lateral (${entries}) as v
    -- Of a revision that is not there no entry is looked for.
    where found.revision_id is not null`
}

interface OfContent {
  readonly organizationId: string
  readonly spaceId: string
}

interface EntriesShape extends Pick<TreeShape, 'uses'> {
  readonly kinds?: RawBuilder<unknown>
}

/**
 * The entries of a revision, with the columns of a `VersionRow`: those of the main branch at the
 * revision read through to, unless the branch itself changed them, and those of the branch.
 */
export function entriesAt(
  p: OfContent,
  { branchId, number, mainNumber, isMain = false }: AtRevision,
  { kinds, uses = false }: EntriesShape = {},
): RawBuilder<unknown> {
  const columns = (alias: string) => entryColumns(alias, namesWith(uses))
  const isOwn = sql`${isOnBranch('own', p, branchId)}
    and own.from_number <= ${number} and (own.to_number is null or own.to_number > ${number})`
  const isOfKind = (alias: string) =>
    kinds === undefined ? sql`` : sql`and ${sql.ref(`${alias}.kind`)} in ${kinds}`
  const isUntouched = sql`and not exists (
    select from entry_version as own where ${isOwn} and own.entry_id = entry.id)`
  const own = sql`union all
    select ${columns('own')} from entry_version as own
    where ${isOwn} and not own.is_gone ${isOfKind('own')}`
  return sql`
    select ${columns('version')} from entry
    cross join lateral (
      select ${columns('x')}, x.to_number from entry_version as x
      where ${isOnBranch('x', p, sql`${p.spaceId}`)} and x.entry_id = entry.id
        and x.from_number <= ${mainNumber}
      order by x.from_number desc limit 1
    ) as version
    where entry.organization_id = ${p.organizationId} and entry.space_id = ${p.spaceId}
      and entry.from_number <= ${mainNumber}
      and (entry.gone_number is null or entry.gone_number > ${mainNumber})
      and (version.to_number is null or version.to_number > ${mainNumber})
      ${isOfKind('version')} ${isMain ? sql`` : sql`${isUntouched} ${own}`}`
}

/** The depth at which a walk ends, in case of a cycle; no tree is that deep. */
const depthMax = 1000

/** The pages below a page of the head at any depth. */
export const selectSubtree = statement<OfContent & { pageId: string }, VersionRow>(
  'content.subtree',
  (p) => {
    const childrenOf = (id: RawBuilder<unknown>) => sql`
      select ${entryColumns('c')} from entry_version as c
      where ${isOpen('c', p)} and c.parent_id = ${id} and c.kind in ${pageKinds}
      order by c.position, c.entry_id`
    // The offset keeps this a probe for each parent: joined, it would read all pages of the space.
    // So does the order, which only the index of places has.
    return sql`
      with recursive below as (
        select 1 as depth, top.* from (${childrenOf(sql`${p.pageId}`)}) as top
        union all
        select b.depth + 1, child.* from below as b
        cross join lateral (${childrenOf(sql`b.entry_id`)} offset 0) as child
        where b.depth < ${sql.lit(depthMax)}
      )
      select ${entryColumns('below')} from below`
  },
)

/** The pages directly below some pages of a revision. */
export const selectChildrenInRevision = statementByShape<
  BranchShape,
  OfRevision & { parentIds: readonly string[] },
  VersionRow
>('content.children-in-revision', (shape, p) => {
  const at = atGiven(shape, p)
  return sql`
    select ${entryColumns('v')} from unnest(${p.parentIds}::text[]) as parent (id)
    cross join lateral (${everInPlace(p, at, sql`parent.id`)}) as once
    cross join ${versionAt(p, sql`once.entry_id`, at)} as v
    where v.parent_id = parent.id and not v.is_gone and v.kind in ${pageKinds}`
})

/** Some entries of a revision and all their ancestors. */
export const selectAncestors = statementByShape<
  BranchShape,
  OfRevision & { ids: readonly string[] },
  VersionRow
>('content.ancestors', (shape, p) => {
  const at = atGiven(shape, p)
  return sql`
    with recursive above (entry_id) as (
      select distinct id collate "C" from unnest(${p.ids}::text[]) as id
      union
      select v.parent_id from above as a
      cross join ${versionAt(p, sql`a.entry_id`, at)} as v
      where v.parent_id <> '' and not v.is_gone
    )
    select ${entryColumns('v')} from above as a
    cross join ${versionAt(p, sql`a.entry_id`, at)} as v
    where not v.is_gone`
})
