import { type RawBuilder, sql } from 'kysely'

import {
  type ContentColumns,
  type ContentOfCaller,
  grantedRank,
} from '#/access/content-access.ts'
import { callerColumns } from '#/access/actor.ts'
import { sqlBuilder } from '#/platform/database/statement.ts'
import type { HomelessKind } from '#/platform/tenancy/homes.ts'

/** How long a deleted space can be restored, by the clock of the database. */
export const trashDays = 7

export interface NodeOfCaller extends ContentOfCaller {
  readonly nodeId: string
}

/** The columns of every collection and space, as read for one caller. */
export interface NodeColumns extends ContentColumns {
  readonly id: string
  readonly parent_id: string | null
  readonly title: string
  readonly default_level: string
  readonly position: string
  readonly lineage: string[]
  readonly deleted_at: string | null
  readonly version: number
  /** The role of the organization's new members, for nodes without a level. */
  readonly organization_level: string | null
}

export const nodeColumns = [
  'node.id',
  'node.parent_id',
  'node.title',
  'node.default_level',
  'node.position',
  'node.lineage',
  'node.deleted_at',
  'node.version',
] as const

/** Whether `node` is still in the trash and not merely waiting to be purged. */
export function isRestorable(): RawBuilder<boolean> {
  return sql`node.deleted_at > now() - make_interval(days => ${sql.lit(trashDays)})`
}

/**
 * Begins every statement about one collection or space itself: `me` is the caller as a member,
 * `node` the node, also while it can be restored. `contentActorFrom` checks whether the caller may
 * see it.
 */
export function nodeForCaller(kind: HomelessKind, p: NodeOfCaller) {
  return sqlBuilder
    .selectFrom('member as me')
    .innerJoin('content_node as node', (join) =>
      join
        .on('node.organization_id', '=', p.organizationId)
        .on('node.id', '=', p.nodeId)
        .on('node.kind', '=', sql.lit(kind))
        .on('node.state', '=', sql.lit('live'))
        .on(sql<boolean>`(node.deleted_at is null or ${isRestorable()})`),
    )
    .innerJoin('organization as o', (join) =>
      join.on('o.organization_id', '=', p.organizationId),
    )
    .where('me.organization_id', '=', p.organizationId)
    .where('me.user_id', '=', p.callerId)
    .select(callerColumns)
    .select('node.base_level as content_base')
    .select(grantedRank(p).as('content_granted'))
    .select('o.default_role as organization_level')
    .select(nodeColumns)
}
