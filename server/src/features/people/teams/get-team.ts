import { authorize } from '#/access/actor.ts'
import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import { teamPolicy } from './team-policy.ts'
import { resolveTeam } from './team-resolve.ts'
import { viewTeam } from './team-view.ts'

export const getTeamInOrganizationById = operation(
  'getTeamInOrganizationById',
  async ({ params }, context) => {
    const found = await resolveTeam(context.db, context, params)
    authorize(teamPolicy.view(found.actor), 'see this team', 'a role in the organization')

    const { actor, team, actorTeamRole } = found
    const seenAs = [actor.role, actorTeamRole, team.members, team.spaces]
    return versioned(team.version, seenAs, () => viewTeam(found))
  },
)
