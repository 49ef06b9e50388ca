import { lockBranch } from '#/content-store/branches/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

import { lockChangeRequest } from './change-request-queries.ts'
import { type FoundChangeRequest, readLocked } from './change-request-resolve.ts'

/**
 * Locks a change request and its branch. Every transaction that needs both locks the branch first.
 */
export async function lockWithBranch(
  tx: Transaction,
  context: Pick<Context, 'caller'>,
  { of }: FoundChangeRequest,
): Promise<FoundChangeRequest> {
  const [, , locked] = await Promise.all([
    tx.first(lockBranch, { ...of, branchId: of.changeRequestId }),
    tx.first(lockChangeRequest, of),
    readLocked(tx, context, of),
  ])
  return locked
}
