import { authorize } from '#/access/actor.ts'
import { listed } from '#/access/list-for-caller.ts'
import { containsPattern } from '#/platform/database/pattern.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { selectTeamsOfMember } from './team-member-queries.ts'
import { teamPolicy } from './team-policy.ts'
import { asTeamRole, viewTeam } from './team-view.ts'

export const listTeamsForOrganizationMember = operation(
  'listTeamsForOrganizationMember',
  async (request, context) => {
    const { organizationId, userId } = request.params
    const { title } = request.query
    const page = readPage(context, request)
    const shape = {
      title: title !== undefined,
      after: page.after !== undefined,
      rowsMax: page.rowsMax,
    }
    const found = await context.db.many(selectTeamsOfMember(shape), {
      organizationId,
      callerId: context.caller.userId,
      userId,
      titlePattern: containsPattern(title),
      afterId: page.afterText(0),
    })
    const { actor, rows, ...counted } = listed(found, 'id', context, organizationId)
    authorize(
      teamPolicy.view(actor),
      'list the teams of members',
      'a role in the organization',
    )
    if (counted.parentIsMissing) throw notFound('member', userId)

    return page.finish(rows, {
      ...counted,
      keyOf: (team) => [team.id],
      view: (row) => ({
        team: viewTeam({
          actor,
          team: row,
          actorTeamRole: asTeamRole(row.actor_team_role),
        }),
        member: { role: asTeamRole(row.member_team_role) },
      }),
    })
  },
)
