import { asRole } from '#/access/roles.ts'
import { asTeamRole, viewTeam } from '#/features/people/teams/public.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { selectTeamGrants } from './site-permission-queries.ts'
import { listedOnSite } from './site-permission-resolve.ts'

export const listTeamPermissionsInSite = operation(
  'listTeamPermissionsInSite',
  async (request, context) => {
    const page = readPage(context, request)
    const shape = { after: page.after !== undefined, rowsMax: page.rowsMax }
    const found = await context.db.many(selectTeamGrants(shape), {
      ...request.params,
      callerId: context.caller.userId,
      afterId: page.afterText(0),
    })
    const listed = await listedOnSite(context, request.params, found, 'id')
    const { actor, rows, count, countIsLowerBound } = listed

    // The permissions on a team depend on the role in the organization.
    const inOrganization = { ...actor, role: actor.organizationRole }
    return page.finish(rows, {
      count,
      countIsLowerBound,
      keyOf: (grant) => [grant.id],
      view: (grant) => ({
        permission: asRole(grant.given),
        team: viewTeam({
          actor: inOrganization,
          team: grant,
          actorTeamRole: asTeamRole(grant.actor_team_role),
        }),
      }),
    })
  },
)
