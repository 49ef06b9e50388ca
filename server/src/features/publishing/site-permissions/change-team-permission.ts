import { lockTeams } from '#/features/writing/content-permissions/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import {
  deleteTeamGrant,
  selectTeamGrant,
  updateTeamGrant,
} from './site-grant-queries.ts'
import { sitePermissionsChanged } from './site-permission-events.ts'
import { lockSiteToChange } from './site-permission-resolve.ts'

export const updateTeamPermissionInSite = operation(
  'updateTeamPermissionInSite',
  async ({ params, body: { role } }, context) =>
    change(context, async (tx) => {
      const { teamId } = params
      const site = await lockSiteToChange(tx, context, params)
      const grant = await tx.first(selectTeamGrant, { ...site, teamId })
      if (grant === undefined) throw notFound('permission of team', teamId)
      if (role === undefined || role === grant.role) return undefined

      await tx.run(updateTeamGrant, { ...site, teamId, role })
      sitePermissionsChanged(tx, context, { ...site, teams: { [teamId]: role } })
      return undefined
    }),
)

export const removeTeamFromSite = operation(
  'removeTeamFromSite',
  async ({ params }, context) =>
    change(context, async (tx) => {
      const { organizationId, teamId } = params
      const site = await lockSiteToChange(tx, context, params)
      const [, taken] = await Promise.all([
        tx.many(lockTeams, { organizationId, teamIds: [teamId] }),
        tx.first(deleteTeamGrant, { ...site, teamId }),
      ])
      if (taken !== undefined) {
        sitePermissionsChanged(tx, context, { ...site, removedTeams: [teamId] })
      }
      return undefined
    }),
)
