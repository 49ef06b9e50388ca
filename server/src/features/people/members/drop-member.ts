import type { Role } from '#/access/roles.ts'
import { withdrawTokensOfMember } from '#/features/people/api-tokens/public.ts'
import { deleteIdentitiesOfMember } from '#/features/people/identities/public.ts'
import { endSessionsOfOrganization } from '#/features/people/sessions/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { By } from '#/platform/outbox/recorder.ts'
import { count } from '#/platform/tenancy/counters.ts'

import { memberRemoved } from './member-events.ts'
import {
  deleteMember,
  lockMember,
  lockTeamsOfMember,
  type OfMember,
} from './member-queries.ts'

/** Removes a member; the memberships must be locked, and another admin be left. */
export async function dropMember(
  tx: Transaction,
  by: By,
  { role, ...member }: OfMember & { readonly role: Role | null },
): Promise<void> {
  const { organizationId } = member
  const [, , removed] = await Promise.all([
    tx.many(lockTeamsOfMember, member),
    tx.first(lockMember, member),
    tx.first(deleteMember, member),
  ])
  count(tx, { organizationId, name: 'members', by: -1 })
  if (removed?.was_seen === true) {
    count(tx, { organizationId, name: 'members-seen', by: -1 })
  }
  // What let them in is no way back for whoever becomes a member again.
  await endSessionsOfOrganization(tx, member)
  const of = { organizationId, accountId: member.userId }
  await tx.run(withdrawTokensOfMember, of)
  await tx.run(deleteIdentitiesOfMember, of)
  memberRemoved(tx, by, { ...member, role })
}
