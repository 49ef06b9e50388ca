import { type RawBuilder, sql } from 'kysely'

import { type OfVariant, sqlBuilder, variant } from '#/platform/database/statement.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { isVisitor, type SiteVisitor, userIdOf } from '#/platform/http/caller.ts'
import type { Context, ReaderContext } from '#/platform/http/context.ts'
import { findAtHome, type HomedKind } from '#/platform/tenancy/homes.ts'

import { type Actor, type ActorColumns, actorFrom, callerColumns } from './actor.ts'
import { asRole, type Role, roleOfRank, rolesByRank, strongest } from './roles.ts'

/** The caller of a request about a collection or space; `role` is their role on it. */
export interface ContentActor extends Actor {
  /** The caller's role in the organization; null for a guest. */
  readonly organizationRole: Role | null
}

/** The columns that a statement selects so that the caller's role needs no second one. */
export interface ContentColumns extends ActorColumns {
  readonly content_base: string
  readonly content_granted: number | null
}

export interface ContentOfCaller extends OfVariant<'visitor'> {
  readonly organizationId: string
  readonly callerId: string
  /** For a visitor: their site, and the epoch of the site for which their access was computed. */
  readonly siteId?: string
  readonly siteEpoch?: number
}

/** What a part of a statement needs to bind its tenant tables. */
export type InOrganization = Pick<ContentOfCaller, 'organizationId'>

const ranks = sql.lit(`{${rolesByRank.join(',')}}`)

/** The rank in SQL of a role, counted from one for the weakest. */
export function rankOf(role: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`array_position(${ranks}::text[], ${role})`
}

/** The rank of the strongest role granted to the member on `node` or a collection above it. */
export function grantedRank(
  p: InOrganization,
  member: 'm' | 'me' = 'me',
): RawBuilder<number | null> {
  const one = sql.ref(member)
  const strongestGiven = sql`max(${rankOf(sql`g.role`)})`
  // A probe for each collection above: a user who makes many spaces has a grant on each of them.
  return sql`greatest(
    (select ${strongestGiven} from unnest(node.lineage) as above (id)
     cross join lateral (
       select u.role from user_grant as u
       where u.organization_id = ${p.organizationId} and u.user_id = ${one}.user_id
         and u.content_id = above.id limit 1) as g),
    (select ${strongestGiven} from team_member as t
     cross join unnest(node.lineage) as above (id)
     cross join lateral (
       select x.role from team_grant as x
       where x.organization_id = ${p.organizationId} and x.content_id = above.id
         and x.team_id = t.team_id limit 1) as g
     where t.organization_id = ${p.organizationId} and t.user_id = ${one}.user_id))`
}

/** The rank of the role of `m` on `node`, by the rule that `contentActorFrom` has for the caller. */
export function effectiveRank(p: InOrganization): RawBuilder<number | null> {
  return sql`(case
  when m.role = 'admin' then ${rankOf(sql`m.role`)}
  when m.role is null or node.base_level = 'guest' then ${grantedRank(p, 'm')}
  else greatest(${grantedRank(p, 'm')},
    ${rankOf(sql`case when node.base_level = 'member' then m.role else node.base_level end`)})
  end)`
}

/** Whether `me` may see `node` at all. The grants are gathered once, not for every node. */
export function isVisible(p: InOrganization): RawBuilder<boolean> {
  return sql`(me.role = 'admin'
    or (me.role is not null and node.base_level <> 'guest')
    or node.lineage && array(
      select g.content_id from user_grant as g
      where g.organization_id = ${p.organizationId} and g.user_id = me.user_id
        and g.role is not null
      union all
      select g.content_id from team_member as t
      join team_grant as g on g.organization_id = ${p.organizationId} and g.team_id = t.team_id
      where t.organization_id = ${p.organizationId} and t.user_id = me.user_id
        and g.role is not null))`
}

/**
 * Begins every statement about a live space or its content: `me` is the caller as a member, or the
 * visitor's site, `node` the space. No row if either is missing; `contentActorFrom` checks access.
 */
export function spaceForCaller(p: ContentOfCaller & { spaceId: string }) {
  return p[variant] === 'visitor' ? spaceForVisitor(p) : spaceForMember(p)
}

/**
 * Begins a statement for the visitor of a site, whose visible spaces were computed for an epoch of
 * the site; it has no row when the site has reached another epoch.
 */
