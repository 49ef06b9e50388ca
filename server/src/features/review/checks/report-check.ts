import { authorize } from '#/access/actor.ts'
import { lockBranch, selectRevision } from '#/content-store/branches/public.ts'
import {
  checkReported,
  type FoundChangeRequest,
  lockChangeRequest,
  readLocked,
  resolveChangeRequest,
} from '#/features/review/change-requests/public.ts'
import { spacePolicy } from '#/features/writing/spaces/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { tooManyChecks, unknownRevision, unsafeLink } from './check-errors.ts'
import { countChecks, upsertCheck } from './check-queries.ts'
import { viewCheck } from './check-view.ts'

/** The limit for checks, because every merge reads all of them. */
const checksMax = 100

export const reportChangeRequestCheck = operation(
  'reportChangeRequestCheck',
  async ({ params: { checkName: name, ...named }, body }, context) => {
    const found = await resolveChangeRequest(context.db, context, named)
    requireEdit(found)
    refuseUnsafeLink(body.link)
    return change(context, async (tx) => {
      const locked = await lockToReport(tx, context, found)
      const { of } = locked
      const revisionId = body.revision ?? locked.row.head_revision_id
      await refuseStrange(tx, locked, { name, revisionId })
      const { state, link = null, summary = null } = body
      const reportedBy = context.caller.userId
      const check = written(
        await tx.first(upsertCheck, {
          ...of,
          name,
          state,
          link,
          summary,
          revisionId,
          reportedBy,
        }),
      )
      checkReported(tx, context, { ...of, payload: { name, state, revisionId } })
      return viewCheck(context, check, locked)
    })
  },
)

function requireEdit({ actor }: FoundChangeRequest): void {
  authorize(
    spacePolicy.edit(actor),
    'report checks of this change request',
    'the edit role',
  )
}

/**
 * Refuses links outside the web, such as `javascript:` and `data:`: clients show the link as it is.
 */
function refuseUnsafeLink(link: string | undefined): void {
  if (link === undefined) return
  if (URL.canParse(link) && /^https?:$/.test(new URL(link).protocol)) return
  throw unsafeLink()
}

async function lockToReport(
  tx: Transaction,
  context: Context,
  { of }: FoundChangeRequest,
): Promise<FoundChangeRequest> {
  const [, , locked] = await Promise.all([
    tx.first(lockBranch, { ...of, branchId: of.changeRequestId }),
    tx.first(lockChangeRequest, of),
    readLocked(tx, context, of),
  ])
  requireEdit(locked)
  return locked
}

/** Refuses checks of a revision outside the change request, and more checks than the limit. */
async function refuseStrange(
  tx: Transaction,
  { of }: FoundChangeRequest,
  { name, revisionId }: { name: string; revisionId: string },
): Promise<void> {
  const [revision, others] = await Promise.all([
    tx.first(selectRevision, { ...of, branchId: of.changeRequestId, revisionId }),
    tx.first(countChecks, { ...of, exceptName: name }),
  ])
  if (revision === undefined) throw unknownRevision(revisionId)
  if (written(others).count >= checksMax) throw tooManyChecks(checksMax)
}
