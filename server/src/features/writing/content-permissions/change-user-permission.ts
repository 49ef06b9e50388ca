import type { Role } from '#/access/roles.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import type { Committed } from '#/platform/http/outcome.ts'

import {
  deleteUserGrant,
  lockMembers,
  selectUserGrant,
  updateUserGrant,
} from './grant-queries.ts'
import { contentPermissionsChanged } from './permission-events.ts'
import {
  collectionAt,
  type ContentAddress,
  resolveContentToChange,
  spaceAt,
} from './permission-resolve.ts'

export const updateUserPermissionInSpace = operation(
  'updateUserPermissionInSpace',
  async ({ params, body }, context) =>
    setRole(context, spaceAt(params), params.userId, body.role),
)

export const updateUserPermissionInCollection = operation(
  'updateUserPermissionInCollection',
  async ({ params, body }, context) =>
    setRole(context, collectionAt(params), params.userId, body.role),
)

export const removeUserFromSpace = operation(
  'removeUserFromSpace',
  async ({ params }, context) => takeBack(context, spaceAt(params), params.userId),
)

export const removeUserFromCollection = operation(
  'removeUserFromCollection',
  async ({ params }, context) => takeBack(context, collectionAt(params), params.userId),
)

async function setRole(
  context: Context,
  address: ContentAddress,
  userId: string,
  role: Role | null | undefined,
): Promise<Committed<undefined>> {
  return change(context, async (tx) => {
    const content = await resolveContentToChange(tx, context, address)
    const grant = await tx.first(selectUserGrant, { ...content, userId })
    if (grant === undefined) throw notFound('permission of user', userId)
    if (role === undefined || role === grant.role) return undefined

    await tx.run(updateUserGrant, { ...content, userId, role })
    contentPermissionsChanged(tx, context, { ...content, users: { [userId]: role } })
    return undefined
  })
}

async function takeBack(
  context: Context,
  address: ContentAddress,
  userId: string,
): Promise<Committed<undefined>> {
  return change(context, async (tx) => {
    const content = await resolveContentToChange(tx, context, address)
    const { organizationId } = content
    const [, taken] = await Promise.all([
      tx.many(lockMembers, { organizationId, userIds: [userId] }),
      tx.first(deleteUserGrant({ kind: content.kind }), { ...content, userId }),
    ])
    if (taken !== undefined) {
      contentPermissionsChanged(tx, context, { ...content, removedUsers: [userId] })
    }
    return undefined
  })
}
