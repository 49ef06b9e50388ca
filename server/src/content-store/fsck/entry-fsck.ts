import { sql } from 'kysely'

import {
  type Counted,
  type OrganizationCheck,
  organizationCheck,
} from '#/platform/integrity/integrity-check.ts'

/** The number that stands for the end of a version that has none. */
const endless = sql.lit(2_147_483_647)

/** Checks that the versions of one entry on one branch do not overlap. */
const ranges = organizationCheck(
  'entry-ranges',
  (organizationId) => sql`
    select v.entry_id || '@' || v.from_number as id, 'ends before the next' as expected,
      case when v.next is null or v.to_number <= v.next then 'ends before the next'
        else coalesce(v.to_number::text, 'open') end as found
    from (
      select entry_id, from_number, to_number, lead(from_number) over (
        partition by space_id, branch_id, entry_id order by from_number) as next
      from entry_version where organization_id = ${organizationId}
    ) as v`,
)

/** Checks that an entry's `gone_number` is the end of its last version on the main branch. */
const ends = organizationCheck(
  'entry-gone',
  (organizationId) => sql`
    select e.id, coalesce(e.gone_number::text, 'open') as expected,
      case when v.entry_id is null then null
        else coalesce(v.to_number::text, 'open') end as found
    from entry as e
    left join (
      select distinct on (space_id, entry_id) space_id, entry_id, to_number
      from entry_version
      where organization_id = ${organizationId} and branch_id = space_id
      order by space_id, entry_id, from_number desc
    ) as v on v.space_id = e.space_id and v.entry_id = e.id
    where e.organization_id = ${organizationId}`,
  // Ranges do not overlap, so the last version is the one with the highest end.
  (organizationId) => sql<Counted>`
    select count(*) as rows, count(*) filter (
      where coalesce(e.gone_number, ${endless}) is distinct from v.last
    ) as wrong
    from entry as e
    left join (
      select space_id, entry_id, max(coalesce(to_number, ${endless})) as last
      from entry_version
      where organization_id = ${organizationId} and branch_id = space_id
      group by space_id, entry_id
    ) as v on v.space_id = e.space_id and v.entry_id = e.id
    where e.organization_id = ${organizationId}`,
)

const begins = organizationCheck(
  'entry-from',
  (organizationId) => sql`
    select v.entry_id as id, v.first::text as expected, e.from_number::text as found
    from (
      select space_id, entry_id, min(from_number) as first from entry_version
      where organization_id = ${organizationId} and branch_id = space_id
      group by space_id, entry_id
    ) as v
    left join entry as e on e.organization_id = ${organizationId}
      and e.space_id = v.space_id and e.id = v.entry_id`,
)

/** Checks that documents and reusable contents have a text, others none. */
const texts = organizationCheck(
  'entry-text',
  (organizationId) => sql`
    select entry_id || '@' || from_number as id,
      case when kind in ('document', 'reusable-content') then 'text'
        else 'no text' end as expected,
      case when document_id is null then 'no text' else 'text' end as found
    from entry_version
    where organization_id = ${organizationId} and not is_gone`,
)

/** Checks that a page is at the top or in a document or group, and a group at the top. */
const parents = organizationCheck(
  'entry-parent',
  (organizationId) => sql`
    select v.entry_id as id, v.parent_id as expected,
      case when v.kind = 'group' then '' else p.entry_id end as found
    from entry_version as v
    left join entry_version as p on p.organization_id = ${organizationId}
      and p.space_id = v.space_id and p.branch_id = v.branch_id and p.entry_id = v.parent_id
      and p.to_number is null and not p.is_gone and p.kind in ('document', 'group')
    where v.organization_id = ${organizationId} and v.to_number is null and not v.is_gone
      and v.branch_id = v.space_id and v.parent_id <> ''`,
)

