import type { Transaction } from '#/platform/database/transaction.ts'

import { lockMembers, lockTeams } from './grant-queries.ts'
import { unknownHolders } from './permission-errors.ts'

/** Locks all users and teams of the request until the end, or refuses when any is unknown. */
export async function requireHolders(
  tx: Transaction,
  named: { organizationId: string; userIds: string[]; teamIds: string[] },
): Promise<void> {
  const { userIds, teamIds } = named
  const [teams, members] = await Promise.all([
    teamIds.length > 0 ? tx.many(lockTeams, named) : [],
    userIds.length > 0 ? tx.many(lockMembers, named) : [],
  ])
  const knownTeams = new Set(teams.map(({ id }) => id))
  const knownUsers = new Set(members.map(({ user_id }) => user_id))
  const unknown = {
    users: userIds.filter((id) => !knownUsers.has(id)),
    teams: teamIds.filter((id) => !knownTeams.has(id)),
  }
  if (unknown.users.length > 0 || unknown.teams.length > 0) throw unknownHolders(unknown)
}
