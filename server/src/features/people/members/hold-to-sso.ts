import type { Transaction } from '#/platform/database/transaction.ts'

import { updateHeldMembers } from './member-queries.ts'

/**
 * Lets in by single sign-on alone whom the organization's settings say, and nobody else. Called in
 * the transaction that changes these settings, behind the lock on the organization.
 */
export async function holdMembersToSso(
  tx: Transaction,
  of: { readonly organizationId: string },
): Promise<void> {
  await tx.run(updateHeldMembers, of)
}
