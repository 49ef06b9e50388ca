import { type RawBuilder, sql } from 'kysely'

import { rankOf } from '#/access/content-access.ts'
import { countUpTo, listForCaller, type OfCaller } from '#/access/list-for-caller.ts'
import type { UserColumns } from '#/features/people/users/public.ts'
import { sqlBuilder, statementByShape } from '#/platform/database/statement.ts'

interface PermissionListParams extends OfCaller {
  readonly siteId: string
  readonly afterId: string | undefined
}
type PermissionListShape = Readonly<{ after: boolean; rowsMax: number }>

export interface SitePermissionRow extends UserColumns {
  readonly strongest_rank: number
  readonly origin: 'organization' | 'member' | 'team' | 'space'
  /** The team or space that gives the role. */
  readonly origin_id: string | null
}

/**
 * The members with a role, and guests with a grant on the site or a space of it, by user id.
 * `count` is null when the site does not exist. The spaces of the site are read once, not for every
 * member.
 */
export const selectSitePermissions = statementByShape(
  'site.permissions',
  (shape: PermissionListShape, p: PermissionListParams) => {
    const matching = sqlBuilder
      .selectFrom('member as m')
      .where('m.organization_id', '=', p.organizationId)
      .where('m.disabled', '=', false)
      .where(
        sql<boolean>`(m.role is not null or exists ${givenOnSite(p)} or exists ${given(p)})`,
      )
    const page = sql`(
      select m.user_id, a.display_name, a.photo_url, a.email, best.strongest_rank, best.origin,
        best.origin_id
      from ${matching
        .select(['m.organization_id', 'm.user_id', 'm.role'])
        .$if(shape.after, (q) => q.where('m.user_id', '>', p.afterId ?? ''))
        .orderBy('m.user_id')
        .limit(sql.lit(shape.rowsMax))} as m
      join account as a on a.id = m.user_id
      cross join lateral ${strongest(p)} as best)`
    const size = countUpTo(matching.select('m.user_id'))
    const count = sql<number | null>`(
      select ${size} from site as st
      where st.organization_id = ${p.organizationId} and st.id = ${p.siteId})`
    const orderBy = sql`page.user_id`
    return withShown(p, listForCaller<SitePermissionRow>(p, { page, count, orderBy }))
  },
)

/**
 * Begins a statement with `shown`, the spaces that the site shows; with `above`, these and the
 * collections around them, each with the first space that inherits from it; and with `level`, the
 * strongest base level that members with a role in the organization have on a space.
 */
function withShown<Row>(
  { organizationId, siteId }: PermissionListParams,
  list: RawBuilder<Row>,
): RawBuilder<Row> {
  return sql`
    with shown as materialized (
      select n.id, n.lineage, n.base_level from site_space as ss
      join content_node as n on n.organization_id = ${organizationId} and n.id = ss.space_id
      where ss.organization_id = ${organizationId} and ss.site_id = ${siteId}
        and n.state = 'live' and n.deleted_at is null
    ), above as materialized (
      select around.id, min(shown.id) as space_id
      from shown cross join unnest(shown.lineage) as around (id)
      group by around.id
    ), level as materialized (
      select ${rankOf(sql`shown.base_level`)} as rank, min(shown.id) as space_id from shown
      where shown.base_level not in ('guest', 'member')
      group by 1 order by 1 desc limit 1
    )
    ${list}`
}

/**
 * The roles of the member `m` by grants on `above`, their own and those of their teams, by rank.
 */
function given({ organizationId }: PermissionListParams): RawBuilder<unknown> {
  const ids = sql`any (array(select above.id from above))`
  return sql`(
    select ${rankOf(sql`u.role`)} as strongest_rank, u.content_id from user_grant as u
    where u.organization_id = ${organizationId} and u.user_id = m.user_id
      and u.content_id = ${ids} and u.role is not null
    union all
    select ${rankOf(sql`x.role`)}, x.content_id from team_member as t
    join team_grant as x on x.organization_id = ${organizationId} and x.team_id = t.team_id
      and x.content_id = ${ids}
    where t.organization_id = ${organizationId} and t.user_id = m.user_id
      and x.role is not null)`
}

/** The roles of the member `m` by grants on the site itself, by rank. */
function givenOnSite({
  organizationId,
  siteId,
}: PermissionListParams): RawBuilder<unknown> {
  return sql`(
    select ${rankOf(sql`u.role`)} as strongest_rank, null::text as team_id
    from site_user_grant as u
    where u.organization_id = ${organizationId} and u.user_id = m.user_id
      and u.site_id = ${siteId} and u.role is not null
    union all
    select ${rankOf(sql`x.role`)}, x.team_id from team_member as t
    join site_team_grant as x on x.organization_id = ${organizationId} and x.team_id = t.team_id
      and x.site_id = ${siteId}
    where t.organization_id = ${organizationId} and t.user_id = m.user_id
      and x.role is not null)`
}

/** The strongest role of the member `m`, and what gives it: of equal ones the widest. */
function strongest(p: PermissionListParams): RawBuilder<unknown> {
  // A base level counts for every member with a role in the organization.
  return sql`(
    select one.strongest_rank, one.origin, one.origin_id from (
      select ${rankOf(sql`m.role`)} as strongest_rank, 'organization' as origin, 1 as width,
        null::text as origin_id
      where m.role is not null
      union all
      select granted.strongest_rank,
        case when granted.team_id is null then 'member' else 'team' end, 2, granted.team_id
      from ${givenOnSite(p)} as granted
      union all
      select level.rank, 'space', 3, level.space_id from level where m.role is not null
      union all
      select granted.strongest_rank, 'space', 3, above.space_id from ${given(p)} as granted
      join above on above.id = granted.content_id
    ) as one
    order by one.strongest_rank desc, one.width, one.origin_id nulls first
    limit 1)`
}
