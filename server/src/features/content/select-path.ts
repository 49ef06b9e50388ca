import { type RawBuilder, sql } from 'kysely'

import {
  isOnMain,
  isOpen,
  isStillThere,
  type OfSpace,
  openVersion,
  pageKinds,
  versionAt,
} from './select-space.ts'

type AtPath = OfSpace & { readonly segments: readonly string[] }

/**
 * The id of the page at a path: segment by segment, whoever has the slug now, otherwise whoever had
 * it last. An empty path is the first page with a body.
 */
export function pageAtPath(p: AtPath): RawBuilder<string | null> {
  const current = sql`select x.entry_id from entry_version as x
    where ${isOpen('x', p)} and x.parent_id = w.entry_id and not x.is_gone
      and x.slug = seg.slug`
  const former = sql`select former.entry_id from alias as former
    cross join ${openVersion(p, sql`former.entry_id`)} as x
    where ${isAlias(p)}`
  const first = sql`select case t.kind when 'document' then t.entry_id else (
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

/** The same in a revision, where a slug can belong to a page that lost it or is deleted since. */
export function pageAtPathIn(
  p: AtPath,
  number: RawBuilder<unknown>,
): RawBuilder<string | null> {
  const segment = sql`seg.slug`
  const candidates = sql`
    select x.entry_id from entry_version as x
    where ${isOpen('x', p)} and x.parent_id = w.entry_id and x.slug = ${segment}
      and not x.is_gone
    union ${formerEntries(p, sql`w.entry_id`, segment)}`
  const current = sql`select v.entry_id from (${candidates}) as c
    cross join ${versionAt(p, sql`c.entry_id`, number)} as v
    where v.parent_id = w.entry_id and v.slug = ${segment} and ${isStillThere('v', number)}`
  const former = sql`select v.entry_id from alias as former
    cross join ${versionAt(p, sql`former.entry_id`, number)} as v
    where ${isAlias(p)} and ${isStillThere('v', number)}`
  return sql`case when cardinality(${p.segments}::text[]) = 0
    then null else ${walkDown(p, current, former)} end`
}

function isAlias(p: AtPath): RawBuilder<boolean> {
  return sql`former.organization_id = ${p.organizationId}
    and former.space_id = ${p.spaceId} and former.parent_id = w.entry_id
    and former.slug = seg.slug`
}

function walkDown(
  p: AtPath,
  current: RawBuilder<unknown>,
  former: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql`(
    with recursive walk (depth, entry_id) as (
      select 0, ''::text collate "C"
      union all
      select w.depth + 1, coalesce((${current} limit 1), (${former} limit 1))
      from walk as w
      join unnest(${p.segments}::text[]) with ordinality as seg (slug, number)
        on seg.number = w.depth + 1
      where w.entry_id is not null
    )
    select walk.entry_id from walk
    where walk.depth = cardinality(${p.segments}::text[]))`
}

/**
 * The ids of all that were once in a place and are not open there: one probe for each, however many
 * versions it has. `slug` narrows it to those that had this slug there.
 */
export function formerEntries(
  p: OfSpace | { organizationId: string; spaceId: string },
  parentId: RawBuilder<unknown>,
  slug?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const closed = sql`select coalesce(x.slug, '') as slug, x.entry_id
    from entry_version as x
    where ${isOnMain('x', p)} and x.to_number is not null and x.kind in ${pageKinds}
      and x.parent_id = ${parentId}
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
