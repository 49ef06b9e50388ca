import { differs, stateOfRow } from '#/content-store/entries/public.ts'
import {
  mergedTexts,
  type MergePlan,
  type MergeToWrite,
  mergeIntoBranch,
} from '#/content-store/merge/public.ts'
import { commitRevision } from '#/content-store/write/public.ts'
import { moveCommentAnchors } from '#/features/writing/comments/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { changeRequestContentUpdated } from './change-request-events.ts'
import { deleteResolutions, updateChangeRequestRow } from './change-request-queries.ts'
import {
  contentOf,
  type FoundChangeRequest,
  requireEditor,
  resolveChangeRequest,
} from './change-request-resolve.ts'
import { planOf } from './conflicts.ts'
import { lockWithBranch } from './lock-with-branch.ts'
import { conflictsOf, currentPlan } from './merge-change-request.ts'
import { outdateReviews } from './review-queries.ts'

export const updateChangeRequest = operation(
  'updateChangeRequest',
  async ({ params }, context) => {
    const found = await resolveChangeRequest(context.db, context, params)
    requireEditor(found)
    // What is merged has nothing to take in: its content is the main content's by now.
    const planned = isMerged(found) ? undefined : await planOf(context, found.of)
    return change(context, async (tx) => {
      const locked = await lockWithBranch(tx, context, found)
      requireEditor(locked)
      const { row } = locked
      const isUpToDate = row.main_number === row.main_head_number
      if (planned === undefined || isMerged(locked) || isUpToDate) {
        return { revision: row.head_revision_id, result: 'update' as const }
      }
      const plan = await currentPlan(tx, context, { found: locked, planned })
      return plan.conflicts.length > 0
        ? conflictsOf(plan, locked)
        : {
            revision: await writeUpdate(tx, context, locked, plan),
            result: 'update' as const,
          }
    })
  },
)

function isMerged({ row }: FoundChangeRequest): boolean {
  return row.status === 'merged'
}

/**
 * Writes an update: the branch reads through to the main branch as of the plan, even if that has
 * moved since.
 */
async function writeUpdate(
  tx: Transaction,
  context: Context,
  found: FoundChangeRequest,
  plan: MergePlan,
): Promise<string> {
  const { row, of } = found
  const { heads } = plan
  const { branch, head } = contentOf(found)
  const updated = { ...branch, mainNumber: heads.main_head_number }
  const appUrls = [context.config.APP_URL ?? context.config.PUBLIC_URL]
  const settled = await mergeIntoBranch(tx, plan, { branch: updated, appUrls })
  const { revisionId } = await commitRevision(tx, updated, {
    head,
    otherParent: heads.main_revision_id,
    type: 'update',
    createdBy: context.caller.userId,
    hasMoved: heads.main_moved_number > heads.main_number,
    ...settled,
  })
  const changes = mergedTexts(plan.sides.ours, everythingIn(plan))
  await Promise.all([
    moveCommentAnchors(tx, context, branch, { changes, prepared: new Map() }),
    tx.run(updateChangeRequestRow, {
      ...of,
      status: row.status,
      subject: row.subject,
      description: row.description,
      ancestorRevisionId: heads.main_revision_id,
      mergedRevisionId: row.merged_revision_id,
    }),
    tx.run(deleteResolutions, of),
    ...(hasOwnChanges(plan, settled) ? [tx.run(outdateReviews, of)] : []),
  ])
  const payload = { revisionId, updatedFrom: heads.main_revision_id }
  changeRequestContentUpdated(tx, context, { ...of, payload })
  return revisionId
}

/**
 * Whether an update alters the changes of the change request itself, which reviews concern; those
 * of the main content alone do not count.
 */
function hasOwnChanges(
  { sides: { base, ours } }: MergePlan,
  { entries, gone, dropped }: MergeToWrite,
): boolean {
  // An entry that was changed and changed back is no difference that anybody could have reviewed.
  const wasDifference = (id: string) => {
    const mine = ours.get(id)
    return mine === undefined ? base.has(id) : differs(stateOfRow(mine), base.get(id))
  }
  return entries.length + gone.length > 0 || dropped.some(wasDifference)
}

/** All entries of the plan: comments also refer to pages that only the main content changed. */
function everythingIn({ merged, sides }: MergePlan) {
  const gone = [...sides.ours.values()].filter(({ id }) => !merged.has(id))
  return { entries: [...merged.values()], gone }
}
