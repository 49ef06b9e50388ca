import { sql } from 'kysely'

import {
  countCheck,
  counterCheck,
  partnerCheck,
} from '#/platform/integrity/common-checks.ts'
import {
  type OrganizationCheck,
  organizationCheck,
} from '#/platform/integrity/integrity-check.ts'

export const teamCounter = counterCheck('teams', 'team')

const size = countCheck('team-members', 'team.members', 'team_member.user_id', {
  within: { team_id: 'id' },
})

const spaces = organizationCheck(
  'team-spaces',
  (organizationId) => sql`
    select t.id, count(n.id)::text as expected, t.spaces::text as found
    from team t
    left join team_grant g on g.organization_id = ${organizationId} and g.team_id = t.id
    left join content_node n
      on n.organization_id = ${organizationId} and n.id = g.content_id and n.kind = 'space'
    where t.organization_id = ${organizationId}
    group by t.id, t.spaces`,
)

const teamsOfMember = countCheck('member-teams', 'member.teams', 'team_member.team_id', {
  id: ['user_id'],
  within: { user_id: 'user_id' },
})

const knownTeam = partnerCheck('team-member-team', 'team_member.team_id', 'team.id', {
  id: ['team_id', 'user_id'],
})

const knownMember = partnerCheck(
  'team-member-member',
  'team_member.user_id',
  'member.user_id',
  {
    id: ['team_id', 'user_id'],
  },
)

export const teamChecks: readonly OrganizationCheck[] = [
  size,
  spaces,
  teamsOfMember,
  knownTeam,
  knownMember,
]
