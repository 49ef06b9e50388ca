import { type Expression, type RawBuilder, sql } from 'kysely'

import { callerColumnsSql } from '#/access/actor.ts'
import { countUpTo, type OfCaller } from '#/access/list-for-caller.ts'
import { teamColumns, type TeamRowForCaller } from '#/features/people/teams/public.ts'
import type { UserColumns } from '#/features/people/users/public.ts'
import {
  type SiteActorColumns,
  siteGrantedRank,
} from '#/features/publishing/sites/public.ts'
import { sqlBuilder, statementByShape } from '#/platform/database/statement.ts'

interface GrantListParams extends OfCaller {
  readonly siteId: string
  readonly afterId: string | undefined
}
type GrantListShape = Readonly<{ after: boolean; rowsMax: number }>

interface ListParts {
  readonly page: Expression<unknown>
  readonly count: RawBuilder<number>
  readonly orderBy: RawBuilder<unknown>
}

/**
 * A page of grants on a site, with the count and the caller: one row with nulls for an empty page,
 * and none at all when the site is missing or the caller is no member.
 */
function listOnSite<Row extends object>(
  p: GrantListParams,
  { page, count, orderBy }: ListParts,
): RawBuilder<SiteActorColumns & { readonly count: number } & Row> {
  return sql`
    select ${callerColumnsSql},
      ${siteGrantedRank(p)} as site_granted, ${count} as count, page.*
    from member as me
    join site as st on st.organization_id = ${p.organizationId} and st.id = ${p.siteId}
    left join lateral ${page} as page on true
    where me.organization_id = ${p.organizationId} and me.user_id = ${p.callerId}
    order by ${orderBy}`
}

type UserGrantRow = UserColumns & { readonly given: string | null }

export const selectUserGrants = statementByShape(
  'site-permission.users',
  (shape: GrantListShape, p: GrantListParams) => {
    const grants = sqlBuilder
      .selectFrom('site_user_grant as g')
      .where('g.organization_id', '=', p.organizationId)
      .where('g.site_id', '=', p.siteId)
    const page = grants
      .innerJoin('account as a', 'a.id', 'g.user_id')
      .select([
        'g.user_id',
        'g.role as given',
        'a.display_name',
        'a.photo_url',
        'a.email',
      ])
      .$if(shape.after, (q) => q.where('g.user_id', '>', p.afterId ?? ''))
      .orderBy('g.user_id')
      .limit(sql.lit(shape.rowsMax))
    return listOnSite<UserGrantRow>(p, {
      page,
      count: countUpTo(grants.select('g.user_id')),
      orderBy: sql`page.user_id`,
    })
  },
)

type TeamGrantRow = TeamRowForCaller & { readonly given: string | null }

/** Lists grants in the order in which their teams were created: ids are time-ordered. */
export const selectTeamGrants = statementByShape(
  'site-permission.teams',
  (shape: GrantListShape, p: GrantListParams) => {
    const grants = sqlBuilder
      .selectFrom('site_team_grant as g')
      .where('g.organization_id', '=', p.organizationId)
      .where('g.site_id', '=', p.siteId)
    const page = grants
      .innerJoin('team as t', (join) =>
        join
          .on('t.organization_id', '=', p.organizationId)
          .onRef('t.id', '=', 'g.team_id'),
      )
      .leftJoin('team_member as mine', (join) =>
        join
          .on('mine.organization_id', '=', p.organizationId)
          .onRef('mine.team_id', '=', 't.id')
          .on('mine.user_id', '=', p.callerId),
      )
      .select(teamColumns)
      .select(['mine.role as actor_team_role', 'g.role as given'])
      .$if(shape.after, (q) => q.where('g.team_id', '>', p.afterId ?? ''))
      .orderBy('g.team_id')
      .limit(sql.lit(shape.rowsMax))
    return listOnSite<TeamGrantRow>(p, {
      page,
      count: countUpTo(grants.select('g.team_id')),
      orderBy: sql`page.id`,
    })
  },
)
