import { holdMembersToSso } from '#/features/people/members/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import { updateSsoProvided } from './organization-queries.ts'

/**
 * Notes whether an active provider of single sign-on is there, and holds members to it or lets them
 * go. Called behind the lock on the organization.
 */
export async function noteSsoProvided(
  tx: Transaction,
  of: { readonly organizationId: string; readonly isProvided: boolean },
): Promise<void> {
  await tx.run(updateSsoProvided, of)
  await holdMembersToSso(tx, of)
}