/** Checks that every page has a position unique among its siblings, and other entries none. */
const positions = organizationCheck(
  'entry-position',
  (organizationId) => sql`
    select v.entry_id as id,
      case when v.kind in ('document', 'group', 'link', 'computed') then 'a place'
        else 'no place' end as expected,
      case when v.position = '' then 'no place'
        when v.beside > 1 and v.nth > 1 then 'a shared place' else 'a place' end as found
    from (
      select entry_id, kind, position,
        count(*) over same as beside, row_number() over (same order by entry_id) as nth
      from entry_version
      where organization_id = ${organizationId} and to_number is null and not is_gone
        and branch_id = space_id
      window same as (partition by space_id, parent_id, position)
    ) as v`,
  (organizationId) => sql<Counted>`
    select coalesce(sum(place.rows), 0)::bigint as rows,
      coalesce(sum(place.misplaced + place.shared), 0)::bigint as wrong
    from (
      select count(*) as rows, count(*) filter (
          where (position = '') = (kind in ('document', 'group', 'link', 'computed'))
        ) as misplaced,
        case when position = '' then 0 else count(*) - 1 end as shared
      from entry_version
      where organization_id = ${organizationId} and to_number is null and not is_gone
        and branch_id = space_id
      group by space_id, parent_id, position
    ) as place`,
)

/** Checks that documents and groups have a slug, without a slash, and other entries none. */
const slugs = organizationCheck(
  'entry-slug',
  (organizationId) => sql`
    select entry_id as id,
      case when kind in ('document', 'group') then 'a slug' else 'no slug' end as expected,
      case when slug is null then 'no slug' when slug = '' or slug ~ '/' then slug
        else 'a slug' end as found
    from entry_version
    where organization_id = ${organizationId} and to_number is null and not is_gone`,
)

/** Checks that `targets` of an entry has the entries its links lead to, as backlinks need it. */
const targets = organizationCheck(
  'entry-targets',
  (organizationId) => sql`
    select v.entry_id as id, '' as expected, coalesce((
      select string_agg(distinct t.id, ',' order by t.id)
      from jsonb_array_elements(v.links) as l
      cross join lateral (values (l -> 'ref' ->> 'page'), (l -> 'ref' ->> 'file'),
        (l -> 'ref' ->> 'reusableContent')) as t (id)
      where l ->> 'status' = 'ok' and t.id is not null
        and t.id <> all (coalesce(v.targets, '{}'))
    ), '') as found
    from entry_version as v
    where v.organization_id = ${organizationId} and v.to_number is null
      and jsonb_typeof(v.links) = 'array'`,
  (organizationId) => sql<Counted>`
    select count(*) as rows, count(*) filter (where exists (
      select from jsonb_path_query(v.links, '$[*] ? (@.status == "ok").ref') as ref
      where ref ->> 'page' <> all (coalesce(v.targets, '{}'))
        or ref ->> 'file' <> all (coalesce(v.targets, '{}'))
        or ref ->> 'reusableContent' <> all (coalesce(v.targets, '{}'))
    )) as wrong
    from entry_version as v
    where v.organization_id = ${organizationId} and v.to_number is null
      and jsonb_typeof(v.links) = 'array'`,
)

/** Checks that `uses` of an entry has what its links and its cover show, as visitors need it. */
const uses = organizationCheck(
  'entry-uses',
  (organizationId) => sql`
    select v.entry_id as id, coalesce((
        select string_agg(distinct shown.id, ',' order by shown.id)
        from (
          select coalesce(l -> 'target', l -> 'ref') as ref
          from jsonb_array_elements(v.links) as l where l ->> 'status' <> 'broken'
          union all
          select c.ref from (values (v.attributes #> '{cover,ref}'),
            (v.attributes #> '{cover,refDark}')) as c (ref)
        ) as r
        cross join lateral (select (case
          when r.ref ->> 'kind' = 'file' then r.ref ->> 'file'
          when r.ref ->> 'kind' = 'reusable-content' and not r.ref ? 'space'
            then r.ref ->> 'reusableContent' end) collate "C" as id) as shown
      ), '') as expected, coalesce((
        select string_agg(used.id collate "C", ',' order by used.id collate "C")
        from jsonb_object_keys(v.uses) as used (id)
      ), '') as found
    from entry_version as v
    where v.organization_id = ${organizationId} and v.to_number is null
      and jsonb_typeof(v.links) = 'array' and jsonb_typeof(v.uses) = 'object'`,
)

export const entryChecks: readonly OrganizationCheck[] = [
  ranges,
  ends,
  begins,
  texts,
  parents,
  positions,
  slugs,
  targets,
  uses,
]
