import { type RawBuilder, sql } from 'kysely'

import { counterValue } from '#/access/list-for-caller.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

export interface GroupRow {
  readonly id: string
  readonly title: string
  /** The whole name that a directory gave; it may have been renamed since. */
  readonly display_name: string | null
  readonly external_id: string | null
  /** How many are in the team. */
  readonly members: number
  readonly created_at: string
  readonly updated_at: string
}

type InOrganization = Readonly<{ organizationId: string }>
type OfTeam = InOrganization & Readonly<{ teamId: string }>
type OfTeams = InOrganization & Readonly<{ teamIds: readonly string[] }>

function groupsWhere(
  { organizationId }: InOrganization,
  condition: RawBuilder<unknown>,
): RawBuilder<GroupRow> {
  return sql`
    select t.id, t.title, g.display_name, g.external_id, t.members, t.created_at,
      coalesce(g.updated_at, t.created_at) as updated_at
    from team as t
    left join scim_group as g on g.organization_id = ${organizationId} and g.team_id = t.id
    where t.organization_id = ${organizationId} and ${condition}`
}

export type GroupKey = 'id' | 'title' | 'externalId' | 'member'

const conditions: Readonly<
  Record<GroupKey, (p: InOrganization & { value: string }) => RawBuilder<unknown>>
> = {
  id: ({ value }) => sql`t.id = ${value}`,
  title: ({ value }) => sql`lower(t.title) = lower(${value})`,
  externalId: ({ organizationId, value }) => sql`t.id in (
    select e.team_id from scim_group as e
    where e.organization_id = ${organizationId} and e.external_id = ${value})`,
  // The id of a user of the directory, or else of a member of whom it has said nothing.
  member: ({ organizationId, value }) => sql`t.id in (
    select tm.team_id from team_member as tm
    where tm.organization_id = ${organizationId} and tm.user_id = coalesce(
      (select s.user_id from scim_user as s
       where s.organization_id = ${organizationId} and s.id = ${value}), ${value})
    union all
    select w.team_id from scim_group_wish as w
    where w.organization_id = ${organizationId} and w.scim_user_id = ${value})`,
}

const matchesMax = 1_001

/** The groups with one value. */
export const selectGroupsBy = statementByShape(
  'scim-group.by',
  ({ key }: Readonly<{ key: GroupKey }>, p: InOrganization & { value: string }) =>
    sql<GroupRow>`${groupsWhere(p, conditions[key](p))}
      order by t.id limit ${sql.lit(matchesMax)}`,
)

interface GroupPage extends InOrganization {
  readonly skipped: number
  readonly rowsMax: number
}

export const selectGroupPage = statement(
  'scim-group.page',
  (p: GroupPage) => sql<GroupRow>`${groupsWhere(p, sql`true`)}
    order by t.id offset ${p.skipped}::integer limit ${p.rowsMax}::integer`,
)

export const countGroups = statement<InOrganization, { count: number }>(
  'scim-group.count',
  (p) => sql`select ${counterValue(p.organizationId, 'teams')} as count`,
)

export interface GroupMemberRow {
  readonly team_id: string
  /** The id of the user. */
  readonly value: string
  readonly display: string
}

/** Who is in some groups, those included who are invited. */
export const selectGroupMembers = statement(
  'scim-group.members',
  (p: OfTeams) => sql<GroupMemberRow>`
    select tm.team_id, coalesce(s.id, tm.user_id) as value, a.display_name as display
    from team_member as tm
    join account as a on a.id = tm.user_id
    left join scim_user as s
      on s.organization_id = ${p.organizationId} and s.user_id = tm.user_id
    where tm.organization_id = ${p.organizationId}
      and tm.team_id = any (${p.teamIds}::text[])
    union all
    select w.team_id, w.scim_user_id as value, s.user_name as display
    from scim_group_wish as w
    join scim_user as s
      on s.organization_id = ${p.organizationId} and s.id = w.scim_user_id
    where w.organization_id = ${p.organizationId}
      and w.team_id = any (${p.teamIds}::text[])
    order by team_id, value`,
)

/** A figure for each group that changes with who is in it. */
export const selectMemberDigests = statement(
  'scim-group.digests',
  (p: OfTeams) => sql<{ team_id: string; digest: string }>`
    select listed.team_id,
      count(*)::text || '.' || bit_xor(hashtextextended(listed.who, 0))::text as digest
    from (
      select tm.team_id, tm.user_id as who from team_member as tm
      where tm.organization_id = ${p.organizationId}
        and tm.team_id = any (${p.teamIds}::text[])
      union all
      select w.team_id, w.scim_user_id as who from scim_group_wish as w
      where w.organization_id = ${p.organizationId}
        and w.team_id = any (${p.teamIds}::text[])
    ) as listed
    group by listed.team_id`,
)

interface GroupValues extends OfTeam {
  readonly externalId: string | null
  readonly displayName: string
}

export const upsertGroup = statement(
  'scim-group.upsert',
  (p: GroupValues) => sql`
    insert into scim_group as held (organization_id, team_id, external_id, display_name)
    values (${p.organizationId}, ${p.teamId}, ${p.externalId}, ${p.displayName})
    on conflict (organization_id, team_id) do update set
      external_id = excluded.external_id, display_name = excluded.display_name,
      updated_at = excluded.updated_at`,
)

export interface PersonRow {
  /** The id of the user. */
  readonly id: string
  /** Null for who is invited. */
  readonly user_id: string | null
}

/** Who is behind the ids of users; an unknown one gives no row. */
export const selectPeople = statement(
  'scim-group.people',
  (p: InOrganization & { ids: readonly string[] }) => sql<PersonRow>`
    select s.id, s.user_id from scim_user as s
    where s.organization_id = ${p.organizationId} and s.id = any (${p.ids}::text[])
    union all
    select m.user_id as id, m.user_id from member as m
    where m.organization_id = ${p.organizationId} and m.user_id = any (${p.ids}::text[])
      and not exists (
        select from scim_user as k
        where k.organization_id = ${p.organizationId} and k.user_id = m.user_id
      )`,
)

type OfPeople = OfTeam & Readonly<{ ids: readonly string[] }>

export const insertWishes = statement(
  'scim-group.wish',
  (p: OfPeople) => sql`
    insert into scim_group_wish (organization_id, scim_user_id, team_id)
    select ${p.organizationId}, wished.id, ${p.teamId}
    from unnest(${p.ids}::text[]) as wished (id)
    on conflict do nothing`,
)

export const deleteWishesFor = statement('scim-group.unwish', (p: OfPeople) =>
  sqlBuilder
    .deleteFrom('scim_group_wish')
    .where('organization_id', '=', p.organizationId)
    .where('team_id', '=', p.teamId)
    .where(sql<boolean>`scim_user_id = any (${p.ids}::text[])`),
)

type OfUser = InOrganization & Readonly<{ id: string }>

export const selectWishes = statement('scim-group.wishes', (p: OfUser) =>
  sqlBuilder
    .selectFrom('scim_group_wish')
    .select('team_id')
    .where('organization_id', '=', p.organizationId)
    .where('scim_user_id', '=', p.id)
    .orderBy('team_id'),
)

export const deleteWishes = statement('scim-group.delete-wishes', (p: OfUser) =>
  sqlBuilder
    .deleteFrom('scim_group_wish')
    .where('organization_id', '=', p.organizationId)
    .where('scim_user_id', '=', p.id),
)
