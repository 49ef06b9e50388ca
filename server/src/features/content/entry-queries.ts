import { type RawBuilder, sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

import type { Attributes, EntryKind, StoredLink } from './entry-state.ts'
import type { OfBranch } from './revision-writes.ts'

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
  readonly created_at: string
  readonly updated_at: string
  /** Only where it was asked for. */
  readonly markdown: string | null
}

const pageKinds = sql.lit('{document,group,link,computed}')

const columns = (table: string): RawBuilder<unknown> => {
  const v = sql.ref(table)
  return sql`${v}.entry_id as id, ${v}.kind, ${v}.parent_id, ${v}.position, ${v}.slug,
    ${v}.title, ${v}.attributes, ${v}.head, ${v}.document_id, ${v}.links, ${v}.targets,
    ${v}.created_at, ${v}.updated_at`
}

/** Those with the given ids, and everything they stand in, each by a probe; with the text of some. */
export const selectEntries = statement(
  'content.entries',
  (
    p: OfBranch & { ids: readonly string[]; withText: readonly string[] },
  ) => sql<EntryRow>`
    with recursive found as (
      select v.entry_id, v.parent_id from entry_version as v
      where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
        and v.branch_id = ${p.branchId} and v.to_number is null
        and v.entry_id = any (${p.ids}::text[])
      union
      select v.entry_id, v.parent_id from found as f
      cross join lateral (
        select o.entry_id, o.parent_id from entry_version as o
        where o.organization_id = ${p.organizationId} and o.space_id = ${p.spaceId}
          and o.branch_id = ${p.branchId} and o.to_number is null
          and o.entry_id = f.parent_id limit 1
      ) as v
    )
    select ${columns('v')}, d.markdown
    from found as f
    cross join lateral (
      select o.* from entry_version as o
      where o.organization_id = ${p.organizationId} and o.space_id = ${p.spaceId}
        and o.branch_id = ${p.branchId} and o.to_number is null
        and o.entry_id = f.entry_id limit 1
    ) as v
    left join document as d on d.organization_id = ${p.organizationId}
      and d.space_id = ${p.spaceId} and d.id = v.document_id
      and f.entry_id = any (${p.withText}::text[])`,
)

/** A page or group among those beside it. */
export interface SiblingRow {
  readonly id: string
  readonly kind: EntryKind
  readonly parent_id: string
  readonly position: string
  readonly slug: string | null
}

/** What stands in the given parents, and beside the given pages, in order. */
export const selectSiblings = statement(
  'content.siblings',
  (
    p: OfBranch & { parentIds: readonly string[]; besideIds: readonly string[] },
  ) => sql<SiblingRow>`
    select v.entry_id as id, v.kind, v.parent_id, v.position, v.slug
    from entry_version as v
    where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
      and v.branch_id = ${p.branchId} and v.to_number is null
      and v.kind = any (${pageKinds}::text[]) and not v.is_gone
      and v.parent_id = any (${p.parentIds}::text[] || array(
        select b.parent_id from entry_version as b
        where b.organization_id = ${p.organizationId} and b.space_id = ${p.spaceId}
          and b.branch_id = ${p.branchId} and b.to_number is null
          and b.entry_id = any (${p.besideIds}::text[])))
    order by v.parent_id, v.position, v.entry_id`,
)

/** Everything below the given pages, parents before children. */
export const selectDescendants = statement(
  'content.descendants',
  (p: OfBranch & { ids: readonly string[] }) => sql<SiblingRow>`
    with recursive below as (
      select v.entry_id, v.kind, v.parent_id, v.position, v.slug, 1 as depth
      from entry_version as v
      where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
        and v.branch_id = ${p.branchId} and v.to_number is null
        and v.kind = any (${pageKinds}::text[]) and not v.is_gone
        and v.parent_id = any (${p.ids}::text[])
      union all
      select v.entry_id, v.kind, v.parent_id, v.position, v.slug, b.depth + 1
      from below as b
      join entry_version as v on v.parent_id = b.entry_id
      where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
        and v.branch_id = ${p.branchId} and v.to_number is null
        and v.kind = any (${pageKinds}::text[]) and not v.is_gone and b.depth < 1000
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

/** Older texts of entries, with where their links led; also texts that the entry never had. */
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
        and o.branch_id = ${p.branchId} and o.entry_id = b.entry_id
        and o.document_id = b.document_id
      order by o.from_number desc limit 1
    ) as v on true`,
)

/** A page as a revision had it; without a revision, as it was before its last change. */
export const selectOldVersion = statement(
  'content.old-version',
  (p: OfBranch & { entryId: string; revisionId: string | null }) => sql<
    EntryRow & { to_number: number | null }
  >`
    select ${columns('v')}, v.to_number, d.markdown
    from entry_version as v
    left join document as d on d.organization_id = ${p.organizationId}
      and d.space_id = ${p.spaceId} and d.id = v.document_id
    where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
      and v.branch_id = ${p.branchId} and v.entry_id = ${p.entryId}
      and case when ${p.revisionId}::text is null then v.to_number is not null
        else v.from_number <= (
          select r.number from revision as r
          where r.organization_id = ${p.organizationId} and r.space_id = ${p.spaceId}
            and r.branch_id = ${p.branchId} and r.id = ${p.revisionId})
          and coalesce(v.to_number > (
          select r.number from revision as r
          where r.organization_id = ${p.organizationId} and r.space_id = ${p.spaceId}
            and r.branch_id = ${p.branchId} and r.id = ${p.revisionId}), true) end
    order by v.from_number desc limit 1`,
)
