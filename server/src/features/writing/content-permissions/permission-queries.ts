import { type Expression, type RawBuilder, sql } from 'kysely'

import {
  type ContentActor,
  contentActorFrom,
  type ContentColumns,
  type ContentOfCaller,
  grantedRank,
} from '#/access/content-access.ts'
import { callerColumnsSql } from '#/access/actor.ts'
import { countUpTo } from '#/access/list-for-caller.ts'
import { teamColumns, type TeamRowForCaller } from '#/features/people/teams/public.ts'
import type { UserColumns } from '#/features/people/users/public.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'
import type { Context } from '#/platform/http/context.ts'
import type { HomelessKind } from '#/platform/tenancy/homes.ts'

export interface ContentForCaller extends ContentOfCaller {
  readonly kind: HomelessKind
  readonly contentId: string
}

/** Joins `me`, the caller as a member, with `node`, the live collection or space. */
export function callerAndContent(p: ContentForCaller): RawBuilder<unknown> {
  return sql`member as me
    join content_node as node
      on node.organization_id = ${p.organizationId} and node.id = ${p.contentId}
        and node.kind = ${p.kind} and node.state = 'live' and node.deleted_at is null`
}

export function actorColumns(p: ContentForCaller): RawBuilder<unknown> {
  return sql`${callerColumnsSql},
    node.base_level as content_base, ${grantedRank(p)} as content_granted`
}

export function isCaller(p: ContentForCaller): RawBuilder<boolean> {
  return sql`me.organization_id = ${p.organizationId} and me.user_id = ${p.callerId}`
}

export const selectContentForCaller = statement<ContentForCaller, ContentColumns>(
  'content-permission.for-caller',
  (p) => sql`select ${actorColumns(p)} from ${callerAndContent(p)} where ${isCaller(p)}`,
)

/** Makes changes of grants on one content wait for each other. Only members make others wait. */
export const lockContent = statement(
  'content-permission.lock',
  (p: ContentForCaller) => sql`
    select node.id from content_node as node
    where node.organization_id = ${p.organizationId} and node.id = ${p.contentId}
      and node.kind = ${p.kind} and exists (
        select from member as me
        where me.organization_id = ${p.organizationId} and me.user_id = ${p.callerId}
      )
    for no key update of node`,
)

type ContentListColumns = ContentColumns & { readonly count: number }

/** A `listForCaller` of rows that belong to a collection or space. */
function listInContent<Row extends object>(
  p: ContentForCaller,
  {
    page,
    count,
    orderBy,
  }: {
    page: Expression<unknown>
    count: RawBuilder<number>
    orderBy: RawBuilder<unknown>
  },
): RawBuilder<ContentListColumns & Row> {
  return sql`
    select ${actorColumns(p)}, ${count} as count, page.*
    from ${callerAndContent(p)}
    left join lateral ${page} as page on true
    where ${isCaller(p)}
    order by ${orderBy}`
}

interface ListedInContent<Row> {
  readonly actor: ContentActor
  readonly rows: readonly Row[]
  readonly count: number
  readonly countIsLowerBound: boolean
}

/**
 * The rows of a list, with its count and the caller; undefined when the content is missing or the
 * caller may not see it.
 */
export function listedInContent<Row extends ContentListColumns>(
  found: readonly Row[],
  key: keyof Row,
  context: Pick<Context, 'caller'>,
  organizationId: string,
): ListedInContent<Row> | undefined {
  const [first] = found
  const actor = contentActorFrom(first, context, organizationId)
  if (first === undefined || actor === undefined) return undefined
  const rows = first[key] === null ? [] : found
  return {
    actor,
    rows,
    count: Math.max(Math.abs(first.count), rows.length),
    countIsLowerBound: first.count < 0,
  }
}

interface GrantListParams extends ContentForCaller {
  readonly afterId: string | undefined
}
type GrantListShape = Readonly<{ after: boolean; rowsMax: number }>

export type UserGrantRow = UserColumns & { readonly given: string | null }

export const selectUserGrants = statementByShape(
  'content-permission.users',
  (shape: GrantListShape, p: GrantListParams) => {
    const grants = sqlBuilder
      .selectFrom('user_grant as g')
      .where('g.organization_id', '=', p.organizationId)
      .where('g.content_id', '=', p.contentId)
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
    return listInContent<UserGrantRow>(p, {
      page,
      count: countUpTo(grants.select('g.user_id')),
      orderBy: sql`page.user_id`,
    })
  },
)

export type TeamGrantRow = TeamRowForCaller & { readonly given: string | null }

/** Lists grants in the order in which their teams were created: ids are time-ordered. */
export const selectTeamGrants = statementByShape(
  'content-permission.teams',
  (shape: GrantListShape, p: GrantListParams) => {
    const grants = sqlBuilder
      .selectFrom('team_grant as g')
      .where('g.organization_id', '=', p.organizationId)
      .where('g.content_id', '=', p.contentId)
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
    return listInContent<TeamGrantRow>(p, {
      page,
      count: countUpTo(grants.select('g.team_id')),
      orderBy: sql`page.id`,
    })
  },
)
