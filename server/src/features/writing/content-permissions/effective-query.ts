import { originsMax } from '@lectern/contract/content-permissions.ts'
import { type RawBuilder, sql } from 'kysely'

import type { ActorColumns } from '#/access/actor.ts'
import { effectiveRank, isVisible, rankOf } from '#/access/content-access.ts'
import { rolesByRank } from '#/access/roles.ts'
import type { UserColumns } from '#/features/people/users/public.ts'
import { statementByShape } from '#/platform/database/statement.ts'

import {
  actorColumns,
  callerAndContent,
  type ContentForCaller,
  isCaller,
} from './permission-queries.ts'

/** The most members to count where they stand side by side in an index. */
const indexedMax = 10_000
/** The most members to count one by one. Past either limit a count is a lower bound. */
const joinedMax = 2_000

interface EffectiveListParams extends ContentForCaller {
  readonly role: string | undefined
  readonly afterId: string | undefined
}

interface EffectiveListShape {
  readonly role: boolean
  readonly after: boolean
  readonly rowsMax: number
}

export interface EffectiveRow extends UserColumns {
  readonly member_role: string | null
  readonly effective_rank: number
  /** The content and the collections above it, nearest first: each a `LineageNode`, as JSON. */
  readonly lineage_nodes: string
  /** This user's grants on the content or above, strongest first: each a `GivenRole`, as JSON. */
  readonly given: string | null
}

/**
 * Lists everybody with a role on the content, by user id, without walking all members: those who
 * have access by their role in the organization come from an index of the roles that give it, the
 * others from the grants. Each source is cut to one page before the sources are merged.
 */
export const selectEffectivePermissions = statementByShape(
  'content-permission.effective',
  (shape: EffectiveListShape, p: EffectiveListParams) => {
    const who = shape.role ? withRole(p) : withAccess
    const { rowsMax } = shape
    const page: Walk = {
      ...who,
      p,
      rowsMax,
      // The bound is on both columns: the planner does not derive one inequality from the other.
      condition: (id) =>
        shape.after
          ? sql`${id} > ${p.afterId} and m.user_id > ${p.afterId} and ${who.isWanted}`
          : who.isWanted,
    }
    const count = countOf(p, who, shape.role ? joinedMax : indexedMax)
    return sql<EffectiveColumns & EffectiveRow>`
      with node as materialized (
        select ${actorColumns(p)}, node.organization_id, node.base_level, node.lineage,
          ${lineageNodes(p)} as lineage_nodes
        from ${callerAndContent(p)} where ${isCaller(p)}
      ), counted as materialized (select ${count} as count from node)
      select node.actor_role, node.actor_disabled, node.actor_needs_sso, node.content_base, node.content_granted,
        node.lineage_nodes, counted.count, page.*
      from node cross join counted
      left join lateral (
        select m.user_id, m.role as member_role, ${effectiveRank(p)} as effective_rank,
          ${givenTo(p)} as given, a.display_name, a.photo_url, a.email
        from (
          select met.user_id from (
            ${byRole(page)} union ${byGrant(page)} union ${byTeam(page)}
          ) as met
          order by met.user_id limit ${sql.lit(shape.rowsMax)}
        ) as met
        join member as m on m.organization_id = ${p.organizationId} and m.user_id = met.user_id
        join account as a on a.id = m.user_id
      ) as page on true
      order by page.user_id`
  },
)

interface EffectiveColumns extends ActorColumns {
  readonly content_base: string
  readonly content_granted: number | null
  readonly count: number
}

/** The members that a list is about. */
interface Wanted {
  /** The roles in the organization whose holders are looked at one by one. */
  readonly roles: RawBuilder<unknown>
  /** The condition on the grants `g` whose holders are looked at. */
  readonly grants: RawBuilder<boolean>
  /** Whether a member `m` of these sources is wanted. */
  readonly isWanted: RawBuilder<boolean>
}

/** A way through the members with access, from three sources. */
interface Walk extends Wanted {
  readonly p: EffectiveListParams
  /**
   * The condition on a member: `id` is the user id in the index that a source walks, `m` the
   * member.
   */
  readonly condition: (id: RawBuilder<unknown>) => RawBuilder<boolean>
  /** The columns of `m` to select besides the id. */
  readonly extra?: RawBuilder<unknown>
  /** The limit of each source; it also keeps the planner from flattening the sources. */
  readonly rowsMax: number
}

const allRoles = sql`${sql.lit(`{${rolesByRank.join(',')}}`)}::text[]`

const withAccess: Wanted = {
  roles: sql`case when node.base_level = 'guest' then '{admin}' else ${allRoles} end`,
  grants: sql`g.role is not null`,
  isWanted: sql`true`,
}

/**
 * The members with just this role: they have it by their role in the organization or by a grant of
 * it.
 */
