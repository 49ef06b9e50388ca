import { lockBranch } from '#/content-store/branches/public.ts'
import type { ContentToEdit } from '#/features/writing/content-edits/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import {
  contentOf,
  type FoundChangeRequest,
  readChangeRequest,
  readLocked,
  requireOpen,
} from './change-request-resolve.ts'

export interface BranchToWrite {
  readonly of: FoundChangeRequest['of']
  readonly content: ContentToEdit
}

interface Named {
  readonly organizationId: string
  readonly spaceId: string
  /** An id, or a number in the space. */
  readonly changeRequestId: string
}

/** The content of a change request for replacing all of it; refuses callers who may not edit it. */
export async function findToWrite(
  db: Queryable,
  context: Pick<Context, 'caller'>,
  { organizationId, ...named }: Named,
): Promise<BranchToWrite> {
  const found = await readChangeRequest(db, context, organizationId, named)
  if (found === undefined) throw notFound('space', named.spaceId)
  const { actor, row } = found
  if (row === undefined) throw notFound('change request', named.changeRequestId)
  const { spaceId } = named
  return opened({ actor, row, of: { organizationId, spaceId, changeRequestId: row.id } })
}

/**
 * Locks a change request for replacing its content. The read is a statement of its own: one that
 * waited for the lock would see the state before it.
 */
export async function lockToWrite(
  tx: Transaction,
  context: Pick<Context, 'caller'>,
  of: FoundChangeRequest['of'],
): Promise<BranchToWrite> {
  const [, locked] = await Promise.all([
    tx.first(lockBranch, { ...of, branchId: of.changeRequestId }),
    readLocked(tx, context, of),
  ])
  return opened(locked)
}

function opened(found: FoundChangeRequest): BranchToWrite {
  requireOpen(found)
  return { of: found.of, content: contentOf(found) }
}
