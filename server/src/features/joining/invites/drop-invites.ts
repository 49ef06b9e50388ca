import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

type ToContent = Readonly<{ organizationId: string; contentIds: readonly string[] }>

const deleteInvitesTo = statement(
  'invite-link.drop',
  (p: ToContent) => sql`
    delete from link_invite
    where organization_id = ${p.organizationId} and content_id = any (${p.contentIds}::text[])`,
)

/**
 * Deletes the links to content that leaves the organization; the organization has no counter for
 * these.
 */
export async function dropInvitesTo(tx: Transaction, content: ToContent): Promise<void> {
  await tx.run(deleteInvitesTo, content)
}
