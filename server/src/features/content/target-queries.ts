import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

import type { StoredLink } from './entry-state.ts'
import type { OfBranch } from './revision-writes.ts'

/** The pages of a revision that is about to be written, where they differ from the head. */
export interface DraftOfPages {
  readonly ids: readonly string[]
  readonly parents: readonly string[]
  readonly slugs: readonly string[]
  /** Whose rows in the head no longer count: all of these, and what is gone. */
  readonly touched: readonly string[]
}

/** The page at each address: step by step from the top, by the slug it has, else one that it had. */
export const selectPagesAt = statement(
  'content.pages-at',
  (p: OfBranch & DraftOfPages & { addresses: readonly string[] }) => sql<{
    address: string
    id: string
  }>`
    with recursive draft as materialized (
      select d.id, d.parent_id, d.slug
      from unnest(${p.ids}::text[], ${p.parents}::text[], ${p.slugs}::text[])
        as d (id, parent_id, slug)
    ), step as (
      select a.address, string_to_array(a.address, '/') as slugs, 0 as depth,
        '' collate "C" as id
      from unnest(${p.addresses}::text[]) as a (address)
      union all
      select s.address, s.slugs, s.depth + 1, coalesce(
        (select d.id collate "C" from draft as d
         where d.parent_id = s.id and d.slug = s.slugs[s.depth + 1] limit 1),
        (select v.entry_id from entry_version as v
         where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
           and v.branch_id = ${p.branchId} and v.to_number is null and not v.is_gone
           and v.parent_id = s.id and v.slug = s.slugs[s.depth + 1]
           and v.entry_id <> all (${p.touched}::text[])),
        (select o.entry_id from alias as o
         where o.organization_id = ${p.organizationId} and o.space_id = ${p.spaceId}
           and o.parent_id = s.id and o.slug = s.slugs[s.depth + 1]
           and (o.entry_id = any (${p.ids}::text[]) or exists (
             select from entry_version as v
             where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
               and v.branch_id = ${p.branchId} and v.to_number is null and not v.is_gone
               and v.entry_id = o.entry_id and v.entry_id <> all (${p.touched}::text[])))))
      from step as s
      where s.depth < cardinality(s.slugs) and s.id is not null
    )
    select address, id from step
    where depth = cardinality(slugs) and depth > 0 and id is not null`,
)

/** The pages that were imported from these files. */
export const selectPagesOfFiles = statement(
  'content.pages-of-files',
  (p: OfBranch & { files: readonly string[] }) => sql<{ file: string; id: string }>`
    select f.file, v.entry_id as id
    from unnest(${p.files}::text[]) as f (file)
    cross join lateral (
      select o.entry_id from entry_version as o
      where o.organization_id = ${p.organizationId} and o.space_id = ${p.spaceId}
        and o.branch_id = ${p.branchId} and o.to_number is null and not o.is_gone
        and o.attributes ->> 'path' = f.file
        and o.kind in ('document', 'group', 'link', 'computed')
      limit 1
    ) as v`,
)

/** The page that the space opens with. */
export const selectFirstPage = statement(
  'content.first-page',
  (p: OfBranch) => sql<{ id: string }>`
    select v.entry_id as id from entry_version as v
    where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
      and v.branch_id = ${p.branchId} and v.to_number is null and not v.is_gone
      and v.parent_id = '' and v.kind = 'document'
    order by v.position, v.entry_id limit 1`,
)

export interface NamedRow {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly path: string | null
}

/** Files with these names, and with `includes` all reusable contents. */
export const selectByName = statement(
  'content.by-name',
  (p: OfBranch & { names: readonly string[]; includes: boolean }) => sql<NamedRow>`
    select v.entry_id as id, v.kind, v.title, v.attributes ->> 'path' as path
    from entry_version as v
    where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
      and v.branch_id = ${p.branchId} and v.to_number is null and not v.is_gone
      and v.kind = 'file' and v.title = any (${p.names}::text[])
    union all
    select v.entry_id as id, v.kind, v.title, v.attributes ->> 'path' as path
    from entry_version as v
    where ${p.includes}::boolean
      and v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
      and v.branch_id = ${p.branchId} and v.to_number is null and not v.is_gone
      and v.kind = 'reusable-content'
    order by id`,
)

/** Which of these ids exist: `entry` in a space, or `user`, `space`, `collection`. */
export const selectExisting = statement(
  'content.existing',
  (p: {
    organizationId: string
    spaceIds: readonly string[]
    entryIds: readonly string[]
    ids: readonly string[]
  }) => sql<{ what: string; scope: string; id: string }>`
    select 'entry' as what, v.space_id as scope, v.entry_id as id
    from unnest(${p.spaceIds}::text[], ${p.entryIds}::text[]) as w (space_id, entry_id)
    join entry_version as v on v.organization_id = ${p.organizationId}
      and v.space_id = w.space_id and v.branch_id = w.space_id and v.entry_id = w.entry_id
      and v.to_number is null and not v.is_gone
    union all
    select 'user', '', m.user_id from member as m
    where m.organization_id = ${p.organizationId} and m.user_id = any (${p.ids}::text[])
    union all
    select n.kind, '', n.id from content_node as n
    where n.organization_id = ${p.organizationId} and n.id = any (${p.ids}::text[])
      and n.state = 'live' and n.deleted_at is null`,
)

/** What leads to any of these. */
export const selectLeadingTo = statement(
  'content.leading-to',
  (
    p: OfBranch & {
      targets: readonly string[]
      touched: readonly string[]
      rowsMax: number
    },
  ) => sql<{ id: string; kind: string; links: readonly StoredLink[] | null }>`
    select v.entry_id as id, v.kind, v.links from entry_version as v
    where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
      and v.branch_id = ${p.branchId} and v.to_number is null and not v.is_gone
      and v.targets && ${p.targets}::text[] and v.entry_id <> all (${p.touched}::text[])
    order by v.entry_id limit ${p.rowsMax}::integer`,
)
