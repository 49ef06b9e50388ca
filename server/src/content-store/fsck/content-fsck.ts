import { sql } from 'kysely'

import { countCheck } from '#/platform/integrity/common-checks.ts'
import {
  type Counted,
  type OrganizationCheck,
  organizationCheck,
} from '#/platform/integrity/integrity-check.ts'

import { documentHashes } from './document-fsck.ts'
import { entryChecks } from './entry-fsck.ts'

const head = organizationCheck(
  'branch-head',
  (organizationId) => sql`
    select b.space_id || '/' || b.id as id, b.head_number::text as expected,
      r.number::text as found
    from branch as b
    left join revision as r on r.organization_id = ${organizationId}
      and r.space_id = b.space_id and r.branch_id = b.id and r.id = b.head_revision_id
    where b.organization_id = ${organizationId}`,
)

const moved = organizationCheck(
  'branch-moved',
  (organizationId) => sql`
    select b.space_id || '/' || b.id as id, 'up to the head' as expected,
      case when b.moved_number <= b.head_number then 'up to the head'
        else b.moved_number::text end as found
    from branch as b where b.organization_id = ${organizationId}`,
)

/** Checks that revision numbers count from one without a gap, up to the head. */
const numbers = organizationCheck(
  'revision-number',
  (organizationId) => sql`
    select r.id, (row_number() over (
        partition by r.space_id, r.branch_id order by r.number))::text as expected,
      case when r.number <= b.head_number then r.number::text
        else r.number || ' after the head' end as found
    from revision as r
    join branch as b on b.organization_id = ${organizationId} and b.space_id = r.space_id
      and b.id = r.branch_id
    where r.organization_id = ${organizationId}`,
)

/** Checks that on a main branch the first parent of each revision is the revision before. */
const parents = organizationCheck(
  'revision-parents',
  (organizationId) => sql`
    select r.id, lag(r.id) over (partition by r.space_id order by r.number) as expected,
      r.parents[1] as found
    from revision as r
    where r.organization_id = ${organizationId} and r.branch_id = r.space_id`,
)

const changed = organizationCheck(
  'revision-changed',
  (organizationId) => sql`
    select r.id, coalesce(v.ids, '') as expected, coalesce((
      select string_agg(c.id, ',' order by c.id) from unnest(r.changed) as c (id)
    ), '') as found
    from revision as r
    left join (
      select t.space_id, t.branch_id, t.number,
        string_agg(distinct t.entry_id, ',' order by t.entry_id) as ids
      from (
        select space_id, branch_id, entry_id, from_number as number from entry_version
        where organization_id = ${organizationId}
        union all
        select space_id, branch_id, entry_id, to_number from entry_version
        where organization_id = ${organizationId} and to_number is not null
      ) as t
      group by t.space_id, t.branch_id, t.number
    ) as v on v.space_id = r.space_id and v.branch_id = r.branch_id and v.number = r.number
    where r.organization_id = ${organizationId}`,
  // Sums of hashes need no order: sorting the ids is most of the work of the statement above.
  (organizationId) => sql<Counted>`
    select count(*) as rows, count(*) filter (where v.ids is distinct from (
      select sum(hashtextextended(c.id, 0)) from unnest(r.changed) as c (id)
    )) as wrong
    from revision as r
    left join (
      select t.space_id, t.branch_id, t.number, sum(hashtextextended(t.entry_id, 0)) as ids
      from (
        select space_id, branch_id, from_number as number, entry_id from entry_version
        where organization_id = ${organizationId}
        union
        select space_id, branch_id, to_number, entry_id from entry_version
        where organization_id = ${organizationId} and to_number is not null
      ) as t
      group by t.space_id, t.branch_id, t.number
    ) as v on v.space_id = r.space_id and v.branch_id = r.branch_id and v.number = r.number
    where r.organization_id = ${organizationId}`,
)

const files = countCheck('space-files', 'space_counter.files', 'entry_version.entry_id', {
  id: ['space_id'],
  within: { space_id: 'space_id', branch_id: 'space_id' },
  and: sql`partner.to_number is null and partner.kind = 'file' and not partner.is_gone`,
})

export const contentChecks: readonly OrganizationCheck[] = [
  head,
  moved,
  numbers,
  parents,
  changed,
  files,
  ...entryChecks,
  documentHashes,
]
