import { sql } from 'kysely'

/**
 * Whether the member `me` of a statement is somebody whom the organization tells by other ways than
 * a request: whoever must use single sign-on has come through one of its providers at least once.
 */
export function isLedThrough({ organizationId }: Readonly<{ organizationId: string }>) {
  return sql<boolean>`(not me.needs_sso or exists (
    select from account_identity as led
    join saml_provider as p on p.organization_id = ${organizationId}
      and led.provider = 'saml:' || p.id
    where led.account_id = me.user_id))`
}
