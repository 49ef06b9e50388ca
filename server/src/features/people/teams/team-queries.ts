import { sql } from 'kysely'

import {
  counterValue,
  countUpTo,
  listForCaller,
  type OfCaller,
} from '#/access/list-for-caller.ts'
import { callerColumns } from '#/access/actor.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

export interface TeamRow {
  readonly id: string
  readonly title: string
  readonly members: number
  readonly spaces: number
  readonly created_at: string
  readonly version: number
}

export type TeamRowForCaller = TeamRow & { readonly actor_team_role: string | null }

type OfTeam = Readonly<{ organizationId: string; teamId: string }>

export const teamColumns = [
  't.id',
  't.title',
  't.members',
  't.spaces',
  't.created_at',
  't.version',
] as const

/**
 * A team and the caller's roles: one row if the caller is a member; its team columns are null when
 * there is no such team.
 */
export const selectTeamForCaller = statement(
  'team.for-caller',
  (p: OfCaller & { teamId: string }) =>
    sqlBuilder
      .selectFrom('member as me')
      .leftJoin('team as t', (join) =>
        join.on('t.organization_id', '=', p.organizationId).on('t.id', '=', p.teamId),
      )
      .leftJoin('team_member as mine', (join) =>
        join
          .on('mine.organization_id', '=', p.organizationId)
          .onRef('mine.user_id', '=', 'me.user_id')
          .on('mine.team_id', '=', p.teamId),
      )
      .select(callerColumns)
      .select('mine.role as actor_team_role')
      .select(teamColumns)
      .where('me.organization_id', '=', p.organizationId)
      .where('me.user_id', '=', p.callerId),
)

/**
 * Selects the team for a change: other changes wait until this one ends. No row when the team or
 * the caller's membership is missing.
 */
export const lockTeamForCaller = statement(
  'team.lock-for-caller',
  (p: OfCaller & { teamId: string }) =>
    sqlBuilder
      .selectFrom('team as t')
      .innerJoin('member as me', (join) =>
        join
          .on('me.organization_id', '=', p.organizationId)
          .on('me.user_id', '=', p.callerId),
      )
      .leftJoin('team_member as mine', (join) =>
        join
          .on('mine.organization_id', '=', p.organizationId)
          .onRef('mine.team_id', '=', 't.id')
          .on('mine.user_id', '=', p.callerId),
      )
      .select(callerColumns)
      .select('mine.role as actor_team_role')
      .select(teamColumns)
      .where('t.organization_id', '=', p.organizationId)
      .where('t.id', '=', p.teamId)
      .forUpdate('t'),
)

/** Locks a team for a change by who is no member; undefined when there is none. */
export const lockTeam = statement('team.lock', (p: OfTeam) =>
  sqlBuilder
    .selectFrom('team as t')
    .select(['t.id', 't.title'])
    .where('t.organization_id', '=', p.organizationId)
    .where('t.id', '=', p.teamId)
    .forUpdate(),
)

interface TeamFilters {
  readonly owner: string | undefined
  readonly titlePattern: string | undefined
}
interface TeamListParams extends OfCaller, TeamFilters {
  readonly afterId: string | undefined
}
interface ListShape {
  readonly owner: boolean
  readonly title: boolean
  readonly after: boolean
  readonly rowsMax: number
}

/** Lists teams in order of creation: ids are time-ordered. */
export const selectTeams = statementByShape(
  'team.list',
  (shape: ListShape, p: TeamListParams) => {
    const matching = sqlBuilder
      .selectFrom('team as t')
      .where('t.organization_id', '=', p.organizationId)
      .$if(shape.title, (q) => q.where('t.title', 'ilike', p.titlePattern ?? ''))
      .$if(shape.owner, (q) =>
        q.where((eb) =>
          eb.exists(
            eb
              .selectFrom('team_member as o')
              .select('o.role')
              .where('o.organization_id', '=', p.organizationId)
              .whereRef('o.team_id', '=', 't.id')
              .where('o.user_id', '=', p.owner ?? '')
              .where('o.role', '=', 'owner'),
          ),
        ),
      )
    const page = matching
      .leftJoin('team_member as mine', (join) =>
        join
          .on('mine.organization_id', '=', p.organizationId)
          .onRef('mine.team_id', '=', 't.id')
          .on('mine.user_id', '=', p.callerId),
      )
      .select(teamColumns)
      .select('mine.role as actor_team_role')
      .$if(shape.after, (q) => q.where('t.id', '>', p.afterId ?? ''))
      .orderBy('t.id')
      .limit(sql.lit(shape.rowsMax))
    const count =
      shape.owner || shape.title
        ? countUpTo(matching.select('t.id'))
        : counterValue(p.organizationId, 'teams')
    return listForCaller<TeamRowForCaller>(p, { page, count, orderBy: sql`page.id` })
  },
)

export const insertTeam = statement('team.insert', (p: OfTeam & { title: string }) =>
  sqlBuilder
    .insertInto('team')
    .values({ organization_id: p.organizationId, id: p.teamId, title: p.title })
    .returning(['id', 'title', 'members', 'spaces', 'created_at', 'version']),
)

export const updateTeamTitle = statement(
  'team.update-title',
  (p: OfTeam & { title: string }) =>
    sqlBuilder
      .updateTable('team')
      .set({ title: p.title, version: sql`version + 1` })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.teamId)
      .returning(['id', 'title', 'members', 'spaces', 'created_at', 'version']),
)

/**
 * Adds to the number of a team's members. Counters are no part of its version: they change its
 * ETag, not what If-Match compares.
 */
export const addToTeamSize = statement('team.add-size', (p: OfTeam & { by: number }) =>
  sqlBuilder
    .updateTable('team')
    .set({ members: sql`members + ${p.by}::integer` })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.teamId)
    .returning('members'),
)

/** Deletes a team with its memberships, and lowers the counters of its members. */
export const deleteTeam = statement(
  'team.delete',
  (p: OfTeam) => sql`
    with leaving as (
      update member set teams = teams - 1
      where organization_id = ${p.organizationId} and user_id in (
        select user_id from team_member
        where organization_id = ${p.organizationId} and team_id = ${p.teamId}
      )
    )
    delete from team where organization_id = ${p.organizationId} and id = ${p.teamId}`,
)
