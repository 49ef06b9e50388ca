import type { Transaction } from '#/platform/database/transaction.ts'

import type { NodeOfCaller } from './node-access.ts'
import { lockNode, lockStructure } from './structure-queries.ts'

/** The reach of a change: the node alone, or also the places of nodes and inherited access. */
export type Reach = 'node' | 'structure'

/** Locks a node; for a change of structure first the organization, so that two never deadlock. */
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
