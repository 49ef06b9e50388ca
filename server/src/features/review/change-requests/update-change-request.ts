import { authorize } from '#/access/actor.ts'
import { selectRevision } from '#/content-store/branches/public.ts'
import { commitRevision } from '#/content-store/write/public.ts'
import { spacePolicy } from '#/features/writing/spaces/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { selectOwnIds } from './change-request-queries.ts'
import {
  type FoundChangeRequest,
  readLockedToView,
  resolveChangeRequest,
} from './change-request-resolve.ts'
import { descriptionOf, writeSettings } from './change-request-settings.ts'
import { lockWithBranch } from './lock-with-branch.ts'
import { outdateReviews } from './review-queries.ts'
import { viewFound } from './view-change-requests.ts'

export const updateChangeRequestById = operation(
  'updateChangeRequestById',
  async ({ params, body }, context) => {
    const found = await resolveChangeRequest(context.db, context, params)
    requireEdit(found)
    const description = await descriptionOf(context, body.description)
    return change(context, async (tx) => {
      const locked = await lockWithBranch(tx, context, found)
      requireEdit(locked)
      const { row, of } = locked
      await writeSettings(
        tx,
        context,
        { row, of },
        {
          status: body.status,
          subject: body.subject,
          description,
          reopen: async (status) => reopened(tx, context, { row, of }, status),
        },
      )
      return viewFound(tx, context, await readLockedToView(tx, context, of))
    })
  },
)

function requireEdit({ actor }: FoundChangeRequest): void {
  authorize(spacePolicy.edit(actor), 'change this change request', 'the edit role')
}

/**
 * Continues a merged change request as a branch of the revision that its merge made, without
 * changes of its own. Returns the revision of the main branch that it is up to date with.
 */
async function reopened(
  tx: Transaction,
  context: Context,
  found: Pick<FoundChangeRequest, 'row' | 'of'>,
  status: string,
): Promise<string | null> {
  const { row, of } = found
  const { merged_revision_id: merged, ancestor_revision_id: ancestor } = row
  if (row.status !== 'merged' || status === 'merged' || merged === null) return ancestor
  const { organizationId, spaceId, changeRequestId: branchId } = of
  const [main, own] = await Promise.all([
    tx.first(selectRevision, {
      organizationId,
      spaceId,
      branchId: spaceId,
      revisionId: merged,
    }),
    tx.many(selectOwnIds, of),
    tx.run(outdateReviews, of),
  ])
  const branch = { organizationId, spaceId, branchId, mainNumber: written(main).number }
  await commitRevision(tx, branch, {
    head: { number: row.head_number, revisionId: row.head_revision_id },
    otherParent: merged,
    type: 'update',
    createdBy: context.caller.userId,
    documents: [],
    entries: [],
    gone: [],
    oldNames: [],
    dropped: own.map(({ id }) => id),
  })
  return merged
}
