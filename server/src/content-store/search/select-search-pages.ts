import { type RawBuilder, sql } from 'kysely'

import { isOpen, pageKinds } from '#/content-store/branches/public.ts'
import { currentProjection } from '#/content-store/documents/public.ts'
import { statement } from '#/platform/database/statement.ts'

interface OfSpace {
  readonly organizationId: string
  readonly spaceId: string
}

/** The head number of the main branch, and the language of its content. */
export const selectHeadForSearch = statement<
  OfSpace,
  { head_number: number; language: string | null }
>(
  'content.search-head',
  (p) => sql`
    select b.head_number, s.language
    from branch as b
    join space as s on s.organization_id = ${p.organizationId} and s.id = b.space_id
    where b.organization_id = ${p.organizationId} and b.space_id = ${p.spaceId}
      and b.id = ${p.spaceId}`,
)

/** The spaces of an organization, in the order of their ids. */
export const selectSpacesForSearch = statement<
  { organizationId: string; afterId: string; rowsMax: number },
  { id: string }
>(
  'content.search-spaces',
  (p) => sql`
    select b.space_id as id from branch as b
    where b.organization_id = ${p.organizationId} and b.id = b.space_id
      and b.space_id > ${p.afterId}
    order by b.space_id
    limit ${p.rowsMax}`,
)

/** The entries changed between two revisions of the main branch; some may be the same again. */
export const selectChangedForSearch = statement<
  OfSpace & { afterNumber: number; upToNumber: number },
  { id: string }
>(
  'content.search-changed',
  (p) => sql`
    select distinct changed.id
    from revision as r
    cross join lateral unnest(r.changed) as changed (id)
    where r.organization_id = ${p.organizationId} and r.space_id = ${p.spaceId}
      and r.branch_id = ${p.spaceId}
      and r.number > ${p.afterNumber} and r.number <= ${p.upToNumber}`,
)

/** The pages of the head below the given entries. */
export const selectBelowForSearch = statement<
  OfSpace & { ids: readonly string[] },
  { id: string }
>(
  'content.search-below',
  (p) => sql`
    with recursive below (id) as (
      select asked.id collate "C" from unnest(${p.ids}::text[]) as asked (id)
      union
      select v.entry_id from below
      cross join lateral (
        select x.entry_id from entry_version as x
        where ${isOpen('x', p)} and x.kind in ${pageKinds} and x.parent_id = below.id
      ) as v
    )
    select below.id from below where not below.id = any (${p.ids}::text[])`,
)

/** The findable pages of the head, in the order of their ids. */
export const selectPageIdsForSearch = statement<
  OfSpace & { afterId: string; rowsMax: number },
  { id: string }
>(
  'content.search-page-ids',
  (p) => sql`
    select v.entry_id as id
    from entry_version as v
    where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
      and v.branch_id = ${p.spaceId} and v.to_number is null and ${isFindable('v')}
      and v.entry_id > ${p.afterId}
    order by v.entry_id
    limit ${p.rowsMax}`,
)

export interface PageForSearch {
  readonly id: string
  /** The revision in which the version began. */
  readonly from_number: number
  readonly title: string
  readonly description: string
  readonly projection: Buffer | null
  readonly markdown: string | null
  /** Whether it shows parts of an OpenAPI specification. */
  readonly shows_spec: boolean
}

/** Those of the given entries that are findable pages, as in the head. */
export const selectPagesForSearch = statement<
  OfSpace & { ids: readonly string[] },
  PageForSearch
>(
  'content.search-pages',
  (p) => sql`
    select v.entry_id as id, v.from_number, v.title, coalesce(v.attributes ->> 'description', '') as description,
      d.projection,
      case when d.projection is null then d.markdown end as markdown,
      coalesce(array_to_string(v.targets, ' ') like '%openapi:%', false) as shows_spec
    from ${openOf(p)} as v
    left join lateral (
      select ${currentProjection('x')} as projection, x.markdown from document as x
      where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
        and x.id = v.document_id limit 1
    ) as d on true
    where ${isFindable('v')}`,
)

/** The versions in the head of those of the given entries that are findable pages. */
export const selectVersionsForSearch = statement<
  OfSpace & { ids: readonly string[] },
  Pick<PageForSearch, 'id' | 'from_number'>
>(
  'content.search-versions',
  (p) => sql`
    select v.entry_id as id, v.from_number from ${openOf(p)} as v where ${isFindable('v')}`,
)

/** The given entries as in the head, each by a probe. */
function openOf(p: OfSpace & { ids: readonly string[] }): RawBuilder<unknown> {
  return sql`(
    select found.* from (select distinct w.id from unnest(${p.ids}::text[]) as w (id)) as asked
    cross join lateral (
      select o.* from entry_version as o
      where o.organization_id = ${p.organizationId} and o.space_id = ${p.spaceId}
        and o.branch_id = ${p.spaceId} and o.to_number is null and o.entry_id = asked.id
      limit 1
    ) as found)`
}

/**
 * Whether a version is a readable page that does not ask not to be found. A hidden page is left out
 * only of the navigation: readers of the space may read it, so a search finds it.
 */
export function isFindable(version: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${version}.${column}`)
  return sql`(${of('kind')} in ('document', 'computed') and not ${of('is_gone')}
    and ${of('attributes')} -> 'noIndex' is distinct from 'true'::jsonb)`
}
