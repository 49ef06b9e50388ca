import { sql } from 'kysely'

import { type OfNode, trashDays } from '#/content-store/nodes/public.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'

/** Puts a space in the trash. Its position stays stored, so that the space can come back to it. */
export const updateSpaceDeleted = statement('space.delete', (p: OfNode) =>
  sqlBuilder
    .updateTable('content_node')
    .set({ deleted_at: sql`now()`, version: sql`version + 1` })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.nodeId),
)

/** The spaces in a collection and in those below it. */
export const selectSpacesBelow = statement(
  'space.below',
  (p: OfNode) => sql<{ id: string; is_deleted: boolean }>`
    with recursive below as (
      select n.id, n.kind, n.deleted_at from content_node as n
      where n.organization_id = ${p.organizationId} and n.id = ${p.nodeId}
      union all
      select n.id, n.kind, n.deleted_at from below
      join content_node as n
        on n.organization_id = ${p.organizationId} and n.parent_id = below.id
    )
    select id, deleted_at is not null as is_deleted from below where kind = 'space'`,
)

/**
 * Moves the spaces below a deleted collection to the top level, with no position there until they
 * are restored; spaces that were in the trash keep their time there. The level they inherited becomes their own: no restored space is more open than it
 * was.
 */
export const updateSpacesBelowDeleted = statement(
  'space.delete-below',
  (p: { organizationId: string; spaceIds: readonly string[] }) => sql`
    update content_node as n set parent_id = null, position = '', lineage = array[n.id],
      default_level = case when n.default_level = 'inherit' and n.base_level <> 'member'
        then n.base_level else n.default_level end,
      deleted_at = coalesce(n.deleted_at, clock.at), version = n.version + 1
    from (select now() as at) as clock
    where n.organization_id = ${p.organizationId} and n.id = any (${p.spaceIds}::text[])`,
)

export const updateSpaceRestored = statement(
  'space.restore',
  (p: OfNode & { position: string }) =>
    sqlBuilder
      .updateTable('content_node')
      .set({ deleted_at: null, position: p.position, version: sql`version + 1` })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.nodeId),
)

const isExpired = sql<boolean>`deleted_at <= now() - make_interval(days => ${sql.lit(trashDays)})`

export const selectExpiredSpaces = statement(
  'space.expired',
  (p: { organizationId: string; rowsMax: number }) =>
    sqlBuilder
      .selectFrom('content_node')
      .select('id')
      .where('organization_id', '=', p.organizationId)
      .where('deleted_at', 'is not', null)
      .where(isExpired)
      .where('state', '=', sql.lit('live'))
      .orderBy('deleted_at')
      .limit(p.rowsMax),
)

export const lockExpiredSpace = statement('space.lock-expired', (p: OfNode) =>
  sqlBuilder
    .selectFrom('content_node')
    .select('id')
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.nodeId)
    .where(isExpired)
    .where('state', '=', sql.lit('live'))
    .forUpdate(),
)

/** Deletes a space with the few rows that are left of it. */
export const deleteSpaceNode = statement('space.purge', (p: OfNode) =>
  sqlBuilder
    .deleteFrom('content_node')
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.nodeId),
)
