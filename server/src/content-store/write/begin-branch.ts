import { type BranchKey, mainBranch } from '#/content-store/branches/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { insertBranch, insertRevision } from './revision-writes.ts'

export interface NewBranch extends BranchKey {
  /** The revision of the main branch that the branch begins with. */
  readonly main: { readonly number: number; readonly revisionId: string }
  readonly createdBy: string
}

/** Begins a branch of a space without changes: two rows, whatever the size of the space. */
export async function beginBranch(
  tx: Transaction,
  { organizationId, spaceId, branchId, main, createdBy }: NewBranch,
): Promise<{ readonly revisionId: string }> {
  const revisionId = newId()
  const branch = { ...mainBranch(organizationId, spaceId), branchId }
  const at = { ...branch, mainNumber: main.number, number: 1 }
  await Promise.all([
    tx.run(insertBranch, { ...at, revisionId }),
    tx.run(insertRevision, {
      ...at,
      revisionId,
      type: 'edits',
      parents: [main.revisionId],
      changed: [],
      createdBy,
    }),
  ])
  return { revisionId }
}
