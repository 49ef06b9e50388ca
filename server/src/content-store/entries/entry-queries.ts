import { type RawBuilder, sql } from 'kysely'

import {
  type BranchShape,
  headOf,
  type OfBranch,
  passedWith,
} from '#/content-store/branches/public.ts'
import { statement, statementByShape } from '#/platform/database/statement.ts'

import type { Attributes, EntryKind, StoredLink } from './entry-state.ts'

/** An entry as the head has it. */
export interface EntryRow {
  readonly id: string
  readonly kind: EntryKind
  readonly parent_id: string
  readonly position: string
  readonly slug: string | null
  readonly title: string
  readonly attributes: Attributes
  readonly head: string | null
  readonly document_id: string | null
  readonly links: readonly StoredLink[] | null
  readonly targets: readonly string[] | null
  /** The revision in which the entry's links were resolved. */
  readonly linked_number: number
  readonly created_at: string
  readonly updated_at: string
  /** The Markdown; null unless requested. */
  readonly markdown: string | null
}

const pageKinds = sql.lit('{document,group,link,computed}')

export const columns = (table: string): RawBuilder<unknown> => {
  const v = sql.ref(table)
  return sql`${v}.entry_id as id, ${v}.kind, ${v}.parent_id, ${v}.position, ${v}.slug,
    ${v}.title, ${v}.attributes, ${v}.head, ${v}.document_id, ${v}.links, ${v}.targets,
    coalesce(${v}.linked_number, ${v}.from_number) as linked_number, ${v}.created_at, ${v}.updated_at`
}

/** The entries with the given ids and their ancestors, each by a probe; some with their text. */
export const selectEntries = statementByShape<
  BranchShape,
  OfBranch & { ids: readonly string[]; withText: readonly string[] },
  EntryRow
>(
  'content.entries',
  (shape, p) => sql`
    with recursive ${passedWith(shape, p, true)} found as (
      select v.entry_id, v.parent_id from unnest(${p.ids}::text[]) as asked (id)
      cross join lateral (
        select o.entry_id, o.parent_id from ${headOf(shape, p)} as o
        where o.entry_id = asked.id limit 1
      ) as v
      union
      select v.entry_id, v.parent_id from found as f
      cross join lateral (
        select o.entry_id, o.parent_id from ${headOf(shape, p)} as o
        where o.entry_id = f.parent_id limit 1
      ) as v
    )
    select ${columns('v')}, d.markdown
    from found as f
    cross join lateral (
      select o.* from ${headOf(shape, p)} as o where o.entry_id = f.entry_id limit 1
    ) as v
    left join lateral (
      select x.markdown from document as x
      where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
        and x.id = v.document_id and f.entry_id = any (${p.withText}::text[]) limit 1
    ) as d on true`,
)

/** A page or group in the list of its siblings. */
export interface SiblingRow {
  readonly id: string
  readonly kind: EntryKind
  readonly parent_id: string
  readonly position: string
  readonly slug: string | null
}

/** The children of the given parents and the siblings of the given pages, in order. */
export const selectSiblings = statementByShape<
  BranchShape,
  OfBranch & { parentIds: readonly string[]; besideIds: readonly string[] },
  SiblingRow
>(
  'content.siblings',
  (shape, p) => sql`
    with ${passedWith(shape, p, true)} parent as materialized (
      select asked.id collate "C" as id from unnest(${p.parentIds}::text[]) as asked (id)
      union
      select b.parent_id from unnest(${p.besideIds}::text[]) as beside (id)
      cross join lateral (
        select o.parent_id from ${headOf(shape, p)} as o
        where o.entry_id = beside.id limit 1
      ) as b
    )
    select v.entry_id as id, v.kind, v.parent_id, v.position, v.slug
    from parent
    cross join lateral (
      select o.entry_id, o.kind, o.parent_id, o.position, o.slug
      from ${headOf(shape, p)} as o
      where o.kind = any (${pageKinds}::text[]) and o.parent_id = parent.id
      -- Both keep it a probe for each parent: only the index of places has this order.
      order by o.position, o.entry_id offset 0
    ) as v
    order by v.parent_id, v.position, v.entry_id`,
)

/** Everything below the given pages, parents before children. */
export const selectDescendants = statementByShape<
  BranchShape,
  OfBranch & { ids: readonly string[] },
  SiblingRow
>(
  'content.descendants',
  (shape, p) => sql`
    with recursive ${passedWith(shape, p, true)} below as (
      select v.entry_id, v.kind, v.parent_id, v.position, v.slug, 1 as depth
      from (select distinct asked.id from unnest(${p.ids}::text[]) as asked (id)) as top
      cross join lateral (
        select o.entry_id, o.kind, o.parent_id, o.position, o.slug
        from ${headOf(shape, p)} as o
        where o.kind = any (${pageKinds}::text[]) and o.parent_id = top.id
        order by o.position, o.entry_id offset 0
      ) as v
      union all
      select v.entry_id, v.kind, v.parent_id, v.position, v.slug, b.depth + 1
      from below as b
      cross join lateral (
        select o.entry_id, o.kind, o.parent_id, o.position, o.slug
        from ${headOf(shape, p)} as o
        where o.kind = any (${pageKinds}::text[]) and o.parent_id = b.entry_id
        order by o.position, o.entry_id offset 0
      ) as v
      where b.depth < 1000
    )
    select entry_id as id, kind, parent_id, position, slug from below
    order by depth, parent_id, position, entry_id`,
)

export interface BaseRow {
  readonly entry_id: string
  readonly document_id: string
  readonly markdown: string
  readonly links: readonly StoredLink[] | null
}

/** The texts that edits start from; their links are null where the entry never had the text. */
export const selectBases = statement(
  'content.bases',
  (
    p: OfBranch & { entryIds: readonly string[]; documentIds: readonly string[] },
  ) => sql<BaseRow>`
    select b.entry_id, b.document_id, d.markdown, v.links
    from unnest(${p.entryIds}::text[], ${p.documentIds}::text[]) as b (entry_id, document_id)
    join document as d on d.organization_id = ${p.organizationId}
      and d.space_id = ${p.spaceId} and d.id = b.document_id
    left join lateral (
      select o.links from entry_version as o
      where o.organization_id = ${p.organizationId} and o.space_id = ${p.spaceId}
        and o.branch_id in (${p.branchId}, ${p.spaceId}) and o.entry_id = b.entry_id
        and o.document_id = b.document_id
      order by o.branch_id = ${p.branchId} desc, o.from_number desc limit 1
    ) as v on true`,
)
