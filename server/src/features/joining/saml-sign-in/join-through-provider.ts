import { asRole } from '#/access/roles.ts'
import { addMember } from '#/features/people/members/public.ts'
import {
  changeTeamMembers,
  lockTeam,
  selectTeamIdsOf,
} from '#/features/people/teams/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import type { Finishing } from './finish-sign-in.ts'
import { memberJoined } from './saml-sign-in-events.ts'
import type { Answered } from './saml-sign-in-queries.ts'

interface Coming {
  readonly userId: string
  readonly isMember: boolean
  /** The groups that the answer names; null where teams do not follow groups. */
  readonly groups: Answered['groups']
}

/**
 * Adds somebody whom the provider vouches for, with the role and the team that it gives, and puts
 * whoever comes into exactly those teams that follow their groups.
 */
export async function joinThroughProvider(
  tx: Transaction,
  finishing: Pick<Finishing, 'provider' | 'requestId'>,
  { userId, isMember, groups }: Coming,
): Promise<void> {
  const { organizationId, defaultRole } = finishing.provider
  const wishes = wishesFor(finishing, { isMember, groups })
  const ids = [...wishes.keys()]
  const isIn =
    ids.length === 0
      ? []
      : await tx.many(selectTeamIdsOf, { organizationId, userId, ids })
  const teamIds = new Set(isIn.map(({ team_id: teamId }) => teamId))
  // Whoever changes teams locks them first, in this order, then their members.
  const changes = [...wishes]
    .filter(([teamId, isWanted]) => teamIds.has(teamId) !== isWanted)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const locked: typeof changes = []
  for (const change of changes) {
    const [teamId] = change
    const team = await tx.first(lockTeam, { organizationId, teamId })
    if (team !== undefined) locked.push(change)
  }
  if (!isMember) {
    const role = asRole(defaultRole)
    if (!(await addMember(tx, { organizationId, userId, role, sso: true }))) return
    memberJoined(tx, finishing, { userId, role })
  }
  const by = { caller: { userId }, requestId: finishing.requestId }
  for (const [teamId, isWanted] of locked) {
    const whom = isWanted ? { add: [userId], remove: [] } : { add: [], remove: [userId] }
    await changeTeamMembers(tx, by, { organizationId, teamId, ...whom })
  }
}

/** In which teams somebody has to be, and in which not; all others stay as they are. */
function wishesFor(
  { provider: { defaultTeamId, groups: followed } }: Pick<Finishing, 'provider'>,
  { isMember, groups }: Omit<Coming, 'userId'>,
): ReadonlyMap<string, boolean> {
  const wishes = new Map<string, boolean>()
  if (!isMember && defaultTeamId !== null) wishes.set(defaultTeamId, true)
  if (followed === null || groups === null) return wishes
  for (const { team } of followed.teams) wishes.set(team, false)
  for (const { group, team } of followed.teams) {
    if (groups.includes(group)) wishes.set(team, true)
  }
  return wishes
}
