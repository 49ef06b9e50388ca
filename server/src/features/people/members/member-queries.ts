import { sql } from 'kysely'

import { callerColumns } from '#/access/actor.ts'
import type { OfCaller } from '#/access/list-for-caller.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'

import { type MemberColumns, memberColumns } from './member-view.ts'

export type OfMember = Readonly<{ organizationId: string; userId: string }>

export type MemberRow = MemberColumns & { readonly version: number }

/**
 * A member and the caller's role: one row if the caller is a member; its member columns are null
 * when there is no such member.
 */
export const selectMemberForCaller = statement(
  'member.for-caller',
  (p: OfCaller & OfMember) =>
    sqlBuilder
      .selectFrom('member as me')
      .leftJoin('member as m', (join) =>
        join
          .on('m.organization_id', '=', p.organizationId)
          .on('m.user_id', '=', p.userId),
      )
      .leftJoin('account as a', 'a.id', 'm.user_id')
      .select(callerColumns)
      .select(memberColumns(p.organizationId))
      .select('m.version')
      .where('me.organization_id', '=', p.organizationId)
      .where('me.user_id', '=', p.callerId),
)

/**
 * Makes the changes of an organization's memberships wait for each other, so that facts read behind
 * this lock hold until the end. Only a member can make others wait.
 */
export const lockMemberships = statement(
  'member.lock',
  (p: OfCaller) => sql`
    select o.organization_id from organization as o
    where o.organization_id = ${p.organizationId} and exists (
      select from member as me
      where me.organization_id = ${p.organizationId} and me.user_id = ${p.callerId}
    )
    for no key update of o`,
)

export const selectOtherAdmin = statement(
  'member.other-admin',
  (p: OfMember) => sql<{ user_id: string }>`
    select m.user_id from member as m
    where m.organization_id = ${p.organizationId}
      and coalesce(m.role, 'guest') = 'admin' and not m.disabled
      and m.user_id <> ${p.userId}
    limit 1`,
)

export const updateMemberRole = statement(
  'member.update-role',
  (p: OfMember & { role: string | null }) =>
    sqlBuilder
      .updateTable('member')
      .set({ role: p.role, version: sql`version + 1` })
      .where('organization_id', '=', p.organizationId)
      .where('user_id', '=', p.userId),
)

/** Suspends a member or takes that back; no row for who is so already. */
export const updateMemberDisabled = statement(
  'member.update-disabled',
  (p: OfMember & { disabled: boolean }) =>
    sqlBuilder
      .updateTable('member')
      .set({ disabled: sql`${p.disabled}::boolean`, version: sql`version + 1` })
      .where('organization_id', '=', p.organizationId)
      .where('user_id', '=', p.userId)
      .where(sql<boolean>`disabled <> ${p.disabled}::boolean`)
      .returning(sql<boolean>`last_seen_at is not null`.as('was_seen')),
)

/** Marks that a member signs in with SSO; changes no row for one who does already. */
export const updateMemberSso = statement('member.update-sso', (p: OfMember) =>
  sqlBuilder
    .updateTable('member')
    .set({
      sso: sql`true`,
      // Without a provider that works nobody can use single sign-on, and nobody is held to it.
      needs_sso: sqlBuilder
        .selectFrom('organization as o')
        .select('o.sso_provided')
        .where('o.organization_id', '=', p.organizationId),
      version: sql`version + 1`,
    })
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .where(sql<boolean>`not sso`),
)

/** Writes of each member whether they must use single sign-on, by the settings as they are now. */
export const updateHeldMembers = statement(
  'member.hold-to-sso',
  (p: { organizationId: string }) => sql`
    update member set needs_sso = o.sso_provided and (o.sso or member.sso)
    from organization as o
    where o.organization_id = ${p.organizationId}
      and member.organization_id = ${p.organizationId}
      and member.needs_sso <> (o.sso_provided and (o.sso or member.sso))`,
)

// Locks the teams of a member. Every change of a team locks first the team, then its members.
export const lockTeamsOfMember = statement(
  'member.lock-teams',
  (p: OfMember) => sql`
    select t.id from team as t
    where t.organization_id = ${p.organizationId} and t.id in (
      select tm.team_id from team_member as tm
      where tm.organization_id = ${p.organizationId} and tm.user_id = ${p.userId}
    )
    order by t.id
    for update of t`,
)

/**
 * Locks a member: waits for requests that add them to a team, so that the deletion counts that team
 * too.
 */
export const lockMember = statement('member.lock-row', (p: OfMember) =>
  sqlBuilder
    .selectFrom('member')
    .select('user_id')
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .forUpdate(),
)

/** Deletes a member with their rows in teams, and lowers the counters of these teams. */
export const deleteMember = statement(
  'member.delete',
  (p: OfMember) => sql<{ was_seen: boolean }>`
    with smaller as (
      update team set members = members - 1
      where organization_id = ${p.organizationId} and id in (
        select tm.team_id from team_member as tm
        where tm.organization_id = ${p.organizationId} and tm.user_id = ${p.userId}
      )
    ), unlisted as (
      delete from account_membership
      where account_id = ${p.userId} and organization_id = ${p.organizationId}
    )
    delete from member
    where organization_id = ${p.organizationId} and user_id = ${p.userId}
    returning last_seen_at is not null and not disabled as was_seen`,
)

export const selectDefaultRole = statement(
  'member.default-role',
  (p: { organizationId: string }) =>
    sqlBuilder
      .selectFrom('organization')
      .select('default_role')
      .where('organization_id', '=', p.organizationId),
)
