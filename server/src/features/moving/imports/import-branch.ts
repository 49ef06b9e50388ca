import { contentActorFrom } from '#/access/content-access.ts'
import {
  lockBranch,
  mainBranch,
  type OfBranch,
  selectContentForCaller,
} from '#/content-store/branches/public.ts'
import type { RevisionToStore } from '#/content-store/write/public.ts'
import { findToWrite, lockToWrite } from '#/features/review/change-requests/public.ts'
import { ImportFailure } from '#/features/writing/file-trees/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { ApiError } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import { importPolicy } from './import-policy.ts'

export interface ImportTarget {
  readonly organizationId: string
  readonly spaceId: string
  /** Null for the main content. */
  readonly changeRequestId: string | null
  /** Whether nothing is written, which a lock does not stand against. */
  readonly mayBeLocked?: boolean
}

type By = Pick<Context, 'caller'>

/** The branch that an import writes to. */
export async function findBranch(
  db: Queryable,
  by: By,
  { organizationId, spaceId, changeRequestId }: ImportTarget,
): Promise<OfBranch> {
  if (changeRequestId === null) return mainBranch(organizationId, spaceId)
  const of = { organizationId, spaceId, changeRequestId }
  const { content } = await orFailure(async () => findToWrite(db, by, of))
  return content.branch
}

interface LockedBranch {
  readonly branch: OfBranch
  readonly head: RevisionToStore['head']
}

/**
 * Locks the branch for the transaction that writes: the target may have changed since the import
 * began.
 */
export async function lockToImport(
  tx: Transaction,
  by: By,
  { changeRequestId, ...place }: ImportTarget,
): Promise<LockedBranch> {
  if (changeRequestId === null) return lockMain(tx, by, place)
  const { organizationId, spaceId } = place
  const of = { organizationId, spaceId, changeRequestId }
  const { content } = await orFailure(async () => lockToWrite(tx, by, of))
  return content
}

async function lockMain(
  tx: Transaction,
  by: By,
  { organizationId, spaceId, mayBeLocked = false }: Omit<ImportTarget, 'changeRequestId'>,
): Promise<LockedBranch> {
  const branch = mainBranch(organizationId, spaceId)
  await tx.first(lockBranch, branch)
  const callerId = by.caller.userId
  const of = { organizationId, spaceId, callerId }
  const space = await tx.first(selectContentForCaller, of)
  const actor = contentActorFrom(space, by, organizationId)
  if (space === undefined || actor === undefined) {
    throw new ImportFailure('The space is gone, or you have no access to it any more.')
  }
  if (!importPolicy.run(actor)) {
    throw new ImportFailure(
      'You may no longer edit this space: this needs the edit role.',
    )
  }
  if (space.edit_mode === 'locked' && !mayBeLocked) {
    throw new ImportFailure('The space was locked meanwhile. Unlock it and import again.')
  }
  return {
    branch,
    head: { number: space.head_number, revisionId: space.head_revision_id },
  }
}

/**
 * Gives what `find` gives; an error that HTTP would return becomes a failure for the user who
 * started the import to read.
 */
async function orFailure<Found>(find: () => Promise<Found>): Promise<Found> {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ImportFailure(error.message, { cause: error })
  }
}
