import { authorize, requireVersion } from '#/access/actor.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { dropTeam } from './change-team.ts'
import { teamPolicy } from './team-policy.ts'
import { resolveTeamToChange } from './team-resolve.ts'

export const removeTeamFromOrganizationById = operation(
  'removeTeamFromOrganizationById',
  async ({ params }, context) =>
    change(context, async (tx) => {
      const found = await resolveTeamToChange(tx, context, params)
      authorize(
        teamPolicy.admin(found.actor, found),
        'remove this team',
        'the admin role or to own the team',
      )
      requireVersion(context, found.team.version, 'team')

      await dropTeam(tx, context, params)
      return undefined
    }),
)
