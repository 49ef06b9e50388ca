import { sql } from 'kysely'

import type { OfNode } from '#/content-store/nodes/public.ts'
import { statement } from '#/platform/database/statement.ts'

/** How long the lease of a transfer lasts after its last renewal, by the clock of the database. */
const leaseSeconds = 60

/**
 * Whether the transfer of a node has died: `created_at` of an arriving node is the last renewal of
 * its lease.
 */
const isForsaken = sql<boolean>`(state = 'arriving'
  and created_at < now() - make_interval(secs => ${sql.lit(leaseSeconds)}))`

/** Takes a node from its dead transfer, which would notice before it writes another row. */
export const takeForsaken = statement(
  'transfer.take-forsaken',
  (p: OfNode) => sql`
    update content_node set state = 'left', position = ''
    where organization_id = ${p.organizationId} and id = ${p.nodeId} and ${isForsaken}`,
)

/** Locks a node while its rows are deleted, so that no transfer can begin to copy it again. */
export const lockLeft = statement(
  'transfer.lock-left',
  (p: OfNode) => sql<{ id: string; kind: string }>`
    select id, kind from content_node
    where organization_id = ${p.organizationId} and id = ${p.nodeId} and state = 'left'
    for update`,
)

export const selectForsaken = statement(
  'transfer.forsaken',
  (p: { organizationId: string; rowsMax: number }) => sql<{ id: string }>`
    select id from content_node
    where organization_id = ${p.organizationId} and state <> 'live'
      and (state = 'left' or ${isForsaken})
    order by id limit ${p.rowsMax}`,
)

export const deleteLeft = statement(
  'transfer.delete-left',
  (p: OfNode) => sql`
    delete from content_node
    where organization_id = ${p.organizationId} and id = ${p.nodeId} and state = 'left'`,
)
