import { actorIn, authorize } from '#/access/actor.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { count } from '#/platform/tenancy/counters.ts'

import { setTeamMembers } from './set-team-members.ts'
import { teamCreated } from './team-events.ts'
import { teamPolicy } from './team-policy.ts'
import { insertTeam } from './team-queries.ts'
import { viewTeam } from './team-view.ts'

export const createOrganizationTeam = operation(
  'createOrganizationTeam',
  async ({ params: { organizationId }, body }, context) =>
    change(context, async (tx) => {
      const actor = await actorIn(tx, context, organizationId)
      authorize(teamPolicy.create(actor), 'create teams', 'the admin role')

      const team = { organizationId, teamId: newId(), title: body.title }
      const inserted = await tx.first(insertTeam, team)
      if (inserted === undefined) throw new Error('The team was not inserted')
      const members = await setTeamMembers(tx, team, {
        add: body.members ?? [],
        memberships: { [actor.userId]: { role: 'owner' } },
        remove: [],
      })
      count(tx, { organizationId, name: 'teams', by: 1 })
      teamCreated(tx, context, team)

      const created = { ...inserted, members: members.size }
      return new Created(
        viewTeam({ actor, team: created, actorTeamRole: 'owner' }),
        `${context.config.PUBLIC_URL}/v1/orgs/${organizationId}/teams/${team.teamId}`,
      )
    }),
)
