import { suspendMember } from '#/features/people/members/public.ts'
import { changeTeamMembers, lockTeam } from '#/features/people/teams/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { By } from '#/platform/outbox/recorder.ts'

import { deleteWishes, selectWishes } from './group-queries.ts'
import { joinUser, selectInvitedAs } from './user-queries.ts'

type OfMember = Readonly<{ organizationId: string; userId: string }>

/**
 * Makes a new member the user whom a directory has invited: they come into the teams they were put
 * into meanwhile, and whoever was deactivated meanwhile is suspended.
 */
export async function joinInvited(
  tx: Transaction,
  by: By,
  member: OfMember,
): Promise<void> {
  const { organizationId, userId } = member
  const invited = await tx.first(selectInvitedAs, member)
  if (invited === undefined) return
  const of = { organizationId, id: invited.id }
  const joined = await tx.first(joinUser, { ...of, userId })
  if (joined === undefined) return
  for (const { team_id: teamId } of await tx.many(selectWishes, of)) {
    const team = { organizationId, teamId }
    if ((await tx.first(lockTeam, team)) === undefined) continue
    await changeTeamMembers(tx, by, { ...team, add: [userId], remove: [] })
  }
  await tx.run(deleteWishes, of)
  if (!joined.is_active) await suspendMember(tx, by, { ...member, isSuspended: true })
}
