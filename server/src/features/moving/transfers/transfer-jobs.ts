import type { OfNode } from '#/content-store/nodes/public.ts'
import { job } from '#/platform/jobs/job.ts'
import { walkOrganizations } from '#/platform/tenancy/walk-organizations.ts'

import { selectForsaken } from './sweep-queries.ts'
import { sweepNode } from './sweep.ts'

const nodesMax = 100

/** Deletes the rows of a node that a transfer left behind. */
export const sweepTransferred = job<OfNode>(
  'transfers.sweep',
  { timeoutSeconds: 3_000, perOrganizationMax: 1 },
  async (node, { db }, stopping) => sweepNode(db, node, stopping),
)

/** Sweeps nodes that no other job has swept, as when the process of their transfer died. */
export const sweepForsaken = job<object>(
  'transfers.sweep-forsaken',
  { schedule: '23 * * * *', timeoutSeconds: 3_000 },
  async (_payload, { db }, stopping) => {
    for await (const organizationId of walkOrganizations(db, stopping)) {
      for (;;) {
        const nodes = await db.many(selectForsaken, { organizationId, rowsMax: nodesMax })
        for (const { id } of nodes) {
          await sweepNode(db, { organizationId, nodeId: id }, stopping)
        }
        if (nodes.length < nodesMax) break
      }
    }
  },
)
