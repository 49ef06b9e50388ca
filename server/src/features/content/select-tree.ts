import { type RawBuilder, sql } from 'kysely'

import { statement, statementByShape } from '#/platform/database/statement.ts'

import type { OrNone } from './select-page.ts'
import { formerEntries } from './select-path.ts'
import {
  entryColumnNames,
  entryColumns,
  type VersionRow,
  type HeadColumns,
  headRevisionForCaller,
  type InRevision,
  isOpen,
  isStillThere,
  type OfSpace,
  pageKinds,
  type RevisionColumns,
  revisionForCaller,
  versionAt,
} from './select-space.ts'

export interface TreeShape {
  /** Pages alone, or files, reusable contents and variables too. */
  readonly only: 'pages' | 'everything'
}

/** The first row says of the space what the others, which have an entry each, do not repeat. */
export type TreeRow = HeadColumns & RevisionColumns & OrNone<VersionRow>

/** Everything in the head, in no order. */
export const selectTree = statementByShape<TreeShape, OfSpace, TreeRow>(
  'content.tree',
  ({ only }, p) => sql`
    with found as materialized ${headRevisionForCaller(p)}
    ${onceThenEach(sql`
      select ${entryColumns('v')} from entry_version as v where ${isOpen('v', p)}
        ${only === 'pages' ? sql`and v.kind in ${pageKinds}` : sql``} offset 0`)}`,
)

/** The same in a revision: one probe for each entry that may be in it. */
export const selectTreeInRevision = statementByShape<TreeShape, InRevision, TreeRow>(
  'content.tree-in-revision',
  ({ only }, p) => sql`
    with found as materialized ${revisionForCaller(p)}
    ${onceThenEach(
      entriesAt(p, sql`found.revision_number`, only === 'pages' ? pageKinds : undefined),
    )}`,
)

const spaceColumns = [
  'actor_role',
  'actor_disabled',
  'content_base',
  'content_granted',
  'head_number',
  'head_revision_id',
  'moved_number',
  'file_epoch',
  'revision_number',
  'revision_type',
  'revision_parents',
  'revision_created_at',
]

/** A row for `found`, then one for each entry: ten thousand of them need not all say who is asking. */
function onceThenEach(entries: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select ${sql.join(spaceColumns.map((name) => sql.ref(`found.${name}`)))},
      ${sql.join(entryColumnNames.map((name) => sql`null as ${sql.ref(name)}`))}
    from found
    union all
    select ${sql.join(spaceColumns.map(() => sql`null`))}, ${entryColumns('v')}
    from found cross join lateral (${entries}) as v`
}

/** The entries of a revision, with the columns of an `VersionRow`. */
export function entriesAt(
  p: { organizationId: string; spaceId: string },
  number: RawBuilder<unknown>,
  kinds?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select ${entryColumns('version')} from entry
    cross join ${versionAt(p, sql`entry.id`, number)} as version
    where entry.organization_id = ${p.organizationId} and entry.space_id = ${p.spaceId}
      and entry.from_number <= ${number}
      and (entry.gone_number is null or entry.gone_number > ${number})
      and ${isStillThere('version', number)}
      ${kinds === undefined ? sql`` : sql`and version.kind in ${kinds}`}`
}

interface OfContent {
  readonly organizationId: string
  readonly spaceId: string
}

/** Ends a walk around a cycle; nothing stands that deep. */
const depthMax = 1000

/** The pages below a page of the head at any depth. */
export const selectSubtree = statement<OfContent & { pageId: string }, VersionRow>(
  'content.subtree',
  (p) => {
    const childrenOf = (id: RawBuilder<unknown>) => sql`
      select ${entryColumns('c')} from entry_version as c
      where ${isOpen('c', p)} and c.parent_id = ${id} and c.kind in ${pageKinds}`
    // The offset keeps it a probe for each parent: joined, it would read all pages of the space.
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
export const selectChildrenInRevision = statement<
  OfContent & { number: number; parentIds: readonly string[] },
  VersionRow
>('content.children-in-revision', (p) => {
  const number = sql`${p.number}::integer`
  return sql`
    select ${entryColumns('v')} from unnest(${p.parentIds}::text[]) as parent (id)
    cross join lateral (
      select c.entry_id from entry_version as c
      where ${isOpen('c', p)} and c.parent_id = parent.id and c.kind in ${pageKinds}
      union ${formerEntries(p, sql`parent.id`)}
    ) as once
    cross join ${versionAt(p, sql`once.entry_id`, number)} as v
    where v.parent_id = parent.id and ${isStillThere('v', number)}
      and v.kind in ${pageKinds}`
})

/** Some entries of a revision and all that is above them. */
export const selectAncestors = statement<
  OfContent & { number: number; ids: readonly string[] },
  VersionRow
>('content.ancestors', (p) => {
  const number = sql`${p.number}::integer`
  return sql`
    with recursive above (entry_id) as (
      select distinct id collate "C" from unnest(${p.ids}::text[]) as id
      union
      select v.parent_id from above as a
      cross join ${versionAt(p, sql`a.entry_id`, number)} as v
      where v.parent_id <> '' and ${isStillThere('v', number)}
    )
    select ${entryColumns('v')} from above as a
    cross join ${versionAt(p, sql`a.entry_id`, number)} as v
    where ${isStillThere('v', number)}`
})
