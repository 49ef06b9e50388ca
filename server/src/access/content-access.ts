import { type RawBuilder, sql } from 'kysely'

import { sqlBuilder } from '#/platform/database/statement.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'
import { findAtHome, type HomelessKind } from '#/platform/tenancy/homes.ts'

import { type Actor, type ActorColumns, actorFrom } from './actor.ts'
import { asRole, type Role, roleOfRank, rolesByRank, strongest } from './roles.ts'

/** Who is asking about a collection or space; `role` is what they may do with it. */
export interface ContentActor extends Actor {
  /** What they are in the organization; null for a guest. */
  readonly organizationRole: Role | null
}

/** The columns a statement selects so that it needs no second one to know the caller's role. */
export interface ContentColumns extends ActorColumns {
  readonly content_base: string
  readonly content_granted: number | null
}

export interface ContentOfCaller {
  readonly organizationId: string
  readonly callerId: string
}

const ranks = sql.lit(`{${rolesByRank.join(',')}}`)

/** The place of a role in SQL among the roles, counted from one for the weakest. */
export function rankOf(role: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`array_position(${ranks}::text[], ${role})`
}

/** The strongest role, by its rank, that `me` was given on `node` or on a collection above it. */
export function grantedRank(member: 'm' | 'me' = 'me'): RawBuilder<number | null> {
  const one = sql.ref(member)
  const strongestGiven = sql`max(${rankOf(sql`g.role`)})`
  return sql`greatest(
    (select ${strongestGiven} from user_grant as g
     where g.organization_id = ${one}.organization_id and g.user_id = ${one}.user_id
       and g.content_id = any (node.lineage)),
    (select ${strongestGiven} from team_grant as g
     join team_member as t on t.organization_id = g.organization_id and t.team_id = g.team_id
     where g.organization_id = ${one}.organization_id and t.user_id = ${one}.user_id
       and g.content_id = any (node.lineage)))`
}

/** Whether `me` may see `node` at all. What they were given is gathered once, not for every node. */
export function isVisible(): RawBuilder<boolean> {
  return sql`(me.role = 'admin'
    or (me.role is not null and node.base_level <> 'guest')
    or node.lineage && array(
      select g.content_id from user_grant as g
      where g.organization_id = me.organization_id and g.user_id = me.user_id
        and g.role is not null
      union all
      select g.content_id from team_member as t
      join team_grant as g on g.organization_id = t.organization_id and g.team_id = t.team_id
      where t.organization_id = me.organization_id and t.user_id = me.user_id
        and g.role is not null))`
}

/**
 * Begins every statement about a live space or what is in it: `me` is the caller as a member, `node`
 * the space. It has no row when either is missing, and leaves the rest to `contentActorFrom`.
 */
export function spaceForCaller(p: ContentOfCaller & { spaceId: string }) {
  return sqlBuilder
    .selectFrom('member as me')
    .innerJoin('content_node as node', (join) =>
      join
        .onRef('node.organization_id', '=', 'me.organization_id')
        .on('node.id', '=', p.spaceId)
        .on('node.kind', '=', sql.lit('space'))
        .on('node.state', '=', sql.lit('live'))
        .on('node.deleted_at', 'is', null),
    )
    .where('me.organization_id', '=', p.organizationId)
    .where('me.user_id', '=', p.callerId)
    .select(['me.role as actor_role', 'me.disabled as actor_disabled'])
    .select('node.base_level as content_base')
    .select(grantedRank().as('content_granted'))
}

/** The caller with their role on the content, or undefined when it is not theirs to see. */
export function contentActorFrom(
  columns: ContentColumns | undefined,
  context: Pick<Context, 'caller'>,
  organizationId: string,
): ContentActor | undefined {
  if (columns === undefined) return undefined
  const actor = actorFrom(columns, context, organizationId)
  const role = roleOnContent(actor.role, columns)
  return role === null ? undefined : { ...actor, role, organizationRole: actor.role }
}

/** Nothing but a concrete level lowers anyone, and admins of the organization are not lowered at all. */
function roleOnContent(
  inOrganization: Role | null,
  { content_base: base, content_granted: rank }: ContentColumns,
): Role | null {
  if (inOrganization === 'admin') return 'admin'
  const given = rank === null ? null : roleOfRank(rank)
  if (inOrganization === null || base === 'guest') return given
  return strongest(given, base === 'member' ? inOrganization : asRole(base))
}

/**
 * Finds something in the organization it belongs to, or refuses. `read` answers undefined for what is
 * not there, or not the caller's to see.
 */
export async function atHome<Found>(
  { homes, caller }: Pick<Context, 'homes' | 'caller'>,
  kind: HomelessKind,
  id: string,
  read: (organizationId: string) => Promise<Found | undefined>,
): Promise<Found> {
  const bound = caller.organizationId
  const found = await findAtHome(homes, kind, id, async (organizationId) =>
    // A token for one organization sees every other organization as if it did not exist.
    bound === undefined || bound === organizationId ? read(organizationId) : undefined,
  )
  if (found === undefined) throw notFound(kind, id)
  return found
}
