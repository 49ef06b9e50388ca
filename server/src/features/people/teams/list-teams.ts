import { authorize } from '#/access/actor.ts'
import { listed } from '#/access/list-for-caller.ts'
import { containsPattern } from '#/platform/database/pattern.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { teamPolicy } from './team-policy.ts'
import { selectTeams } from './team-queries.ts'
import { asTeamRole, viewTeam } from './team-view.ts'

export const listTeamsInOrganizationById = operation(
  'listTeamsInOrganizationById',
  async (request, context) => {
    const { organizationId } = request.params
    const { owner, title } = request.query
    const page = readPage(context, request)
    const shape = {
      owner: owner !== undefined,
      title: title !== undefined,
      after: page.after !== undefined,
      rowsMax: page.rowsMax,
    }
    const found = await context.db.many(selectTeams(shape), {
      organizationId,
      callerId: context.caller.userId,
      owner,
      titlePattern: containsPattern(title),
      afterId: page.afterText(0),
    })
    const { actor, rows, ...counted } = listed(found, 'id', context, organizationId)
    authorize(teamPolicy.view(actor), 'list teams', 'a role in the organization')

    return page.finish(rows, {
      ...counted,
      keyOf: (team) => [team.id],
      view: (team) =>
        viewTeam({ actor, team, actorTeamRole: asTeamRole(team.actor_team_role) }),
    })
  },
)
