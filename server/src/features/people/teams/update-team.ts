import { authorize, requireVersion } from '#/access/actor.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { teamRenamed } from './team-events.ts'
import { teamPolicy } from './team-policy.ts'
import { updateTeamTitle } from './team-queries.ts'
import { resolveTeamToChange } from './team-resolve.ts'
import { viewTeam } from './team-view.ts'

export const updateTeamInOrganizationById = operation(
  'updateTeamInOrganizationById',
  async ({ params, body: { title } }, context) =>
    change(context, async (tx) => {
      const found = await resolveTeamToChange(tx, context, params)
      authorize(
        teamPolicy.admin(found.actor, found),
        'rename this team',
        'the admin role or to own the team',
      )
      requireVersion(context, found.team.version, 'team')

      const team = (await tx.first(updateTeamTitle, { ...params, title })) ?? found.team
      teamRenamed(tx, context, { ...params, title, previousTitle: found.team.title })
      return viewTeam({ ...found, team })
    }),
)
