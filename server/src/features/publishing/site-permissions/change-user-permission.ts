import { lockMembers } from '#/features/writing/content-permissions/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import {
  deleteUserGrant,
  selectUserGrant,
  updateUserGrant,
} from './site-grant-queries.ts'
import { sitePermissionsChanged } from './site-permission-events.ts'
import { lockSiteToChange } from './site-permission-resolve.ts'

export const updateUserPermissionInSite = operation(
  'updateUserPermissionInSite',
  async ({ params, body: { role } }, context) =>
    change(context, async (tx) => {
      const { userId } = params
      const site = await lockSiteToChange(tx, context, params)
      const grant = await tx.first(selectUserGrant, { ...site, userId })
      if (grant === undefined) throw notFound('permission of user', userId)
      if (role === undefined || role === grant.role) return undefined

      await tx.run(updateUserGrant, { ...site, userId, role })
      sitePermissionsChanged(tx, context, { ...site, users: { [userId]: role } })
      return undefined
    }),
)

export const removeUserFromSite = operation(
  'removeUserFromSite',
  async ({ params }, context) =>
    change(context, async (tx) => {
      const { organizationId, userId } = params
      const site = await lockSiteToChange(tx, context, params)
      const [, taken] = await Promise.all([
        tx.many(lockMembers, { organizationId, userIds: [userId] }),
        tx.first(deleteUserGrant, { ...site, userId }),
      ])
      if (taken !== undefined) {
        sitePermissionsChanged(tx, context, { ...site, removedUsers: [userId] })
      }
      return undefined
    }),
)
