import { sql } from 'kysely'

import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'
import type { HomelessKind } from '#/platform/tenancy/homes.ts'

type OfContent = Readonly<{
  organizationId: string
  contentId: string
  kind: HomelessKind
}>
/** Only spaces are counted with their holders. */
type OfKind = Pick<OfContent, 'kind'>
type OfRole = Readonly<{ role: string | null }>
type OfUsers = Readonly<{ organizationId: string; userIds: string[] }>
type OfTeams = Readonly<{ organizationId: string; teamIds: string[] }>

// Locks teams. Every change of grants locks the content, then teams, then members, each by id: the
// order of every change of a team, so that no two changes wait for each other.
export const lockTeams = statement(
  'content-grant.teams',
  (p: OfTeams) => sql<{ id: string }>`
    select t.id from team as t
    where t.organization_id = ${p.organizationId} and t.id = any(${p.teamIds}::text[])
    order by t.id
    for no key update of t`,
)

export const lockMembers = statement(
  'content-grant.members',
  (p: OfUsers) => sql<{ user_id: string }>`
    select m.user_id from member as m
    where m.organization_id = ${p.organizationId} and m.user_id = any(${p.userIds}::text[])
    order by m.user_id
    for no key update of m`,
)

/**
 * Gives a role to members, and raises the counter of spaces of those who had no grant on the space
 * before.
 */
export const upsertUserGrants = statementByShape(
  'content-grant.give-users',
  ({ kind }: OfKind, p: OfContent & OfUsers & { role: string | null }) => sql`
    ${
      kind === 'space'
        ? sql`with counted as (
            update member as m set spaces = spaces + 1
            where m.organization_id = ${p.organizationId}
              and m.user_id = any(${p.userIds}::text[]) and not exists (
                select from user_grant as g
                where g.organization_id = ${p.organizationId} and g.user_id = m.user_id
                  and g.content_id = ${p.contentId}))`
        : sql``
    }
    insert into user_grant (organization_id, content_id, user_id, role)
    select ${p.organizationId}, ${p.contentId}, u.user_id, ${p.role}
    from unnest(${p.userIds}::text[]) as u (user_id)
    on conflict (organization_id, user_id, content_id) do update set role = excluded.role`,
)

export const upsertTeamGrants = statementByShape(
  'content-grant.give-teams',
  ({ kind }: OfKind, p: OfContent & OfTeams & { role: string | null }) => sql`
    ${
      kind === 'space'
        ? sql`with counted as (
            update team as t set spaces = spaces + 1
            where t.organization_id = ${p.organizationId}
              and t.id = any(${p.teamIds}::text[]) and not exists (
                select from team_grant as g
                where g.organization_id = ${p.organizationId} and g.team_id = t.id
                  and g.content_id = ${p.contentId}))`
        : sql``
    }
    insert into team_grant (organization_id, content_id, team_id, role)
    select ${p.organizationId}, ${p.contentId}, t.team_id, ${p.role}
    from unnest(${p.teamIds}::text[]) as t (team_id)
    on conflict (organization_id, content_id, team_id) do update set role = excluded.role`,
)

export type OfUserGrant = OfContent & Readonly<{ userId: string }>
export type OfTeamGrant = OfContent & Readonly<{ teamId: string }>

export const selectUserGrant = statement('content-grant.of-user', (p: OfUserGrant) =>
  sqlBuilder
    .selectFrom('user_grant')
    .select('role')
    .where('organization_id', '=', p.organizationId)
    .where('content_id', '=', p.contentId)
    .where('user_id', '=', p.userId),
)

export const selectTeamGrant = statement('content-grant.of-team', (p: OfTeamGrant) =>
  sqlBuilder
    .selectFrom('team_grant')
    .select('role')
    .where('organization_id', '=', p.organizationId)
    .where('content_id', '=', p.contentId)
    .where('team_id', '=', p.teamId),
)

export const updateUserGrant = statement(
  'content-grant.change-user',
  (p: OfUserGrant & { role: string | null }) =>
    sqlBuilder
      .updateTable('user_grant')
      .set({ role: p.role })
      .where('organization_id', '=', p.organizationId)
      .where('content_id', '=', p.contentId)
      .where('user_id', '=', p.userId),
)

export const updateTeamGrant = statement(
  'content-grant.change-team',
  (p: OfTeamGrant & { role: string | null }) =>
    sqlBuilder
      .updateTable('team_grant')
      .set({ role: p.role })
      .where('organization_id', '=', p.organizationId)
      .where('content_id', '=', p.contentId)
      .where('team_id', '=', p.teamId),
)

/** Deletes the grant of a user and returns its role; no row when there was no grant. */
export const deleteUserGrant = statementByShape(
  'content-grant.take-user',
  ({ kind }: OfKind, p: OfUserGrant) => {
    const gone = sql`
      delete from user_grant
      where organization_id = ${p.organizationId} and content_id = ${p.contentId}
        and user_id = ${p.userId}`
    if (kind === 'collection') return sql<OfRole>`${gone} returning role`
    return sql<OfRole>`
      with gone as (${gone} returning user_id, role), counted as (
        update member set spaces = spaces - 1
        where organization_id = ${p.organizationId} and user_id in (select user_id from gone)
      )
      select role from gone`
  },
)

export const deleteTeamGrant = statementByShape(
  'content-grant.take-team',
  ({ kind }: OfKind, p: OfTeamGrant) => {
    const gone = sql`
      delete from team_grant
      where organization_id = ${p.organizationId} and content_id = ${p.contentId}
        and team_id = ${p.teamId}`
    if (kind === 'collection') return sql<OfRole>`${gone} returning role`
    return sql<OfRole>`
      with gone as (${gone} returning team_id, role), counted as (
        update team set spaces = spaces - 1
        where organization_id = ${p.organizationId} and id in (select team_id from gone)
      )
      select role from gone`
  },
)
