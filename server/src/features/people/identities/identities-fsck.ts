import { sql } from 'kysely'

import { type GlobalCheck, referenceCheck } from '#/platform/integrity/integrity-check.ts'

export interface IdentityRow {
  readonly provider: string
  readonly subject: string
  readonly account_id: string
  readonly organization_id: string | null
}

/** What a walk of the identities reads. */
export const identityWalk = {
  table: 'account_identity',
  key: ['provider', 'subject'],
  columns: ['provider', 'subject', 'account_id', 'organization_id'],
} as const

export function identityName({ provider, subject }: IdentityRow): string {
  return `${provider} ${subject}`
}

/** Checks that what a provider of an organization knows is of this organization, and nothing else. */
const bound = referenceCheck(
  'identity-organization',
  sql`
    select i.provider || ' ' || i.subject as id,
      case when i.provider like 'saml:%' then 'an organization' end as expected,
      case when i.organization_id is not null then 'an organization' end as found
    from account_identity i`,
)

export const identityChecks: readonly GlobalCheck[] = [bound]
