import { sql } from 'kysely'

import { callerColumns } from '#/access/actor.ts'
import { grantedRank, isVisible } from '#/access/content-access.ts'
import { countUpTo, listForCaller, type OfCaller } from '#/access/list-for-caller.ts'
import {
  type NodeColumns,
  nodeColumns,
  nodeForCaller,
  type NodeOfCaller,
  type OfNode,
} from '#/content-store/nodes/public.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

export type CollectionRow = NodeColumns & { readonly description: string | null }

export const selectCollectionForCaller = statement(
  'collection.for-caller',
  (p: NodeOfCaller) => nodeForCaller('collection', p).select('node.description'),
)

type ListParams = OfCaller &
  Readonly<{ afterPosition: string | undefined; afterId: string | undefined }>
type ListShape = Readonly<{ nested: boolean; after: boolean; rowsMax: number }>

export const selectCollections = statementByShape(
  'collection.list',
  (shape: ListShape, p: ListParams) => {
    const matching = sqlBuilder
      .selectFrom('content_node as node')
      .where('node.organization_id', '=', p.organizationId)
      .where('node.kind', '=', sql.lit('collection'))
      .where('node.state', '=', sql.lit('live'))
      .where('node.deleted_at', 'is', null)
      .where(isVisible(p))
      .$if(!shape.nested, (q) => q.where('node.parent_id', 'is', null))
    const page = matching
      .innerJoin('organization as o', (join) =>
        join.on('o.organization_id', '=', p.organizationId),
      )
      .select('node.base_level as content_base')
      .select(grantedRank(p).as('content_granted'))
      .select('o.default_role as organization_level')
      .select(nodeColumns)
      .select('node.description')
      .$if(shape.after, (q) =>
        q.where(
          sql<boolean>`(node.position, node.id) > (${p.afterPosition}, ${p.afterId})`,
        ),
      )
      .orderBy('node.position')
      .orderBy('node.id')
      .limit(sql.lit(shape.rowsMax))
    return listForCaller<CollectionRow>(p, {
      page,
      count: countUpTo(matching.select('node.id')),
      orderBy: sql`page.position, page.id`,
    })
  },
)

/** The collections among `collectionIds` that the caller may see. */
export const selectCollectionsById = statement(
  'collection.by-id',
  (p: OfCaller & { collectionIds: readonly string[] }) =>
    sqlBuilder
      .selectFrom('member as me')
      .innerJoin('content_node as node', (join) =>
        join.on('node.organization_id', '=', p.organizationId),
      )
      .innerJoin('organization as o', (join) =>
        join.on('o.organization_id', '=', p.organizationId),
      )
      .where('me.organization_id', '=', p.organizationId)
      .where('me.user_id', '=', p.callerId)
      .where(sql<boolean>`node.id = any (${p.collectionIds}::text[])`)
      .where('node.kind', '=', sql.lit('collection'))
      .where('node.state', '=', sql.lit('live'))
      .where('node.deleted_at', 'is', null)
      .where(isVisible(p))
      .select(callerColumns)
      .select('node.base_level as content_base')
      .select(grantedRank(p).as('content_granted'))
      .select('o.default_role as organization_level')
      .select(nodeColumns)
      .select('node.description'),
)

interface CollectionSettings extends OfNode {
  readonly title: string
  readonly description: string | null
  readonly defaultLevel: string
}

export const updateCollectionSettings = statement(
  'collection.update',
  (p: CollectionSettings) =>
    sqlBuilder
      .updateTable('content_node')
      .set({
        title: p.title,
        description: p.description,
        default_level: p.defaultLevel,
        version: sql`version + 1`,
      })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.nodeId),
)

/**
 * Deletes a collection and those below it. Their spaces must be out of them before: a collection
 * does not own its spaces.
 */
export const deleteCollections = statement(
  'collection.delete',
  (p: OfNode) => sql<{ id: string }>`
    with recursive below as (
      select n.id from content_node as n
      where n.organization_id = ${p.organizationId} and n.id = ${p.nodeId}
      union all
      select n.id from below
      join content_node as n
        on n.organization_id = ${p.organizationId} and n.parent_id = below.id
    )
    delete from content_node as n
    where n.organization_id = ${p.organizationId} and n.kind = 'collection'
      and n.id in (select id from below)
    returning n.id`,
)
