import { sql } from 'kysely'

import {
  type OrganizationCheck,
  organizationCheck,
} from '#/platform/integrity/integrity-check.ts'

/**
 * Checks that the revision of a PDF exists: without it, nobody could request the PDF again, but it
 * would keep its storage.
 */
const revision = organizationCheck(
  'pdf-revision',
  (organizationId) => sql`
    select p.id, p.revision_id as expected, r.id as found
    from pdf as p
    left join revision as r on r.organization_id = p.organization_id
      and r.space_id = p.space_id and r.id = p.revision_id
    where p.organization_id = ${organizationId}`,
)

export const pdfChecks: readonly OrganizationCheck[] = [revision]
