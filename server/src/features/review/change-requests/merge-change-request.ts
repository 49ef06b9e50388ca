import { authorize } from '#/access/actor.ts'
import { lockBranch, mainBranch } from '#/content-store/branches/public.ts'
import {
  isPlanFor,
  mergedTexts,
  type MergePlan,
  selectHeads,
  mergeIntoMain,
} from '#/content-store/merge/public.ts'
import { commitRevision } from '#/content-store/write/public.ts'
import { moveCommentAnchors } from '#/features/writing/comments/public.ts'
import { indexSpaceSoon } from '#/features/writing/search/public.ts'
import { followEntriesSoon } from '#/features/writing/computed-pages/public.ts'
import { spaceContentUpdated, spacePolicy } from '#/features/writing/spaces/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import { busy } from '#/platform/errors/api-error.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { changeRequestMerged } from './change-request-events.ts'
import {
  type ChangeRequestToView,
  deleteResolutions,
  lockChangeRequest,
  lockMergeRules,
  updateChangeRequestRow,
} from './change-request-queries.ts'
import {
  type FoundChangeRequest,
  readLockedToView,
  resolveChangeRequest,
} from './change-request-resolve.ts'
import { viewConflict } from './change-request-view.ts'
import { kindsIn, planOf, planUnderLock } from './conflicts.ts'
import { countedStatus } from './count-status.ts'
import type { UnmetRule } from './merge-rules.ts'
import { requireMergeRules } from './require-merge-rules.ts'

/** The most conflicts in an answer; `listChangeRequestConflicts` has the rest of a long list. */
const conflictsMax = 100

/** The attempts to plan a merge before a branch that keeps moving is reported as busy. */
const plansMax = 8

export const mergeChangeRequest = operation(
  'mergeChangeRequest',
  async ({ params }, context) => {
    const found = await resolveChangeRequest(context.db, context, params)
    requireMergeable(found)
    const planned =
      found.row.status === 'merged' ? undefined : await planOf(context, found.of)
    return change(context, async (tx) => {
      const locked = await lockToMerge(tx, context, found)
      const { merged_revision_id: merged, status } = locked.row
      if (status === 'merged' && merged !== null) {
        return { revision: merged, result: 'merge' as const }
      }
      const bypassed = await requireMergeRules(tx, context, locked)
      const plan = await currentPlan(tx, context, { found: locked, planned })
      return plan.conflicts.length > 0
        ? conflictsOf(plan, locked)
        : {
            revision: await writeMerge(tx, context, locked, { plan, bypassed }),
            result: 'merge' as const,
          }
    })
  },
)

function requireMergeable({ actor }: FoundChangeRequest): void {
  authorize(spacePolicy.merge(actor), 'merge this change request', 'the review role')
}

/**
 * Locks what a merge depends on. Every transaction that needs both branches locks the main branch
 * first. The lock on the rules keeps a merge from committing after a change of rules that it was
 * not checked against.
 */
async function lockToMerge(
  tx: Transaction,
  context: Context,
  { of }: FoundChangeRequest,
): Promise<FoundChangeRequest<ChangeRequestToView>> {
  const { organizationId, spaceId, changeRequestId } = of
  const [, , , , locked] = await Promise.all([
    tx.first(lockMergeRules, of),
    tx.first(lockBranch, mainBranch(organizationId, spaceId)),
    tx.first(lockBranch, { organizationId, spaceId, branchId: changeRequestId }),
    tx.first(lockChangeRequest, of),
    readLockedToView(tx, context, of),
  ])
  requireMergeable(locked)
  return locked
}

/**
 * The plan made before the lock, or a new one if a branch has moved since. A caller without a lock
 * on the main branch may see it move during planning, and plans again.
 */
export async function currentPlan(
  tx: Transaction,
  context: Pick<Context, 'threads' | 'plans'>,
  { found, planned }: { found: FoundChangeRequest; planned: MergePlan | undefined },
): Promise<MergePlan> {
  const { organizationId, spaceId, changeRequestId: branchId } = found.of
  let plan = planned
  for (let attempt = 0; attempt <= plansMax; attempt += 1) {
    const heads = written(
      await tx.first(selectHeads, { organizationId, spaceId, branchId }),
    )
    if (plan !== undefined && isPlanFor(plan, heads)) return plan
    plan = await planUnderLock(tx, context, found.of)
  }
  throw busy(undefined)
}

export function conflictsOf(plan: MergePlan, { row }: FoundChangeRequest) {
  return {
    revision: row.head_revision_id,
    result: 'conflicts' as const,
    conflicts: plan.conflicts
      .slice(0, conflictsMax)
      .map((conflict) => viewConflict(conflict, kindsIn(plan))),
  }
}

async function writeMerge(
  tx: Transaction,
  context: Context,
  { row, of }: FoundChangeRequest,
  { plan, bypassed }: { plan: MergePlan; bypassed: readonly UnmetRule[] },
): Promise<string> {
  const { organizationId, spaceId } = of
  const { heads } = plan
  const main = mainBranch(organizationId, spaceId)
  const appUrls = [context.config.APP_URL ?? context.config.PUBLIC_URL]
  const settled = await mergeIntoMain(tx, plan, { branch: main, appUrls })
  // Links in merged pages are written for the paths on the branch: links to pages that moved since
  // are rewritten.
  const hasMoved = heads.moved_number > 0 || heads.main_moved_number > heads.main_number
  const { revisionId } = await commitRevision(tx, main, {
    head: { number: heads.main_head_number, revisionId: heads.main_revision_id },
    otherParent: row.head_revision_id,
    type: 'merge',
    createdBy: context.caller.userId,
    hasMoved,
    ...settled,
  })
  const changes = mergedTexts(plan.sides.theirs, settled)
  await Promise.all([
    moveCommentAnchors(tx, context, main, { changes, prepared: new Map() }),
    tx.run(updateChangeRequestRow, {
      ...of,
      status: 'merged',
      subject: row.subject,
      description: row.description,
      ancestorRevisionId: row.ancestor_revision_id,
      mergedRevisionId: revisionId,
    }),
    tx.run(deleteResolutions, of),
    ...countedStatus(tx, of, row.status, 'merged'),
  ])
  const { number } = row
  const payload = { revisionId, number }
  const bypassedRules = bypassed.map(({ rule }) => rule)
  changeRequestMerged(tx, context, {
    ...of,
    payload,
    details: { ...payload, ...(bypassed.length > 0 && { bypassedRules }) },
  })
  const details = { merged: of.changeRequestId }
  spaceContentUpdated(tx, context, { organizationId, spaceId, revisionId, details })
  indexSpaceSoon(tx, { organizationId, spaceId })
  await followEntriesSoon(tx, of, settled.entries)
  return revisionId
}
