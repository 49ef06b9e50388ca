import type { TreeResolution } from '@lectern/content/merge/conflict.ts'
import type { ChangeRequest } from '@lectern/contract/change-requests.ts'
import type { ContentChange, ResolveConflict } from '@lectern/contract/content-changes.ts'
import type { ContentUpdate } from '@lectern/contract/content-updates.ts'

import { requireVersion } from '#/access/actor.ts'
import { lockBranch } from '#/content-store/branches/public.ts'
import { editContent, invalidChange } from '#/features/writing/content-edits/public.ts'
import { readChangeRequestRevision } from '#/features/writing/revisions/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation, type Request } from '#/platform/http/operation.ts'

import { insertContribution, insertResolutions } from './change-request-queries.ts'
import {
  contentOf,
  type FoundChangeRequest,
  readLocked,
  readLockedToView,
  requireEditor,
  requireOpen,
  resolveChangeRequest,
} from './change-request-resolve.ts'
import { openConflicts } from './conflicts.ts'
import { contentWritten } from './content-written.ts'
import { outdateReviews } from './review-queries.ts'
import { viewFound } from './view-change-requests.ts'

export const updateChangeRequestContent = operation(
  'updateChangeRequestContent',
  async ({ params, query, body }, context) => {
    const found = await resolveChangeRequest(context.db, context, params)
    requireEditable(context, found)
    const { of } = found
    const { changes, indexes, decisions } = sortedOut(body.changes)
    if (decisions.length > 0) await requireOpenConflicts(context, found, decisions)
    const userId = context.caller.userId
    return editContent(context, contentOf(found), {
      changes,
      indexes,
      dryRun: query.dryRun ?? false,
      lock: async (tx) => {
        const locked = await lockToEdit(tx, context, found)
        if (decisions.length > 0 && query.dryRun !== true) {
          await storeDecisions(tx, { ...of, userId }, decisions)
        }
        return contentOf(locked)
      },
      written: async (tx, { revisionId, operations }) =>
        contentWritten(tx, context, of, { revisionId, details: { operations } }),
      readWhole: async (tx, update) =>
        query.return === 'revision'
          ? readChangeRequestRevision(tx, context, of)
          : withChangeRequest(
              tx,
              context,
              of,
              query.compat === false ? update : undefined,
            ),
    })
  },
  async ({ params }, context) =>
    requireEditor(await resolveChangeRequest(context.db, context, params)),
)

/** The change request after an edit: alone, or besides what the edit made. */
async function withChangeRequest(
  tx: Transaction,
  context: Context,
  of: FoundChangeRequest['of'],
  update: ContentUpdate | undefined,
): Promise<ChangeRequest | ContentUpdate> {
  const changeRequest = await viewFound(
    tx,
    context,
    await readLockedToView(tx, context, of),
  )
  return update === undefined ? changeRequest : { ...update, changeRequest }
}

/**
 * Separates changes of content from resolutions of conflicts, each with its index in the request.
 */
function sortedOut(all: Request<'updateChangeRequestContent'>['body']['changes']) {
  const changes: ContentChange[] = []
  const indexes: number[] = []
  const decisions: Decision[] = []
  for (const [index, change] of all.entries()) {
    if (change.operation === 'resolve_conflict') {
      decisions.push({
        index,
        conflict: change.conflict,
        resolution: resolutionOf(index, change),
      })
    } else {
      changes.push(change)
      indexes.push(index)
    }
  }
  return { changes, indexes, decisions }
}

interface Decision {
  readonly index: number
  readonly conflict: string
  readonly resolution: TreeResolution
}

function resolutionOf(index: number, change: ResolveConflict): TreeResolution {
  const { choose, text, value } = change
  const given = [choose, text, value].filter((each) => each !== undefined)
  if (given.length !== 1) {
    throw invalidChange(index, 'needs exactly one of "choose", "text" and "value"')
  }
  if (choose !== undefined) return { choose }
  return text === undefined ? { value: value ?? null } : { text }
}

/** Refuses resolutions of conflicts that do not exist: the caller has seen outdated content. */
async function requireOpenConflicts(
  context: Context,
  found: FoundChangeRequest,
  decisions: readonly Decision[],
): Promise<void> {
  const { conflicts } = await openConflicts(context, found, {
    withResolved: true,
  })
  const known = new Set(conflicts.map(({ id }) => id))
  const stranger = decisions.find(({ conflict }) => !known.has(conflict))
  if (stranger === undefined) return
  throw invalidChange(
    stranger.index,
    `names the conflict "${stranger.conflict}", which is not open. List the conflicts again`,
  )
}

async function storeDecisions(
  tx: Transaction,
  { userId, ...of }: FoundChangeRequest['of'] & { userId: string },
  decisions: readonly Decision[],
): Promise<void> {
  await Promise.all([
    tx.run(insertResolutions, {
      ...of,
      conflictIds: decisions.map(({ conflict }) => conflict),
      resolutions: decisions.map(({ resolution }) => JSON.stringify(resolution)),
      resolvedBy: userId,
    }),
    // Whoever decides a conflict writes what stands there: their approval must not count.
    tx.run(insertContribution, { ...of, userId, action: 'edit' }),
    // A merge may apply resolutions without an update before: nobody has reviewed the result.
    tx.run(outdateReviews, of),
  ])
}

function requireEditable(context: Context, found: FoundChangeRequest): void {
  requireOpen(found)
  requireVersion(context, found.row.head_number, 'content of the change request')
}

/**
 * Locks a change request for an edit. The read is a statement of its own: one that waited for the
 * lock would see the state before it.
 */
async function lockToEdit(
  tx: Transaction,
  context: Context,
  { of }: FoundChangeRequest,
): Promise<FoundChangeRequest> {
  const [, locked] = await Promise.all([
    tx.first(lockBranch, { ...of, branchId: of.changeRequestId }),
    readLocked(tx, context, of),
  ])
  requireEditable(context, locked)
  return locked
}
