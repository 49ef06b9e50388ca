import { lockBranch } from '#/content-store/branches/public.ts'
import {
  type FoundChangeRequest,
  lockChangeRequest,
  readLocked,
} from '#/features/review/change-requests/public.ts'
import { holdWriters } from '#/features/writing/comments/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

/**
 * Keeps the content and the reviews of a change request unchanged until this transaction ends.
 * `posts` is for a transaction that also posts a comment.
 */
export async function lockRequest(
  tx: Transaction,
  context: Context,
  of: FoundChangeRequest['of'],
  // oxlint-disable-next-line max-params -- a transaction, who asks, what, and what for
  { posts = false }: { readonly posts?: boolean } = {},
): Promise<FoundChangeRequest> {
  const { organizationId, spaceId, changeRequestId: branchId } = of
  const locked = [
    tx.first(lockBranch, { organizationId, spaceId, branchId }),
    ...(posts ? [tx.first(holdWriters, { spaceId })] : []),
    tx.first(lockChangeRequest, of),
  ]
  return (await Promise.all([readLocked(tx, context, of), ...locked]))[0]
}
