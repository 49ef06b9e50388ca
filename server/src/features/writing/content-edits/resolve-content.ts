import { authorize, requireVersion } from '#/access/actor.ts'
import { type ContentActor, contentActorFrom } from '#/access/content-access.ts'
import {
  lockBranch,
  mainBranch,
  type OfBranch,
  selectContentForCaller,
} from '#/content-store/branches/public.ts'
import { spacePolicy } from '#/features/writing/spaces/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { type ApiError, notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import { spaceLocked, spaceTransferred } from './content-edit-errors.ts'

export interface ContentToEdit {
  readonly actor: ContentActor
  readonly branch: OfBranch
  readonly head: {
    readonly number: number
    readonly revisionId: string
    readonly parents: readonly string[]
  }
  readonly isLocked: boolean
  readonly fileEpoch: number
}

/** The content of a space for a caller who may see it; undefined for everybody else. */
export async function findContent(
  db: Queryable,
  context: Pick<Context, 'caller'>,
  organizationId: string,
  spaceId: string,
): Promise<ContentToEdit | undefined> {
  const callerId = context.caller.userId
  const row = await db.first(selectContentForCaller, {
    organizationId,
    callerId,
    spaceId,
  })
  const actor = contentActorFrom(row, context, organizationId)
  if (row === undefined || actor === undefined) return undefined
  return {
    actor,
    branch: mainBranch(organizationId, spaceId),
    head: {
      number: row.head_number,
      revisionId: row.head_revision_id,
      parents: row.head_parents,
    },
    isLocked: row.edit_mode === 'locked',
    fileEpoch: row.file_epoch,
  }
}

export function authorizeEditor({ actor }: Pick<ContentToEdit, 'actor'>): void {
  authorize(spacePolicy.edit(actor), 'change this content', 'the edit role')
}

/** Refuses a caller without the edit role, a locked space, and an outdated `If-Match`. */
export function requireEditable(
  context: Pick<Context, 'ifMatch'>,
  { actor, branch, head, isLocked }: ContentToEdit,
): void {
  authorizeEditor({ actor })
  if (isLocked) throw spaceLocked(branch.spaceId)
  requireVersion(context, head.number, 'content of the space')
}

/**
 * Finds the content in the transaction that moves the head. The lock and the read are two
 * statements: a single statement that waited for the lock would still see the former state.
 */
export async function lockContent(
  tx: Transaction,
  context: Pick<Context, 'caller' | 'ifMatch' | 'homes'>,
  branch: OfBranch,
): Promise<ContentToEdit> {
  const { organizationId, spaceId } = branch
  const [, content] = await Promise.all([
    tx.first(lockBranch, branch),
    findContent(tx, context, organizationId, spaceId),
  ])
  if (content === undefined) throw await goneFrom(context, branch)
  requireEditable(context, content)
  return content
}

/**
 * The refusal of an edit of a space that is gone: after a transfer, the caller may see it at its
 * new home.
 */
async function goneFrom(
  { homes }: Pick<Context, 'homes'>,
  { organizationId, spaceId }: OfBranch,
): Promise<ApiError> {
  homes.forget(spaceId)
  const home = await homes.find('space', spaceId)
  const isElsewhere = home !== undefined && home.organizationId !== organizationId
  return isElsewhere ? spaceTransferred(spaceId) : notFound('space', spaceId)
}
