import type { Transaction } from '#/platform/database/transaction.ts'

import type { NodeOfCaller } from './node-access.ts'
import { lockNode, lockStructure } from './structure-queries.ts'

/** What a change is about to touch: the thing alone, or also where things stand and who inherits what. */
export type Reach = 'node' | 'structure'

/** Always the organization first, so that two changes never wait for each other crosswise. */
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
