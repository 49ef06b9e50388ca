import type { Role } from '#/access/roles.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import type { Committed } from '#/platform/http/outcome.ts'

import {
  lockMembers,
  lockTeams,
  upsertTeamGrants,
  upsertUserGrants,
} from './grant-queries.ts'
import { unknownHolders } from './permission-errors.ts'
import { contentPermissionsChanged } from './permission-events.ts'
import {
  collectionAt,
  type ContentAddress,
  resolveContentToChange,
  spaceAt,
} from './permission-resolve.ts'

export const inviteToSpace = operation(
  'inviteToSpace',
  async ({ params, body }, context) => give(context, spaceAt(params), body),
)

export const inviteToCollection = operation(
  'inviteToCollection',
  async ({ params, body }, context) => give(context, collectionAt(params), body),
)

interface Gift {
  readonly role: Role | null
  readonly users?: readonly string[]
  readonly teams?: readonly string[]
}

async function give(
  context: Context,
  address: ContentAddress,
  { role, users = [], teams = [] }: Gift,
): Promise<Committed<undefined>> {
  return change(context, async (tx) => {
    const content = await resolveContentToChange(tx, context, address)
    const { organizationId, kind } = content
    const userIds = [...new Set(users)]
    const teamIds = [...new Set(teams)]
    await requireHolders(tx, { organizationId, userIds, teamIds })

    await Promise.all([
      teamIds.length > 0 &&
        tx.run(upsertTeamGrants({ kind }), { ...content, teamIds, role }),
      userIds.length > 0 &&
        tx.run(upsertUserGrants({ kind }), { ...content, userIds, role }),
    ])
    contentPermissionsChanged(tx, context, {
      ...content,
      users: Object.fromEntries(userIds.map((id) => [id, role])),
      teams: Object.fromEntries(teamIds.map((id) => [id, role])),
    })
    return undefined
  })
}

/** Locks all users and teams of the request until the end, or refuses when any is unknown. */
async function requireHolders(
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
