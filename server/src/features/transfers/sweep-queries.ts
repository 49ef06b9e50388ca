import { sql } from 'kysely'

import type { OfNode } from '#/features/content-nodes/public.ts'
import { statement } from '#/platform/database/statement.ts'

/** Far longer than a transfer takes: whoever was bringing it is not coming any more. */
const isForsaken = sql<boolean>`(state = 'left'
  or (state = 'arriving' and created_at < now() - interval '1 hour'))`

/** Held while its rows are removed, so that no transfer can begin to bring it again meanwhile. */
export const lockForsaken = statement(
  'transfer.lock-forsaken',
  (p: OfNode) => sql<{ id: string; kind: string }>`
    select id, kind from content_node
    where organization_id = ${p.organizationId} and id = ${p.nodeId} and ${isForsaken}
    for update`,
)

export const selectForsaken = statement(
  'transfer.forsaken',
  (p: { organizationId: string; rowsMax: number }) => sql<{ id: string }>`
    select id from content_node
    where organization_id = ${p.organizationId} and state <> 'live' and ${isForsaken}
    order by id limit ${p.rowsMax}`,
)

export const deleteForsaken = statement(
  'transfer.delete-forsaken',
  (p: OfNode) => sql`
    delete from content_node
    where organization_id = ${p.organizationId} and id = ${p.nodeId} and ${isForsaken}`,
)
