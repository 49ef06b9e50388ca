import { authorize } from '#/access/actor.ts'
import { listed } from '#/access/list-for-caller.ts'
import { viewMember } from '#/features/people/members/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { selectTeamMembers } from './team-member-queries.ts'
import { teamPolicy } from './team-policy.ts'
import { asTeamRole } from './team-view.ts'

export const listTeamMembersInOrganizationById = operation(
  'listTeamMembersInOrganizationById',
  async (request, context) => {
    const { organizationId, teamId } = request.params
    const page = readPage(context, request)
    const found = await context.db.many(
      selectTeamMembers({ after: page.after !== undefined, rowsMax: page.rowsMax }),
      {
        organizationId,
        callerId: context.caller.userId,
        teamId,
        afterId: page.afterText(0),
      },
    )
    const { actor, rows, ...counted } = listed(found, 'user_id', context, organizationId)
    authorize(
      teamPolicy.view(actor),
      'list the members of teams',
      'a role in the organization',
    )
    if (counted.parentIsMissing) throw notFound('team', teamId)

    return page.finish(rows, {
      ...counted,
      keyOf: (member) => [member.user_id],
      view: (member) => ({
        organization: viewMember(member, context),
        team: { role: asTeamRole(member.team_role) },
        permissions: { view: teamPolicy.view(actor) },
      }),
    })
  },
)