function spaceForVisitor(p: ContentOfCaller & { spaceId: string }) {
  const query = sqlBuilder
    .selectFrom('site as me')
    .innerJoin('content_node as node', (join) =>
      join
        .on('node.organization_id', '=', p.organizationId)
        .on('node.id', '=', p.spaceId)
        .on('node.kind', '=', sql.lit('space'))
        .on('node.state', '=', sql.lit('live'))
        .on('node.deleted_at', 'is', null),
    )
    .where('me.organization_id', '=', p.organizationId)
    .where('me.id', '=', sql<string>`${p.siteId}`)
    .where('me.epoch', '=', sql<number>`${p.siteEpoch}::integer`)
    .select(sql<string | null>`null::text`.as('actor_role'))
    .select(sql<boolean>`false`.as('actor_disabled'))
    .select(sql<boolean>`false`.as('actor_needs_sso'))
    .select(sql.lit('guest').as('content_base'))
    .select(
      sql<number | null>`${sql.lit(rolesByRank.indexOf('read') + 1)}::integer`.as(
        'content_granted',
      ),
    )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same columns under the same names, and nobody joins on `me`
  return query as unknown as ReturnType<typeof spaceForMember>
}

function spaceForMember(p: ContentOfCaller & { spaceId: string }) {
  return sqlBuilder
    .selectFrom('member as me')
    .innerJoin('content_node as node', (join) =>
      join
        .on('node.organization_id', '=', p.organizationId)
        .on('node.id', '=', p.spaceId)
        .on('node.kind', '=', sql.lit('space'))
        .on('node.state', '=', sql.lit('live'))
        .on('node.deleted_at', 'is', null),
    )
    .where('me.organization_id', '=', p.organizationId)
    .where('me.user_id', '=', p.callerId)
    .select(callerColumns)
    .select('node.base_level as content_base')
    .select(grantedRank(p).as('content_granted'))
}

/** The caller with their role on the content, or undefined when they may not see it. */
export function contentActorFrom(
  columns: ContentColumns | undefined,
  context: Pick<ReaderContext, 'caller'>,
  organizationId: string,
): ContentActor | undefined {
  if (columns === undefined) return undefined
  return contentActorOf(actorFrom(columns, context, organizationId), columns)
}

/** The known caller with their role on the content, or undefined when they may not see it. */
export function contentActorOf(
  actor: Actor,
  columns: Pick<ContentColumns, 'content_base' | 'content_granted'>,
): ContentActor | undefined {
  const role = roleOnContent(actor.role, columns)
  return role === null ? undefined : { ...actor, role, organizationRole: actor.role }
}

/** The role on content: the stronger of its level and the grant; admins stay admins. */
function roleOnContent(
  inOrganization: Role | null,
  {
    content_base: base,
    content_granted: rank,
  }: Pick<ContentColumns, 'content_base' | 'content_granted'>,
): Role | null {
  if (inOrganization === 'admin') return 'admin'
  const given = rank === null ? null : roleOfRank(rank)
  if (inOrganization === null || base === 'guest') return given
  return strongest(given, base === 'member' ? inOrganization : asRole(base))
}

/**
 * Finds an object in the organization it belongs to, or throws. `read` returns undefined for an
 * object that is missing or that the caller may not see.
 */
export async function atHome<Found>(
  { homes, caller }: Pick<Context, 'homes' | 'caller'>,
  kind: HomedKind,
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

/** The parameters that bind a read to its caller and organization. */
export type AskedBy = ContentOfCaller

/** `atHome` for readers of a space: users, and visitors of a site that shows it. */
export async function inSpaceOf<Found>(
  context: Pick<ReaderContext, 'homes' | 'caller'>,
  spaceId: string,
  read: (asked: AskedBy) => Promise<Found | undefined>,
): Promise<Found> {
  const { caller, homes } = context
  if (isVisitor(caller)) {
    const found = await inSight(caller, spaceId, read)
    if (found === undefined) throw notFound('space', spaceId)
    return found
  }
  const callerId = userIdOf(caller)
  return atHome({ homes, caller }, 'space', spaceId, async (organizationId) =>
    read({ organizationId, callerId }),
  )
}

const looksMax = 5

/**
 * Reads with the visitor's last known access and, while that finds nothing, with the current one:
 * nothing is found either if the site changes in between.
 */
async function inSight<Found>(
  visitor: SiteVisitor,
  spaceId: string,
  read: (asked: AskedBy) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const { organizationId, siteId } = visitor
  let missedAt: number | undefined
  for (let looks = 0; looks < looksMax; looks += 1) {
    const sight = await visitor.look(looks === 0 ? undefined : 'fresh')
    if (sight === undefined && looks > 0) return undefined
    if (sight === undefined) continue
    if (sight.epoch === missedAt) return undefined
    missedAt = sight.epoch
    if (!sight.spaceIds.has(spaceId)) continue
    const found = await read({
      organizationId,
      callerId: '',
      siteId,
      siteEpoch: sight.epoch,
      [variant]: 'visitor',
    })
    if (found !== undefined) return found
  }
  return undefined
}
