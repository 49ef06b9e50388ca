import { asRole } from '#/access/roles.ts'
import { addMember } from '#/features/people/members/public.ts'
import { changeTeamMembers, lockTeam } from '#/features/people/teams/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import type { Finishing } from './finish-sign-in.ts'
import { memberJoined } from './saml-sign-in-events.ts'

/** Adds somebody whom the provider vouches for, with the role and the team that it gives. */
export async function joinThroughProvider(
  tx: Transaction,
  finishing: Pick<Finishing, 'provider' | 'requestId'>,
  userId: string,
): Promise<void> {
  const { organizationId, defaultRole, defaultTeamId } = finishing.provider
  // Whoever changes a team locks first the team, then its members.
  const team =
    defaultTeamId === null
      ? undefined
      : await tx.first(lockTeam, { organizationId, teamId: defaultTeamId })
  const role = asRole(defaultRole)
  if (!(await addMember(tx, { organizationId, userId, role, sso: true }))) return
  memberJoined(tx, finishing, { userId, role })
  if (team === undefined) return
  const by = { caller: { userId }, requestId: finishing.requestId }
  const of = { organizationId, teamId: team.id }
  await changeTeamMembers(tx, by, { ...of, add: [userId], remove: [] })
}
