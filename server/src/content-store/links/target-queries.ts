import { type RawBuilder, sql } from 'kysely'

import {
  type BranchShape,
  headOf,
  type OfBranch,
  partsOfHead,
  passedWith,
} from '#/content-store/branches/public.ts'
import type { StoredLink } from '#/content-store/entries/public.ts'
import { statementByShape } from '#/platform/database/statement.ts'

/** The pages of the revision that is about to be written, as far as they differ from the head. */
export interface DraftOfPages {
  readonly ids: readonly string[]
  readonly parents: readonly string[]
  readonly slugs: readonly string[]
  /** Pages whose rows in the head no longer count: all of the draft, and the deleted ones. */
  readonly touched: readonly string[]
}

/** The page at each address: step by step from the top, by its current or else a former slug. */
export const selectPagesAt = statementByShape<
  BranchShape,
  OfBranch & DraftOfPages & { addresses: readonly string[] },
  { address: string; id: string }
>(
  'content.pages-at',
  (shape, p) => sql`
    with recursive ${passedWith(shape, p, true)} draft as materialized (
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
        (select v.entry_id from (${pageInPlace(shape, p)}) as v
         where v.entry_id <> all (${p.touched}::text[]) limit 1),
        (select o.entry_id from alias as o
         where o.organization_id = ${p.organizationId} and o.space_id = ${p.spaceId}
           and o.parent_id = s.id and o.slug = s.slugs[s.depth + 1]
           -- A value and no "exists", for which the planner may read all pages of the space.
           and (o.entry_id = any (${p.ids}::text[]) or coalesce((
             select true from ${headOf(shape, p)} as v
             where v.entry_id = o.entry_id and v.entry_id <> all (${p.touched}::text[])
             limit 1), false))))
      from step as s
      where s.depth < cardinality(s.slugs) and s.id is not null
    )
    select address, id from step
    where depth = cardinality(slugs) and depth > 0 and id is not null`,
)

/** The page with the next slug of the step `s`: at most one page on each branch, by one probe. */
function pageInPlace({ isMain }: BranchShape, p: OfBranch): RawBuilder<unknown> {
  const isInPlace = sql`x.parent_id = s.id and x.slug = s.slugs[s.depth + 1]`
  const on = (branchId: string) => sql`
    select x.entry_id from (
      -- The first from the slug on: only the index of slugs is in that order, and no other is read instead.
      select o.entry_id, o.parent_id, o.slug, o.from_number from entry_version as o
      where o.organization_id = ${p.organizationId} and o.space_id = ${p.spaceId}
        and o.branch_id = ${branchId} and o.to_number is null and not o.is_gone
        and o.slug is not null and (o.parent_id, o.slug) >= (s.id, s.slugs[s.depth + 1])
      order by o.parent_id, o.slug limit 1
    ) as x where ${isInPlace}`
  if (isMain) return on(p.branchId)
  const { isUntouched, passed } = partsOfHead(p)
  return sql`
    ${on(p.branchId)}
    union all
    ${on(p.spaceId)} and x.from_number <= ${p.mainNumber}::integer and ${isUntouched}
    union all
    select x.entry_id from ${passed} where ${isInPlace} and ${isUntouched}`
}

/** The pages that were imported from these files. */
export const selectPagesOfFiles = statementByShape<
  BranchShape,
  OfBranch & { files: readonly string[] },
  { file: string; id: string }
>(
  'content.pages-of-files',
  (shape, p) => sql`
    ${passedWith(shape, p, false)}
    select f.file, v.entry_id as id
    from unnest(${p.files}::text[]) as f (file)
    cross join lateral (
      select o.entry_id from ${headOf(shape, p)} as o
      where o.attributes ->> 'path' = f.file
        and o.kind in ('document', 'group', 'link', 'computed')
      limit 1
    ) as v`,
)

/** The first document at the top level of the space, which an empty address leads to. */
export const selectFirstPage = statementByShape<BranchShape, OfBranch, { id: string }>(
  'content.first-page',
  (shape, p) => sql`
    ${passedWith(shape, p, false)}
    select v.entry_id as id from ${headOf(shape, p)} as v
    where v.parent_id = '' and v.kind = 'document'
    order by v.position, v.entry_id limit 1`,
)

