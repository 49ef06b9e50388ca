import { sql } from 'kysely'

import {
  type OrganizationCheck,
  organizationCheck,
} from '#/platform/integrity/integrity-check.ts'

const sectionOfSpace = organizationCheck(
  'search-section-space',
  (organizationId) => sql`
    select distinct s.space_id as id, s.space_id as expected, x.id as found
    from search_section s
    left join space x on x.organization_id = ${organizationId} and x.id = s.space_id
    where s.organization_id = ${organizationId}`,
)

/**
 * The check of the number of sections in an index: number and sections change in one transaction.
 */
const sectionCount = organizationCheck(
  'search-sections',
  (organizationId) => sql`
    select t.space_id as id, t.sections::text as found, (
      select count(*) from search_section s
      where s.organization_id = ${organizationId} and s.space_id = t.space_id
    )::text as expected
    from search_state t where t.organization_id = ${organizationId}`,
)

/** The check of the number of sections that visitors see under the same conditions. */
const sightCount = organizationCheck(
  'search-sights',
  (organizationId) => sql`
    select t.space_id || ' ' || t.sight as id, t.sections::text as found, (
      select count(*) from search_section s
      where s.organization_id = ${organizationId} and s.space_id = t.space_id
        and s.sight = t.sight
    )::text as expected
    from search_sight t where t.organization_id = ${organizationId}`,
)

const notAhead = organizationCheck(
  'search-ahead',
  (organizationId) => sql`
    select t.space_id as id, t.indexed_number::text as found,
      least(t.indexed_number, b.head_number)::text as expected
    from search_state t
    left join branch b on b.organization_id = ${organizationId}
      and b.space_id = t.space_id and b.id = t.space_id
    where t.organization_id = ${organizationId}`,
)

export const searchChecks: readonly OrganizationCheck[] = [
  sectionOfSpace,
  sectionCount,
  sightCount,
  notAhead,
]
