import { sql } from 'kysely'

import {
  type OrganizationCheck,
  organizationCheck,
} from '#/platform/integrity/integrity-check.ts'

export const teamCounter = organizationCheck(
  'counter-teams',
  (organizationId) => sql`
    select 'teams' as id, count(*)::text as expected, coalesce((
      select value from organization_counter
      where organization_id = ${organizationId} and name = 'teams'
    ), 0)::text as found
    from team where organization_id = ${organizationId}`,
)

const size = organizationCheck(
  'team-members',
  (organizationId) => sql`
    select t.id, count(tm.user_id)::text as expected, t.members::text as found
    from team t
    left join team_member tm on tm.organization_id = t.organization_id and tm.team_id = t.id
    where t.organization_id = ${organizationId}
    group by t.id, t.members`,
)

const spaces = organizationCheck(
  'team-spaces',
  (organizationId) => sql`
    select t.id, count(n.id)::text as expected, t.spaces::text as found
    from team t
    left join team_grant g on g.organization_id = t.organization_id and g.team_id = t.id
    left join content_node n
      on n.organization_id = g.organization_id and n.id = g.content_id and n.kind = 'space'
    where t.organization_id = ${organizationId}
    group by t.id, t.spaces`,
)

const teamsOfMember = organizationCheck(
  'member-teams',
  (organizationId) => sql`
    select m.user_id as id, count(tm.team_id)::text as expected, m.teams::text as found
    from member m
    left join team_member tm
      on tm.organization_id = m.organization_id and tm.user_id = m.user_id
    where m.organization_id = ${organizationId}
    group by m.user_id, m.teams`,
)

const knownTeam = organizationCheck(
  'team-member-team',
  (organizationId) => sql`
    select tm.team_id || '/' || tm.user_id as id, tm.team_id as expected, t.id as found
    from team_member tm
    left join team t on t.organization_id = tm.organization_id and t.id = tm.team_id
    where tm.organization_id = ${organizationId}`,
)

const knownMember = organizationCheck(
  'team-member-member',
  (organizationId) => sql`
    select tm.team_id || '/' || tm.user_id as id, tm.user_id as expected, m.user_id as found
    from team_member tm
    left join member m on m.organization_id = tm.organization_id and m.user_id = tm.user_id
    where tm.organization_id = ${organizationId}`,
)

export const teamChecks: readonly OrganizationCheck[] = [
  size,
  spaces,
  teamsOfMember,
  knownTeam,
  knownMember,
]
