import { sql } from 'kysely'

import { partnerCheck } from '#/platform/integrity/common-checks.ts'
import {
  type OrganizationCheck,
  organizationCheck,
} from '#/platform/integrity/integrity-check.ts'

const counters = organizationCheck(
  'space-change-requests',
  (organizationId) => sql`
    select k.space_id as id, count(r.id) || ', open ' || count(r.id) filter (
        where r.status = 'open') || ', draft ' || count(r.id) filter (
        where r.status = 'draft') as expected,
      k.change_requests || ', open ' || k.change_requests_open || ', draft '
        || k.change_requests_draft as found
    from space_counter as k
    left join change_request as r on r.organization_id = ${organizationId}
      and r.space_id = k.space_id
    where k.organization_id = ${organizationId}
    group by k.space_id, k.change_requests, k.change_requests_open, k.change_requests_draft`,
)

/** Checks that numbers count from one without a gap: no change request is ever deleted alone. */
const numbers = organizationCheck(
  'change-request-number',
  (organizationId) => sql`
    select r.id, (row_number() over (partition by r.space_id order by r.number))::text
        as expected, r.number::text as found
    from change_request as r where r.organization_id = ${organizationId}`,
)

const ofBranch = partnerCheck('branch-change-request', 'branch.id', 'change_request.id', {
  id: ['space_id', 'id'],
  within: { space_id: 'space_id' },
  where: sql`own.id <> own.space_id`,
})

/** Checks that a branch reads through to the main revision that its own last revision names. */
const readsThrough = organizationCheck(
  'branch-main-number',
  (organizationId) => sql`
    select b.space_id || '/' || b.id as id, h.main_number::text as expected,
      b.main_number::text as found
    from branch as b
    join revision as h on h.organization_id = ${organizationId} and h.space_id = b.space_id
      and h.id = b.head_revision_id
    where b.organization_id = ${organizationId} and b.id <> b.space_id`,
)

const merged = partnerCheck(
  'change-request-merged',
  'change_request.merged_revision_id',
  'revision.id',
  {
    within: { space_id: 'space_id', branch_id: 'space_id' },
    where: sql`own.merged_revision_id is not null`,
    and: sql`partner.type = 'merge'`,
  },
)

export const changeRequestChecks: readonly OrganizationCheck[] = [
  counters,
  numbers,
  ofBranch,
  readsThrough,
  merged,
]
