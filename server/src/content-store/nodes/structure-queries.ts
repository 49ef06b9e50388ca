import { sql } from 'kysely'

import { type ContentOfCaller, isVisible } from '#/access/content-access.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

import { nodeForCaller, type NodeOfCaller } from './node-access.ts'

export type OfNode = Readonly<{ organizationId: string; nodeId: string }>

/**
 * Makes the changes of an organization's structure wait for each other, and for changes of its
 * memberships. Only a member can make others wait.
 */
export const lockStructure = statement(
  'content-node.lock-structure',
  (p: ContentOfCaller) => sql`
    select o.organization_id from organization as o
    where o.organization_id = ${p.organizationId} and exists (
      select from member as me
      where me.organization_id = ${p.organizationId} and me.user_id = ${p.callerId}
    )
    for no key update of o`,
)

/** Makes the changes of one collection or space wait for each other. */
export const lockNode = statement(
  'content-node.lock',
  (p: NodeOfCaller) => sql`
    select node.id from content_node as node
    where node.organization_id = ${p.organizationId} and node.id = ${p.nodeId} and exists (
      select from member as me
      where me.organization_id = ${p.organizationId} and me.user_id = ${p.callerId}
    )
    for no key update of node`,
)

export const selectCollectionAsParent = statement(
  'content-node.place',
  (p: NodeOfCaller) => nodeForCaller('collection', p),
)

type InPlace = ContentOfCaller & Readonly<{ parentId: string | null; exceptId: string }>
type PlaceShape = Readonly<{ isTop: boolean }>

/** All nodes of a place in order, and whether the caller can see each. */
export const selectSiblings = statementByShape(
  'content-node.siblings',
  (shape: PlaceShape, p: InPlace) =>
    siblings(shape, p)
      .select(['node.id', 'node.kind', 'node.position'])
      .select(isVisible(p).as('is_visible'))
      .orderBy('node.position')
      .orderBy('node.id'),
)

export const selectLastSibling = statementByShape(
  'content-node.last-sibling',
  (shape: PlaceShape, p: InPlace) =>
    siblings(shape, p)
      .select('node.position')
      // At the top level the index has this order only together with the parent, which is null.
      .orderBy('node.parent_id', 'desc')
      .orderBy('node.position', 'desc')
      .orderBy('node.id', 'desc')
      .limit(sql.lit(1)),
)

function siblings({ isTop }: PlaceShape, p: InPlace) {
  return sqlBuilder
    .selectFrom('member as me')
    .innerJoin('content_node as node', (join) =>
      join
        .on('node.organization_id', '=', p.organizationId)
        .on('node.state', '=', sql.lit('live'))
        .on('node.deleted_at', 'is', null)
        .on(
          isTop
            ? sql<boolean>`node.parent_id is null`
            : sql<boolean>`node.parent_id = ${p.parentId}`,
        )
        .on('node.id', '<>', p.exceptId),
    )
    .where('me.organization_id', '=', p.organizationId)
    .where('me.user_id', '=', p.callerId)
}

interface NewNode extends OfNode {
  readonly kind: string
  readonly parentId: string | null
  readonly title: string
  readonly position: string
  readonly lineage: string[]
  readonly baseLevel: string
  readonly createdBy: string
}

export const insertNode = statement('content-node.insert', (p: NewNode) =>
  sqlBuilder.insertInto('content_node').values({
    organization_id: p.organizationId,
    id: p.nodeId,
    kind: p.kind,
    parent_id: p.parentId,
    title: p.title,
    position: p.position,
    lineage: p.lineage,
    base_level: p.baseLevel,
    created_by: p.createdBy,
  }),
)

export const updateNodeParent = statement(
  'content-node.move',
  (p: OfNode & { parentId: string | null; position: string }) =>
    sqlBuilder
      .updateTable('content_node')
      .set({ parent_id: p.parentId, position: p.position, version: sql`version + 1` })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.nodeId),
)

/** Repositions one of several siblings that share a position and must make room between them. */
export const updateNodePosition = statement(
  'content-node.reposition',
  (p: OfNode & { position: string }) =>
    sqlBuilder
      .updateTable('content_node')
      .set({ position: p.position })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.nodeId),
)

/** Recomputes the lineage and base level of the subtree of `nodeId` from parents and levels. */
export const rewriteSubtree = statement(
  'content-node.rewrite',
  (p: OfNode) => sql`
    with recursive below as (
      select n.id, array_prepend(n.id, coalesce(above.lineage, '{}')) as lineage,
        case when n.default_level = 'inherit' then coalesce(above.base_level, 'member')
          else n.default_level end as base_level
      from content_node as n
      left join content_node as above
        on above.organization_id = ${p.organizationId} and above.id = n.parent_id
      where n.organization_id = ${p.organizationId} and n.id = ${p.nodeId}
      union all
      select n.id, array_prepend(n.id, below.lineage),
        case when n.default_level = 'inherit' then below.base_level else n.default_level end
      from below
      join content_node as n
        on n.organization_id = ${p.organizationId} and n.parent_id = below.id
    )
    update content_node as n set lineage = below.lineage, base_level = below.base_level
    from below
    where n.organization_id = ${p.organizationId} and n.id = below.id
      and (n.lineage <> below.lineage or n.base_level <> below.base_level)`,
)
