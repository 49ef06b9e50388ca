import type { Role } from '#/access/roles.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import type { Committed } from '#/platform/http/outcome.ts'

import { upsertTeamGrants, upsertUserGrants } from './grant-queries.ts'
import { contentPermissionsChanged } from './permission-events.ts'
import {
  collectionAt,
  type ContentAddress,
  resolveContentToChange,
  spaceAt,
} from './permission-resolve.ts'
import { requireHolders } from './require-holders.ts'

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
