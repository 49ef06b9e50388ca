import type { Role } from '#/access/roles.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import type { Committed } from '#/platform/http/outcome.ts'

import {
  deleteTeamGrant,
  lockTeams,
  selectTeamGrant,
  updateTeamGrant,
} from './grant-queries.ts'
import { contentPermissionsChanged } from './permission-events.ts'
import {
  collectionAt,
  type ContentAddress,
  resolveContentToChange,
  spaceAt,
} from './permission-resolve.ts'

export const updateTeamPermissionInSpace = operation(
  'updateTeamPermissionInSpace',
  async ({ params, body }, context) =>
    setRole(context, spaceAt(params), params.teamId, body.role),
)

export const updateTeamPermissionInCollection = operation(
  'updateTeamPermissionInCollection',
  async ({ params, body }, context) =>
    setRole(context, collectionAt(params), params.teamId, body.role),
)

export const removeTeamFromSpace = operation(
  'removeTeamFromSpace',
  async ({ params }, context) => takeBack(context, spaceAt(params), params.teamId),
)

export const removeTeamFromCollection = operation(
  'removeTeamFromCollection',
  async ({ params }, context) => takeBack(context, collectionAt(params), params.teamId),
)

async function setRole(
  context: Context,
  address: ContentAddress,
  teamId: string,
  role: Role | null | undefined,
): Promise<Committed<undefined>> {
  return change(context, async (tx) => {
    const content = await resolveContentToChange(tx, context, address)
    const grant = await tx.first(selectTeamGrant, { ...content, teamId })
    if (grant === undefined) throw notFound('permission of team', teamId)
    if (role === undefined || role === grant.role) return undefined

    await tx.run(updateTeamGrant, { ...content, teamId, role })
    contentPermissionsChanged(tx, context, { ...content, teams: { [teamId]: role } })
    return undefined
  })
}

async function takeBack(
  context: Context,
  address: ContentAddress,
  teamId: string,
): Promise<Committed<undefined>> {
  return change(context, async (tx) => {
    const content = await resolveContentToChange(tx, context, address)
    const { organizationId } = content
    const [, taken] = await Promise.all([
      tx.many(lockTeams, { organizationId, teamIds: [teamId] }),
      tx.first(deleteTeamGrant({ kind: content.kind }), { ...content, teamId }),
    ])
    if (taken !== undefined) {
      contentPermissionsChanged(tx, context, { ...content, removedTeams: [teamId] })
    }
    return undefined
  })
}
