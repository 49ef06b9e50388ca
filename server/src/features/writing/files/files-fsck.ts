import { sql } from 'kysely'

import {
  type OrganizationCheck,
  organizationCheck,
} from '#/platform/integrity/integrity-check.ts'

/** The check that no version names a pending file, which is removed after a day. */
const unnamed = organizationCheck(
  'pending-file-named',
  (organizationId) => sql`
    select p.key as id, null::text as expected, min(v.entry_id) as found
    from pending_file p
    left join entry_version v
      on v.organization_id = p.organization_id and v.space_id = p.space_id
      and v.attributes->>'key' = p.key
    where p.organization_id = ${organizationId}
    group by p.key`,
)

/**
 * The check that the key of a pending file is below the prefix of its space: removing a space
 * removes all files there, and no others.
 */
const pendingPlace = organizationCheck(
  'pending-file-key',
  (organizationId) => sql`
    select key as id, 'spaces/' || space_id as expected,
      substring(key from '^(.*)/[^/]*$') as found
    from pending_file where organization_id = ${organizationId}`,
)

const uploadPlace = organizationCheck(
  'upload-key',
  (organizationId) => sql`
    select key as id, 'uploads/' || organization_id as expected,
      substring(key from '^(.*)/[^/]*$') as found
    from upload where organization_id = ${organizationId}`,
)

export const fileChecks: readonly OrganizationCheck[] = [
  unnamed,
  pendingPlace,
  uploadPlace,
]
