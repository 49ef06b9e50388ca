import { type RawBuilder, sql } from 'kysely'

import {
  type AtRevision,
  isOnBranch,
  isOpen,
  openVersion,
  pageKinds,
  versionAt,
} from '#/content-store/branches/public.ts'

type AtPath = OfContent & { readonly segments: readonly string[] }

/**
 * The id of the page at a path: for each segment the page with the slug now, else the page that had
 * it last. An empty path is the first document, at the top level or in a group there.
 */
export function pageAtPath(p: AtPath): RawBuilder<string | null> {
  // The first row from the slug on: only the index of slugs has that order, so no other is read
  // instead.
  const current = sql`select x.entry_id from (
      select o.entry_id, o.parent_id, o.slug from entry_version as o
      where ${isOpen('o', p)} and not o.is_gone and o.slug is not null
        and (o.parent_id, o.slug) >= (w.entry_id, seg.slug)
      order by o.parent_id, o.slug limit 1
    ) as x
    where x.parent_id = w.entry_id and x.slug = seg.slug`
  const former = sql`select former.entry_id from alias as former
    cross join ${openVersion(p, sql`former.entry_id`)} as x
    where ${isAlias(p)}`
  const first = sql`select case when t.kind = 'document' then t.entry_id else (
      select c.entry_id from entry_version as c where ${isOpen('c', p)}
        and c.parent_id = t.entry_id and c.kind in ${pageKinds} and c.kind = 'document'
      order by c.position, c.entry_id limit 1) end as entry_id, t.position
    from entry_version as t where ${isOpen('t', p)}
      and t.parent_id = '' and t.kind in ${pageKinds} and t.kind in ('document', 'group')`
  return sql`case when cardinality(${p.segments}::text[]) = 0
    then (select f.entry_id from (${first}) as f where f.entry_id is not null
      order by f.position, f.entry_id limit 1)
    else ${walkDown(p, current, former)} end`
}

/**
 * The id of the page at a path of a revision, where a slug can belong to a page that has lost it or
 * is deleted since.
 */
export function pageAtPathIn(p: AtPath, at: AtRevision): RawBuilder<string | null> {
  const segment = sql`seg.slug`
  const current = sql`select v.entry_id
    from (${everInPlace(p, at, sql`w.entry_id`, segment)}) as c
    cross join ${versionAt(p, sql`c.entry_id`, at)} as v
    where v.parent_id = w.entry_id and v.slug = ${segment} and not v.is_gone`
  const former = sql`select v.entry_id from alias as former
    cross join ${versionAt(p, sql`former.entry_id`, at)} as v
    where ${isAlias(p)} and not v.is_gone`
  const moved = at.isMain === true ? [] : [movedByBranch(p, at)]
  return sql`case when cardinality(${p.segments}::text[]) = 0
    then null else ${walkDown(p, current, ...moved, former)} end`
}

/**
 * The page that had the slug before the branch changed it: aliases belong to the main branch alone,
 * but older versions of a branch and the content it reads through to have its former slugs.
 */
function movedByBranch(p: AtPath, at: AtRevision): RawBuilder<unknown> {
  const onMain = { ...at, isMain: true }
  return sql`select v.entry_id from (
      select x.entry_id, x.to_number as until from entry_version as x
      where ${isOnBranch('x', p, at.branchId)} and x.parent_id = w.entry_id
        and coalesce(x.slug, '') = seg.slug and x.kind in ${pageKinds}
        and x.to_number is not null and x.to_number <= ${at.number} and not x.is_gone
      union all
      select m.entry_id, 0
      from (${everInPlace(p, onMain, sql`w.entry_id`, sql`seg.slug`)}) as c
      cross join ${versionAt(p, sql`c.entry_id`, onMain)} as m
      where m.parent_id = w.entry_id and m.slug = seg.slug
    ) as once
    cross join ${versionAt(p, sql`once.entry_id`, at)} as v
    where not v.is_gone order by once.until desc`
}

function isAlias(p: AtPath): RawBuilder<boolean> {
  return sql`former.organization_id = ${p.organizationId}
    and former.space_id = ${p.spaceId} and former.parent_id = w.entry_id
    and former.slug = seg.slug`
}

/** Walks down segment by segment, each time to the page that the first successful lookup finds. */
function walkDown(
  p: AtPath,
  ...places: readonly RawBuilder<unknown>[]
): RawBuilder<string | null> {
  const first = sql.join(places.map((place) => sql`(${place} limit 1)`))
  return sql`(
    with recursive walk (depth, entry_id) as (
      select 0, ''::text collate "C"
      union all
      select w.depth + 1, coalesce(${first})
      from walk as w
      join unnest(${p.segments}::text[]) with ordinality as seg (slug, number)
        on seg.number = w.depth + 1
      where w.entry_id is not null
    )
    select walk.entry_id from walk
    where walk.depth = cardinality(${p.segments}::text[]))`
}

type OfContent = Readonly<{ organizationId: string; spaceId: string }>

/**
 * The ids of all pages that are or once were in a place, on the main branch or on that of the
 * revision. `slug` narrows the result to pages that have or had this slug in the place.
 */
export function everInPlace(
  p: OfContent,
  { branchId, isMain = false }: AtRevision,
  parentId: RawBuilder<unknown>,
  slug?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const branches = [sql`${p.spaceId}`, ...(isMain ? [] : [branchId])]
  const entries = branches.flatMap((branch) => {
    const isThere = sql<boolean>`${isOnBranch('x', p, branch)} and x.parent_id = ${parentId}`
    const open = sql`select x.entry_id from entry_version as x
      where ${isThere} and x.to_number is null
        ${slug === undefined ? sql`and x.kind in ${pageKinds}` : sql`and x.slug = ${slug} and not x.is_gone`}`
    return [open, formerEntries(isThere, slug)]
  })
  return sql.join(entries, sql` union `)
}

/** Entries with an ended version in the place: one probe for each, however many versions it has. */
function formerEntries(
  isThere: RawBuilder<boolean>,
  slug: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> {
  const closed = sql`select coalesce(x.slug, '') as slug, x.entry_id
    from entry_version as x
    where ${isThere} and x.to_number is not null and x.kind in ${pageKinds}
      ${slug === undefined ? sql`` : sql`and coalesce(x.slug, '') = ${slug}`}`
  const ordered = sql`order by coalesce(x.slug, ''), x.entry_id limit 1`
  return sql`select once.entry_id from (
    with recursive step (slug, entry_id) as (
      (${closed} ${ordered})
      union all
      select further.slug, further.entry_id from step as s
      cross join lateral (${closed}
        and (coalesce(x.slug, ''), x.entry_id) > (s.slug, s.entry_id) ${ordered}) as further
    )
    select step.entry_id from step) as once`
}
