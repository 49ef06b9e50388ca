import { type RawBuilder, sql } from 'kysely'

import { counterValue } from '#/access/list-for-caller.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

import type { Resource } from './attribute-places.ts'

/** A member, or somebody whom a directory has invited. */
export interface UserRow {
  readonly id: string
  /** Null for who has not accepted yet. */
  readonly user_id: string | null
  /** Null for a member of whom no directory has said anything; so are the names and attributes. */
  readonly user_name: string | null
  readonly external_id: string | null
  readonly attributes: Resource | null
  readonly email: string
  readonly display_name: string | null
  readonly role: string | null
  readonly is_active: boolean
  readonly created_at: string
  readonly updated_at: string
}

type InOrganization = Readonly<{ organizationId: string }>
type OfUser = InOrganization & Readonly<{ id: string }>

/** Users of whom a directory has said something. */
function kept(
  { organizationId }: InOrganization,
  condition: RawBuilder<unknown>,
): RawBuilder<UserRow> {
  return sql`
    select s.id, s.user_id, s.user_name, s.external_id, s.attributes, s.email,
      a.display_name, m.role, coalesce(not m.disabled, s.is_active) as is_active,
      s.created_at, s.updated_at
    from scim_user as s
    left join member as m
      on m.organization_id = ${organizationId} and m.user_id = s.user_id
    left join account as a on a.id = s.user_id
    where s.organization_id = ${organizationId} and ${condition}`
}

/** All other members. */
function others(
  { organizationId }: InOrganization,
  condition: RawBuilder<unknown>,
): RawBuilder<UserRow> {
  return sql`
    select m.user_id as id, m.user_id, null::text as user_name, null::text as external_id,
      null::jsonb as attributes, lower(a.email) as email, a.display_name, m.role,
      not m.disabled as is_active, m.joined_at as created_at, m.joined_at as updated_at
    from member as m
    join account as a on a.id = m.user_id
    where m.organization_id = ${organizationId} and ${condition}
      and not exists (
        select from scim_user as k
        where k.organization_id = ${organizationId} and k.user_id = m.user_id
      )`
}

export type UserKey = 'id' | 'userName' | 'externalId' | 'emails' | 'invited' | 'member'

const ofAddress = (value: string) => sql`m.user_id in (
  select e.account_id from account_email as e where e.email = ${value})`

/** What finds users of whom a directory has said something, and what finds the other members. */
const conditions: Readonly<
  Record<UserKey, (value: string) => readonly [RawBuilder<unknown>, RawBuilder<unknown>?]>
> = {
  id: (value) => [sql`s.id = ${value}`, sql`m.user_id = ${value}`],
  userName: (value) => [sql`s.user_name_key = ${value}`, ofAddress(value)],
  externalId: (value) => [sql`s.external_id = ${value}`],
  emails: (value) => [sql`s.emails @> array[${value}::text]`, ofAddress(value)],
  invited: (value) => [sql`s.email = ${value} and s.user_id is null`],
  member: (value) => [sql`s.user_id = ${value}`, sql`m.user_id = ${value}`],
}

/** The users with one value, of whom there are few. */
export const selectUsersBy = statementByShape(
  'scim-user.by',
  ({ key }: Readonly<{ key: UserKey }>, p: InOrganization & { value: string }) => {
    const [ofKept, ofOthers] = conditions[key](p.value)
    return ofOthers === undefined
      ? sql<UserRow>`${kept(p, ofKept)} limit 100`
      : sql<UserRow>`${kept(p, ofKept)} union all ${others(p, ofOthers)} limit 100`
  },
)

interface UserPage extends InOrganization {
  readonly skipped: number
  readonly rowsMax: number
}

/** No more of either kind is read than the pages before and this one have. */
export const selectUserPage = statement(
  'scim-user.page',
  (p: UserPage) => sql<UserRow>`
    select * from (
      (${kept(p, sql`true`)} order by s.id limit ${p.skipped}::bigint + ${p.rowsMax}::bigint)
      union all
      (${others(p, sql`true`)} order by m.user_id limit ${p.skipped}::bigint + ${p.rowsMax}::bigint)
    ) as listed
    order by id offset ${p.skipped}::integer limit ${p.rowsMax}::integer`,
)

export const countUsers = statement<InOrganization, { count: number }>(
  'scim-user.count',
  (p) => sql`
    select ${counterValue(p.organizationId, 'members')} + (
      select count(*) from scim_user
      where organization_id = ${p.organizationId} and user_id is null
    ) as count`,
)

