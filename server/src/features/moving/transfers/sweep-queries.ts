import { sql } from 'kysely'

import type { OfNode } from '#/content-store/nodes/public.ts'
import { statement } from '#/platform/database/statement.ts'

/** How long a transfer has after its last sign of life, by the clock of the database. */
const leaseSeconds = 60

/** Whoever was bringing it is not coming any more. Until it is here, a node was made when it was last held. */
const isForsaken = sql<boolean>`(state = 'arriving'
  and created_at < now() - make_interval(secs => ${sql.lit(leaseSeconds)}))`

/** Takes it away from its transfer, which finds that out before it writes another row. */
export const takeForsaken = statement(
  'transfer.take-forsaken',
  (p: OfNode) => sql`
    update content_node set state = 'left', position = ''
    where organization_id = ${p.organizationId} and id = ${p.nodeId} and ${isForsaken}`,
)

/** Held while its rows are removed, so that no transfer can begin to bring it again meanwhile. */
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
