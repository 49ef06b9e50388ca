import { sql } from 'kysely'

import type { OfSite } from '#/features/writing/publications/public.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'

type OfRole = Readonly<{ role: string | null }>
type OfUserGrant = OfSite & Readonly<{ userId: string }>
type OfTeamGrant = OfSite & Readonly<{ teamId: string }>

export const upsertUserGrants = statement(
  'site-grant.give-users',
  (p: OfSite & OfRole & { userIds: string[] }) => sql`
    insert into site_user_grant (organization_id, site_id, user_id, role)
    select ${p.organizationId}, ${p.siteId}, u.user_id, ${p.role}
    from unnest(${p.userIds}::text[]) as u (user_id)
    on conflict (organization_id, user_id, site_id) do update set role = excluded.role`,
)

export const upsertTeamGrants = statement(
  'site-grant.give-teams',
  (p: OfSite & OfRole & { teamIds: string[] }) => sql`
    insert into site_team_grant (organization_id, site_id, team_id, role)
    select ${p.organizationId}, ${p.siteId}, t.team_id, ${p.role}
    from unnest(${p.teamIds}::text[]) as t (team_id)
    on conflict (organization_id, site_id, team_id) do update set role = excluded.role`,
)

export const selectUserGrant = statement('site-grant.of-user', (p: OfUserGrant) =>
  sqlBuilder
    .selectFrom('site_user_grant')
    .select('role')
    .where('organization_id', '=', p.organizationId)
    .where('site_id', '=', p.siteId)
    .where('user_id', '=', p.userId),
)

export const selectTeamGrant = statement('site-grant.of-team', (p: OfTeamGrant) =>
  sqlBuilder
    .selectFrom('site_team_grant')
    .select('role')
    .where('organization_id', '=', p.organizationId)
    .where('site_id', '=', p.siteId)
    .where('team_id', '=', p.teamId),
)

export const updateUserGrant = statement(
  'site-grant.change-user',
  (p: OfUserGrant & OfRole) =>
    sqlBuilder
      .updateTable('site_user_grant')
      .set({ role: p.role })
      .where('organization_id', '=', p.organizationId)
      .where('site_id', '=', p.siteId)
      .where('user_id', '=', p.userId),
)

export const updateTeamGrant = statement(
  'site-grant.change-team',
  (p: OfTeamGrant & OfRole) =>
    sqlBuilder
      .updateTable('site_team_grant')
      .set({ role: p.role })
      .where('organization_id', '=', p.organizationId)
      .where('site_id', '=', p.siteId)
      .where('team_id', '=', p.teamId),
)

/** Deletes the grant of a user and returns its role; no row when there was no grant. */
export const deleteUserGrant = statement('site-grant.take-user', (p: OfUserGrant) =>
  sqlBuilder
    .deleteFrom('site_user_grant')
    .where('organization_id', '=', p.organizationId)
    .where('site_id', '=', p.siteId)
    .where('user_id', '=', p.userId)
    .returning('role'),
)

export const deleteTeamGrant = statement('site-grant.take-team', (p: OfTeamGrant) =>
  sqlBuilder
    .deleteFrom('site_team_grant')
    .where('organization_id', '=', p.organizationId)
    .where('site_id', '=', p.siteId)
    .where('team_id', '=', p.teamId)
    .returning('role'),
)
