import type { Role } from '#/access/roles.ts'
import { addMember } from '#/features/people/members/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import { type Joining, memberJoined } from './invite-events.ts'
import { deleteMailInviteOfOwner } from './mail-invite-queries.ts'

/** Adds a member; an existing one keeps their role. */
export async function joinAsInvited(
  tx: Transaction,
  joining: Joining & { sso: boolean },
): Promise<void> {
  const isNew = await addMember(tx, {
    organizationId: joining.organizationId,
    userId: joining.userId,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- check constraints hold the roles of invites to the roles
    role: joining.role as Role | null,
    sso: joining.sso,
  })
  if (isNew) memberJoined(tx, joining)
}

/**
 * Consumes an invite; false when it is gone, expired, or for an address that the user has not
 * verified.
 */
export async function acceptMailInvite(
  tx: Transaction,
  acceptance: Omit<Joining, 'role'>,
): Promise<boolean> {
  const invite = await tx.first(deleteMailInviteOfOwner, acceptance)
  if (invite === undefined) return false
  await joinAsInvited(tx, { ...acceptance, ...invite })
  return true
}