function withRole(p: EffectiveListParams): Wanted {
  return {
    roles: sql`case
      when node.base_level = 'member' then array[${p.role}]
      when node.base_level <> ${p.role} then array_remove('{admin}', nullif('admin', ${p.role}))
      else array_remove(${allRoles}, nullif('admin', ${p.role})) end`,
    grants: sql`g.role = ${p.role}`,
    // A `case`, because the planner expects a plain equality to hold for next to nobody.
    isWanted: sql`case when ${effectiveRank(p)} = ${rankOf(sql`${p.role}`)} then true else false end`,
  }
}

function byRole({ p, roles, condition, extra, rowsMax }: Walk): RawBuilder<unknown> {
  return sql`
    select one.*
    from unnest(${roles}) as walked (role)
    cross join lateral (
      select m.user_id ${extra ?? sql``} from member as m
      where m.organization_id = ${p.organizationId}
        and coalesce(m.role, 'guest') = walked.role and not m.disabled
        and ${condition(sql`m.user_id`)}
      order by m.user_id limit ${sql.lit(rowsMax)}
    ) as one`
}

function byGrant({ p, grants, condition, extra, rowsMax }: Walk): RawBuilder<unknown> {
  return sql`
    select one.*
    from unnest(node.lineage) as above (id)
    cross join lateral (
      select g.user_id ${extra ?? sql``} from user_grant as g
      join member as m on m.organization_id = ${p.organizationId} and m.user_id = g.user_id
      where g.organization_id = ${p.organizationId} and g.content_id = above.id
        and ${grants} and not m.disabled and ${condition(sql`g.user_id`)}
      order by g.user_id limit ${sql.lit(rowsMax)}
    ) as one`
}

function byTeam({ p, grants, condition, extra, rowsMax }: Walk): RawBuilder<unknown> {
  return sql`
    select one.*
    from team_grant as g
    cross join lateral (
      select t.user_id ${extra ?? sql``} from team_member as t
      join member as m on m.organization_id = ${p.organizationId} and m.user_id = t.user_id
      where t.organization_id = ${p.organizationId} and t.team_id = g.team_id
        and not m.disabled and ${condition(sql`t.user_id`)}
      order by t.user_id limit ${sql.lit(rowsMax)}
    ) as one
    where g.organization_id = ${p.organizationId} and g.content_id = any (node.lineage)
      and ${grants}`
}

/** Counts the wanted among a limited number of members; negative when there are more members. */
function countOf(
  p: EffectiveListParams,
  who: Wanted,
  byRoleMax: number,
): RawBuilder<number> {
  const met = (isGiven: boolean) =>
    sql`, ${who.isWanted} as is_wanted, ${sql.lit(isGiven)} as is_given`
  const holders: Walk = {
    ...who,
    p,
    extra: met(false),
    rowsMax: byRoleMax + 1,
    condition: () => sql`true`,
  }
  const others: Walk = {
    ...holders,
    extra: met(true),
    rowsMax: joinedMax + 1,
    // Members with one of the roles are counted by their role already.
    condition: () => sql`coalesce(m.role, 'guest') <> all (${who.roles})`,
  }
  return sql`(
    select count(distinct met.user_id) filter (where met.is_wanted)
      * case when count(*) filter (where not met.is_given) > ${sql.lit(byRoleMax)}
          or count(*) filter (where met.is_given) > ${sql.lit(joinedMax)} then -1 else 1 end
    from (
      (${byRole(holders)} limit ${sql.lit(holders.rowsMax)})
      union all
      (${byGrant(others)} union all ${byTeam(others)} limit ${sql.lit(others.rowsMax)})
    ) as met)`
}

function lineageNodes(p: EffectiveListParams): RawBuilder<string> {
  return sql`(
    select json_agg(json_build_object('id', one.id, 'kind', one.kind, 'title', one.title,
      'defaultLevel', one.default_level, 'isVisible', one.is_visible) order by above.place)::text
    from unnest(node.lineage) with ordinality as above (id, place)
    cross join lateral (
      select node.id, node.kind, node.title, node.default_level, ${isVisible(p)} as is_visible
      from content_node as node
      where node.organization_id = ${p.organizationId} and node.id = above.id
    ) as one)`
}

function givenTo(p: EffectiveListParams): RawBuilder<string | null> {
  return sql`(
    select json_agg(json_build_object('role', one.role, 'contentId', one.content_id,
      'teamId', one.team_id, 'teamTitle', one.team_title))::text
    from (
      select given.* from (
        select g.role, g.content_id, null as team_id, null as team_title
        from user_grant as g
        where g.organization_id = ${p.organizationId} and g.user_id = m.user_id
          and g.content_id = any (node.lineage) and g.role is not null
        union all
        select g.role, g.content_id, t.id, t.title
        from team_member as tm
        join team_grant as g
          on g.organization_id = ${p.organizationId} and g.team_id = tm.team_id
        join team as t on t.organization_id = ${p.organizationId} and t.id = tm.team_id
        where tm.organization_id = ${p.organizationId} and tm.user_id = m.user_id
          and g.content_id = any (node.lineage) and g.role is not null
      ) as given
      order by ${rankOf(sql`given.role`)} desc, array_position(node.lineage, given.content_id),
        given.team_id nulls first
      limit ${sql.lit(originsMax)}
    ) as one)`
}
