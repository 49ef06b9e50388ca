import type { Transaction } from '#/platform/database/transaction.ts'

import type { NodeOfCaller } from './node-access.ts'
import { lockNode, lockStructure } from './structure-queries.ts'

/** The reach of a change: the node alone, or also the places of nodes and inherited access. */
export type Reach = 'node' | 'structure'

/** Locks the organization first, so that two changes never wait for each other crosswise. */
export async function lockForChange(
  tx: Transaction,
  of: NodeOfCaller,
  reach: Reach,
): Promise<void> {
  await Promise.all([
    ...(reach === 'structure' ? [tx.first(lockStructure, of)] : []),
    tx.first(lockNode, of),
  ])
}
