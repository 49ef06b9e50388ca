import { sql } from 'kysely'

import {
  type OrganizationCheck,
  organizationCheck,
} from '#/platform/integrity/integrity-check.ts'

/** Checks that a notification and its mail are for the same user. */
const reader = organizationCheck(
  'notification-reader',
  (organizationId) => sql`
    select n.source as id, mail.user_id as expected, n.user_id as found
    from notification as n
    join notification_mail as mail on mail.organization_id = ${organizationId}
      and mail.id = n.mail_id
    where n.organization_id = ${organizationId}`,
)

export const notificationChecks: readonly OrganizationCheck[] = [reader]