/** Users whom the directory has made or left inactive, counted up to a bound. */
export const countInactive = statement<
  InOrganization & { usersMax: number },
  { count: number }
>(
  'scim-user.count-inactive',
  (p) => sql`
    select count(*) as count from (
      select from scim_user
      where organization_id = ${p.organizationId} and not is_active
      limit ${p.usersMax}::integer
    ) as inactive`,
)

export interface ArrivalFacts {
  readonly default_role: string | null
  /** Whether the organization has proven the domain of the address. */
  readonly is_home: boolean
  readonly account_id: string | null
  readonly is_verified: boolean
  readonly is_member: boolean
}

/** What decides how somebody with an address comes in. */
export const selectArrivalFacts = statement<
  InOrganization & { email: string; domain: string },
  ArrivalFacts
>(
  'scim-user.arrival',
  (p) => sql`
    select o.default_role,
      coalesce(${p.domain} = any (o.email_domains)
        and ${p.domain} = any (o.proven_email_domains), false) as is_home,
      e.account_id, e.verified_at is not null as is_verified,
      m.user_id is not null as is_member
    from organization as o
    left join account_email as e on e.email = ${p.email}
    left join member as m
      on m.organization_id = ${p.organizationId} and m.user_id = e.account_id
    where o.organization_id = ${p.organizationId}`,
)

interface UserValues extends OfUser {
  readonly userId: string | null
  readonly userName: string
  readonly userNameKey: string
  readonly externalId: string | null
  readonly email: string
  readonly emails: string[]
  readonly isActive: boolean
  /** As JSON. */
  readonly attributes: string
}

export const upsertUser = statement(
  'scim-user.upsert',
  (p: UserValues) => sql`
    insert into scim_user as held (organization_id, id, user_id, user_name, user_name_key,
      external_id, email, emails, is_active, attributes)
    values (${p.organizationId}, ${p.id}, ${p.userId}, ${p.userName}, ${p.userNameKey},
      ${p.externalId}, ${p.email}, ${p.emails}::text[],
      ${p.isActive}::boolean, ${p.attributes}::jsonb)
    on conflict (organization_id, id) do update set
      user_id = coalesce(held.user_id, excluded.user_id),
      user_name = excluded.user_name, user_name_key = excluded.user_name_key,
      external_id = excluded.external_id, email = excluded.email,
      emails = excluded.emails, is_active = excluded.is_active, attributes = excluded.attributes,
      updated_at = excluded.updated_at`,
)

export const deleteUser = statement('scim-user.delete', (p: OfUser) =>
  sqlBuilder
    .deleteFrom('scim_user')
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id),
)

/** Says who somebody has become that was invited. */
export const joinUser = statement('scim-user.join', (p: OfUser & { userId: string }) =>
  sqlBuilder
    .updateTable('scim_user')
    .set({ user_id: p.userId })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id)
    .where('user_id', 'is', null)
    .returning('is_active'),
)

/** Those invited at an address of a member, who is none of the directory's yet. */
export const selectInvitedAs = statement(
  'scim-user.invited-as',
  (p: InOrganization & { userId: string }) => sql<{ id: string }>`
    select s.id from scim_user as s
    where s.organization_id = ${p.organizationId} and s.user_id is null
      and s.email in (
        select e.email from account_email as e
        where e.account_id = ${p.userId} and e.verified_at is not null
      )
      and exists (
        select from member as m
        where m.organization_id = ${p.organizationId} and m.user_id = ${p.userId}
      )
      and not exists (
        select from scim_user as k
        where k.organization_id = ${p.organizationId} and k.user_id = ${p.userId}
      )
    order by s.id limit 1`,
)

export interface TeamOfUserRow {
  readonly user_id: string
  readonly team_id: string
  readonly title: string
}

/** The teams of some users, for those who are members. */
export const selectTeamsOfUsers = statement<
  InOrganization & { userIds: readonly string[] },
  TeamOfUserRow
>(
  'scim-user.teams',
  (p) => sql`
    select tm.user_id, tm.team_id, t.title
    from team_member as tm
    join team as t on t.organization_id = ${p.organizationId} and t.id = tm.team_id
    where tm.organization_id = ${p.organizationId} and tm.user_id = any (${p.userIds}::text[])
    order by tm.user_id, tm.team_id`,
)
