import type { OfNode } from '#/content-store/nodes/public.ts'
import { sweepVocabularySoon } from '#/features/writing/search/public.ts'
import { deleteSpaceRows, purgedTables } from '#/features/writing/spaces/public.ts'
import type { Database } from '#/platform/database/database.ts'
import { goOn } from '#/platform/jobs/job.ts'

import { deleteLeft, lockLeft, takeForsaken } from './sweep-queries.ts'

const rowsMax = 5_000

// The tables to sweep, without `pending_file`: the job that deletes unused bytes needs its rows,
// wherever the space is by then.
const sweptTables = purgedTables.filter((table) => table !== 'pending_file')

/**
 * Deletes the rows of a node that has left the organization or never arrived, in transactions of
 * bounded size. The bytes of files stay with the space. The row of the node is deleted last, so that
 * a sweep that stops with its worker is begun again.
 */
export async function sweepNode(
  db: Database,
  node: OfNode,
  stopping?: AbortSignal,
): Promise<void> {
  const { organizationId, nodeId: spaceId } = node
  await db.transaction(async (tx) => tx.run(takeForsaken, node))
  for (const table of sweptTables) {
    const batch = deleteSpaceRows({ table, rowsMax })
    let removed = rowsMax
    while (removed === rowsMax) {
      goOn(stopping)
      removed = await db.transaction(async (tx) => {
        if ((await tx.first(lockLeft, node)) === undefined) return 0
        return tx.count(batch, { organizationId, spaceId })
      })
    }
  }
  await db.transaction(async (tx) => {
    if ((await tx.count(deleteLeft, node)) > 0) sweepVocabularySoon(tx, node)
  })
}
