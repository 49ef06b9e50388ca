import { sql } from 'kysely'

import { counterCheck } from '#/platform/integrity/common-checks.ts'

export const inviteLinkCounter = counterCheck(
  'link-invites',
  'link_invite',
  sql`content_id is null`,
)
