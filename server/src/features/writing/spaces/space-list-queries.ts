import { type RawBuilder, sql } from 'kysely'

import { type ActorColumns, callerColumnsSql } from '#/access/actor.ts'
import { grantedRank, isVisible } from '#/access/content-access.ts'
import { countUpTo, listForCaller, type OfCaller } from '#/access/list-for-caller.ts'
import { rolesByRank } from '#/access/roles.ts'
import { isRestorable } from '#/content-store/nodes/public.ts'
import { statement, statementByShape } from '#/platform/database/statement.ts'

import { spaceNodes, type SpaceRow, wholeSpaces } from './space-columns.ts'

interface ListParams extends OfCaller {
  /** A position or, in the trash, the time of deletion. */
  readonly afterPlace: string | undefined
  readonly afterId: string | undefined
}
type ListShape = Readonly<{ after: boolean; rowsMax: number }>

/** Lists spaces in their order, or those in the trash, last deleted first. */
export const selectSpaces = statementByShape(
  'space.list',
  (shape: ListShape & { deleted: boolean }, p: ListParams) => {
    const isListed = shape.deleted ? isRestorableByCaller(p) : isLiveForCaller(p)
    const nodes = spaceNodes(p)
      .selectAll('node')
      .where(isListed)
      .$if(shape.after, (q) => q.where(isAfter(shape.deleted, p)))
      .orderBy(shape.deleted ? 'node.deleted_at' : 'node.position', direction(shape))
      .orderBy('node.id', direction(shape))
      .limit(sql.lit(shape.rowsMax))
    return listForCaller<SpaceRow>(p, {
      page: wholeSpaces(p, nodes),
      count: countUpTo(spaceNodes(p).select('node.id').where(isListed)),
      orderBy: shape.deleted
        ? sql`page.deleted_at desc, page.id desc`
        : sql`page.position, page.id`,
    })
  },
)

export interface CollectionListParams extends ListParams {
  readonly collectionId: string
}
export interface ParentColumns {
  readonly parent_base: string
  readonly parent_granted: number | null
}

/**
 * Lists the spaces directly in one collection. There is no row when the caller is no member or the
 * collection is missing.
 */
export const selectSpacesInCollection = statementByShape(
  'space.list-in-collection',
  (shape: ListShape, p: CollectionListParams) => {
    const direct = spaceNodes(p)
      .where('node.parent_id', '=', p.collectionId)
      .where(isLiveForCaller(p))
    const nodes = direct
      .selectAll('node')
      .$if(shape.after, (q) => q.where(isAfter(false, p)))
      .orderBy('node.position')
      .orderBy('node.id')
      .limit(sql.lit(shape.rowsMax))
    const count = countUpTo(direct.select('node.id'))
    return sql<SpaceRow & ActorColumns & ParentColumns & { count: number }>`
      select ${callerColumnsSql},
        node.base_level as parent_base, ${grantedRank(p)} as parent_granted,
        counted.count, page.*
      from member as me
      join content_node as node
        on node.organization_id = ${p.organizationId} and node.id = ${p.collectionId}
          and node.kind = 'collection' and node.state = 'live'
      cross join lateral (select ${count} as count offset 0) as counted
      left join lateral ${wholeSpaces(p, nodes)} as page on true
      where me.organization_id = ${p.organizationId} and me.user_id = ${p.callerId}
      order by page.position, page.id`
  },
)

/** The spaces among `spaceIds` that the caller may see. */
export const selectSpacesById = statement(
  'space.by-id',
  (p: OfCaller & { spaceIds: readonly string[] }) => {
    const nodes = spaceNodes(p)
      .selectAll('node')
      .where(sql<boolean>`node.id = any (${p.spaceIds}::text[])`)
      .where(isLiveForCaller(p))
    return sql<SpaceRow & ActorColumns>`
      select ${callerColumnsSql}, page.*
      from member as me
      cross join lateral ${wholeSpaces(p, nodes)} as page
      where me.organization_id = ${p.organizationId} and me.user_id = ${p.callerId}`
  },
)

function isLiveForCaller(p: OfCaller): RawBuilder<boolean> {
  return sql`(node.deleted_at is null and ${isVisible(p)})`
}

/**
 * Whether the trash shows `node` to the caller, who can restore the spaces that they are an admin
 * of.
 */
function isRestorableByCaller(p: OfCaller): RawBuilder<boolean> {
  const admin = sql.lit(rolesByRank.indexOf('admin') + 1)
  return sql`(node.deleted_at is not null and ${isRestorable()} and (me.role = 'admin'
    or (me.role is not null and node.base_level = 'admin')
    or ${grantedRank(p)} = ${admin}))`
}

function isAfter(deleted: boolean, p: ListParams): RawBuilder<boolean> {
  return deleted
    ? sql`(node.deleted_at, node.id) < (${p.afterPlace}::timestamptz, ${p.afterId})`
    : sql`(node.position, node.id) > (${p.afterPlace}, ${p.afterId})`
}

function direction({ deleted }: { deleted: boolean }): 'asc' | 'desc' {
  return deleted ? 'desc' : 'asc'
}
