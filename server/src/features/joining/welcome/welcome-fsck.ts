import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import {
  type GlobalCheck,
  type OrganizationCheck,
  problem,
  referenceCheck,
} from '#/platform/integrity/integrity-check.ts'

// The query skips expired links, which may outlive their invite until they are swept.
const selectLinksOfOrganization = statement(
  'fsck.welcome-links',
  (p: { organizationId: string }) =>
    sqlBuilder
      .selectFrom('welcome_link')
      .select(['secret_hash', 'invite_id', 'email'])
      .where('organization_id', '=', p.organizationId)
      .where('expires_at', '>', sql<string>`now()`),
)

const selectInviteAddresses = statement(
  'fsck.invite-addresses',
  (p: { organizationId: string; inviteIds: (string | null)[] }) =>
    sqlBuilder
      .selectFrom('mail_invite')
      .select(['id', 'email'])
      .where('organization_id', '=', p.organizationId)
      .where(sql<boolean>`id = any(${p.inviteIds}::text[])`),
)

/** Checks that every valid link belongs to an invite that exists, for the same address. */
const opensInvite: OrganizationCheck = {
  kind: 'welcome-link-invite',
  async run(db, organizationId) {
    const links = await db.many(selectLinksOfOrganization, { organizationId })
    const inviteIds = links.map(({ invite_id }) => invite_id)
    const invites = await db.many(selectInviteAddresses, { organizationId, inviteIds })
    const addresses = new Map(invites.map(({ id, email }) => [id, email]))
    const problems = links.flatMap(({ secret_hash: id, invite_id, email: expected }) => {
      const found = addresses.get(invite_id ?? '') ?? null
      const difference = { organizationId, kind: 'welcome-link-invite', id }
      return found === expected ? [] : [problem({ ...difference, expected, found })]
    })
    return { rows: links.length, problems }
  },
}

const opensAccount = referenceCheck(
  'welcome-link-account',
  sql`
    select l.secret_hash as id, l.account_id as expected, e.account_id as found
    from welcome_link l left join account_email e on e.email = l.email
    where l.account_id is not null and l.expires_at > now()`,
)

export const welcomeChecks: readonly OrganizationCheck[] = [opensInvite]
export const welcomeAccountChecks: readonly GlobalCheck[] = [opensAccount]