export interface NamedRow {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly path: string | null
}

/** Files with these names, and with `includes` all reusable contents. */
export const selectByName = statementByShape<
  BranchShape,
  OfBranch & { names: readonly string[]; includes: boolean },
  NamedRow
>(
  'content.by-name',
  (shape, p) => sql`
    ${passedWith(shape, p, false)}
    select f.entry_id as id, f.kind, f.title, f.attributes ->> 'path' as path
    from unnest(${p.names}::text[]) as name (title)
    cross join lateral (
      select v.entry_id, v.kind, v.title, v.attributes from ${headOf(shape, p)} as v
      where v.kind = 'file' and v.title = name.title
      -- Keeps it a probe for each name.
      offset 0
    ) as f
    union all
    select v.entry_id as id, v.kind, v.title, v.attributes ->> 'path' as path
    from ${headOf(shape, p)} as v
    where ${p.includes}::boolean and v.kind = 'reusable-content'
    order by id`,
)

/** The given ids that exist: `entry` in a space, or `user`, `space`, `collection`. */
export const selectExisting = statementByShape<
  BranchShape,
  OfBranch & {
    spaceIds: readonly string[]
    entryIds: readonly string[]
    ids: readonly string[]
  },
  { what: string; scope: string; id: string }
>(
  'content.existing',
  (shape, p) => sql`
    ${passedWith(shape, p, false)}
    ${shape.isMain ? sql`` : ownEntries(shape, p)}
    select 'entry' as what, v.space_id as scope, v.entry_id as id
    from unnest(${p.spaceIds}::text[], ${p.entryIds}::text[]) as w (space_id, entry_id)
    join entry_version as v on v.organization_id = ${p.organizationId}
      and v.space_id = w.space_id and v.branch_id = w.space_id and v.entry_id = w.entry_id
      and v.to_number is null and not v.is_gone
      ${shape.isMain ? sql`` : sql`and w.space_id <> ${p.spaceId}`}
    union all
    select 'user', '', m.user_id from member as m
    where m.organization_id = ${p.organizationId} and m.user_id = any (${p.ids}::text[])
    union all
    select n.kind, '', n.id from content_node as n
    where n.organization_id = ${p.organizationId} and n.id = any (${p.ids}::text[])
      and n.state = 'live' and n.deleted_at is null`,
)

/** The entries that link to any of the given targets. */
export const selectLeadingTo = statementByShape<
  BranchShape,
  OfBranch & {
    targets: readonly string[]
    touched: readonly string[]
    rowsMax: number
  },
  { id: string; kind: string; links: readonly StoredLink[] | null }
>(
  'content.leading-to',
  (shape, p) => sql`
    -- Found by what they lead to first: the planner may take a whole space for little.
    with ${passedWith(shape, p, true)} hits as materialized (
      select o.entry_id, o.branch_id, o.from_number from entry_version as o
      where o.organization_id = ${p.organizationId} and o.to_number is null
        and o.targets && ${p.targets}::text[] and o.space_id = ${p.spaceId}
    ), v as materialized (
      select h.entry_id, h.kind, h.links from hits as l
      cross join lateral (
        select o.entry_id, o.kind, o.links, o.branch_id, o.from_number
        from ${headOf(shape, p)} as o where o.entry_id = l.entry_id limit 1
      ) as h
      where h.branch_id = l.branch_id and h.from_number = l.from_number
    )
    select v.entry_id as id, v.kind, v.links from v
    where v.entry_id <> all (${p.touched}::text[])
    order by v.entry_id limit ${p.rowsMax}::integer`,
)

/** On a branch: selects those of the given entries of its own space that its head has. */
function ownEntries(
  shape: BranchShape,
  p: OfBranch & { spaceIds: readonly string[]; entryIds: readonly string[] },
): RawBuilder<unknown> {
  return sql`
    select 'entry' as what, v.space_id as scope, v.entry_id as id
    from unnest(${p.spaceIds}::text[], ${p.entryIds}::text[]) as w (space_id, entry_id)
    cross join lateral (
      select o.space_id, o.entry_id from ${headOf(shape, p)} as o
      where o.entry_id = w.entry_id limit 1
    ) as v
    where w.space_id = ${p.spaceId}
    union all`
}
