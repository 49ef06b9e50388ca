import { sql } from 'kysely'

import { organizationCheck } from '#/platform/integrity/integrity-check.ts'

export const inviteLinkCounter = organizationCheck(
  'counter-link-invites',
  (organizationId) => sql`
    select 'link-invites' as id, count(*)::text as expected, coalesce((
      select value from organization_counter
      where organization_id = ${organizationId} and name = 'link-invites'
    ), 0)::text as found
    from link_invite where organization_id = ${organizationId} and content_id is null`,
)
