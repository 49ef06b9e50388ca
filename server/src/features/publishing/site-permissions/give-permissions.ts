import { requireHolders } from '#/features/writing/content-permissions/public.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { upsertTeamGrants, upsertUserGrants } from './site-grant-queries.ts'
import { sitePermissionsChanged } from './site-permission-events.ts'
import { lockSiteToChange } from './site-permission-resolve.ts'

export const inviteToSite = operation(
  'inviteToSite',
  async ({ params, body: { role, users = [], teams = [] } }, context) =>
    change(context, async (tx) => {
      const site = await lockSiteToChange(tx, context, params)
      const { organizationId } = site
      const userIds = [...new Set(users)]
      const teamIds = [...new Set(teams)]
      await requireHolders(tx, { organizationId, userIds, teamIds })

      await Promise.all([
        teamIds.length > 0 && tx.run(upsertTeamGrants, { ...site, teamIds, role }),
        userIds.length > 0 && tx.run(upsertUserGrants, { ...site, userIds, role }),
      ])
      sitePermissionsChanged(tx, context, {
        ...site,
        users: Object.fromEntries(userIds.map((id) => [id, role])),
        teams: Object.fromEntries(teamIds.map((id) => [id, role])),
      })
      return undefined
    }),
)
