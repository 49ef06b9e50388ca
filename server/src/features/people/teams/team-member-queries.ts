import { sql } from 'kysely'

import { countUpTo, listForCaller, type OfCaller } from '#/access/list-for-caller.ts'
import { type MemberColumns, memberColumns } from '#/features/people/members/public.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

import type { TeamRowForCaller } from './team-queries.ts'

type OfTeam = Readonly<{ organizationId: string; teamId: string }>

export type TeamMemberRow = MemberColumns & { readonly team_role: string }

interface TeamMemberListParams extends OfCaller {
  readonly teamId: string
  readonly afterId: string | undefined
}

/** Lists members by user id, the order of the primary key, so that every page costs the same. */
export const selectTeamMembers = statementByShape(
  'team-member.list',
  (shape: Readonly<{ after: boolean; rowsMax: number }>, p: TeamMemberListParams) => {
    const page = sqlBuilder
      .selectFrom('team_member as tm')
      .innerJoin('member as m', (join) =>
        join
          .on('m.organization_id', '=', p.organizationId)
          .onRef('m.user_id', '=', 'tm.user_id'),
      )
      .innerJoin('account as a', 'a.id', 'm.user_id')
      .select(memberColumns(p.organizationId))
      .select('tm.role as team_role')
      .where('tm.organization_id', '=', p.organizationId)
      .where('tm.team_id', '=', p.teamId)
      .$if(shape.after, (q) => q.where('tm.user_id', '>', p.afterId ?? ''))
      .orderBy('tm.user_id')
      .limit(sql.lit(shape.rowsMax))
    const count = sql<number>`(select members from team where organization_id = ${p.organizationId} and id = ${p.teamId})`
    return listForCaller<TeamMemberRow>(p, { page, count, orderBy: sql`page.user_id` })
  },
)

export type MemberTeamRow = TeamRowForCaller & { readonly member_team_role: string }

interface MemberTeamListParams extends OfCaller {
  readonly userId: string
  readonly titlePattern: string | undefined
  readonly afterId: string | undefined
}

/** The teams of one member; `count` is null when there is no such member. */
export const selectTeamsOfMember = statementByShape(
  'team-member.teams',
  (
    shape: Readonly<{ title: boolean; after: boolean; rowsMax: number }>,
    p: MemberTeamListParams,
  ) => {
    const matching = sqlBuilder
      .selectFrom('team_member as tm')
      .innerJoin('team as t', (join) =>
        join
          .on('t.organization_id', '=', p.organizationId)
          .onRef('t.id', '=', 'tm.team_id'),
      )
      .where('tm.organization_id', '=', p.organizationId)
      .where('tm.user_id', '=', p.userId)
      .$if(shape.title, (q) => q.where('t.title', 'ilike', p.titlePattern ?? ''))
    const page = matching
      .leftJoin('team_member as mine', (join) =>
        join
          .on('mine.organization_id', '=', p.organizationId)
          .onRef('mine.team_id', '=', 't.id')
          .on('mine.user_id', '=', p.callerId),
      )
      .select(['t.id', 't.title', 't.members', 't.spaces', 't.created_at', 't.version'])
      .select(['mine.role as actor_team_role', 'tm.role as member_team_role'])
      .$if(shape.after, (q) => q.where('tm.team_id', '>', p.afterId ?? ''))
      .orderBy('tm.team_id')
      .limit(sql.lit(shape.rowsMax))
    const size = shape.title ? countUpTo(matching.select('t.id')) : sql<number>`m.teams`
    const count = sql<number>`(select ${size} from member as m where m.organization_id = ${p.organizationId} and m.user_id = ${p.userId})`
    return listForCaller<MemberTeamRow>(p, { page, count, orderBy: sql`page.id` })
  },
)

/**
 * Finds members by user id or by any of their addresses; an unknown reference gives no row. The
 * members found cannot leave the organization before the transaction ends.
 */
export const selectReferencedMembers = statement<
  { organizationId: string; references: string[]; emails: string[] },
  { reference: string; user_id: string }
>(
  'team-member.resolve',
  (p) => sql`
    select named.reference, m.user_id
    from (
      select r.reference, r.reference as user_id
      from unnest(${p.references}::text[]) as r (reference)
      union all
      select e.email, e.account_id from account_email e where e.email = any(${p.emails}::text[])
    ) as named
    join member m on m.organization_id = ${p.organizationId} and m.user_id = named.user_id
    for key share of m`,
)

export const selectTeamRoles = statement(
  'team-member.roles',
  (p: OfTeam & { userIds: string[] }) =>
    sqlBuilder
      .selectFrom('team_member')
      .select(['user_id', 'role'])
      .where('organization_id', '=', p.organizationId)
      .where('team_id', '=', p.teamId)
      .where(sql<boolean>`user_id = any(${p.userIds}::text[])`),
)

/** In which of some teams somebody is. */
export const selectTeamIdsOf = statement<
  { organizationId: string; userId: string; ids: string[] },
  { team_id: string }
>(
  'team-member.among',
  (p) => sql`
    select team_id from team_member
    where organization_id = ${p.organizationId} and user_id = ${p.userId}
      and team_id = any(${p.ids}::text[])`,
)

/** Adds people or changes their role, and counts those who are new. */
export const upsertTeamMembers = statement<
  OfTeam & { userIds: string[]; roles: string[]; addedIds: string[] }
>(
  'team-member.upsert',
  (p) => sql`
    with joining as (
      update member set teams = teams + 1
      where organization_id = ${p.organizationId} and user_id = any(${p.addedIds}::text[])
    )
    insert into team_member as tm (organization_id, team_id, user_id, role)
    select ${p.organizationId}, ${p.teamId}, wanted.user_id, wanted.role
    from unnest(${p.userIds}::text[], ${p.roles}::text[]) as wanted (user_id, role)
    on conflict (organization_id, team_id, user_id) do update set role = excluded.role`,
)

export const deleteTeamMembers = statement<OfTeam & { userIds: string[] }>(
  'team-member.delete',
  (p) => sql`
    with leaving as (
      update member set teams = teams - 1
      where organization_id = ${p.organizationId} and user_id = any(${p.userIds}::text[])
    )
    delete from team_member
    where organization_id = ${p.organizationId} and team_id = ${p.teamId}
      and user_id = any(${p.userIds}::text[])`,
)
