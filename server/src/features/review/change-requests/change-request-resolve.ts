import { authorize } from '#/access/actor.ts'
import { atHome, type ContentActor, contentActorFrom } from '#/access/content-access.ts'
import type { ContentToEdit } from '#/features/writing/content-edits/public.ts'
import { spacePolicy } from '#/features/writing/spaces/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import { changeRequestClosed } from './change-request-errors.ts'
import {
  type ChangeRequestForCaller,
  type ChangeRequestToView,
  type NoChangeRequest,
  selectForCaller,
  selectToView,
} from './change-request-queries.ts'

export interface FoundChangeRequest<Row = ChangeRequestForCaller> {
  readonly actor: ContentActor
  readonly row: Row
  readonly of: {
    readonly organizationId: string
    readonly spaceId: string
    readonly changeRequestId: string
  }
}

export interface Named {
  readonly spaceId: string
  /** An id, or a number in the space. */
  readonly changeRequestId: string
}

/**
 * The change request and the caller's access to its space; refuses callers who may not see both.
 */
export async function resolveChangeRequest(
  db: Queryable,
  context: Pick<Context, 'caller' | 'homes'>,
  named: Named,
): Promise<FoundChangeRequest> {
  return atHomeOf(context, named, async (organizationId) =>
    readChangeRequest(db, context, organizationId, named),
  )
}

/** Finds a change request with the columns that decide whether the caller may merge it. */
export async function resolveToView(
  db: Queryable,
  context: Pick<Context, 'caller' | 'homes'>,
  named: Named,
): Promise<FoundChangeRequest<ChangeRequestToView>> {
  return atHomeOf(context, named, async (organizationId) =>
    readToView(db, context, organizationId, named),
  )
}

interface Read<Row> {
  readonly actor: ContentActor
  /** Undefined where the space has no such change request. */
  readonly row: Row | undefined
}

async function atHomeOf<Row extends { readonly id: string }>(
  context: Pick<Context, 'caller' | 'homes'>,
  { spaceId, changeRequestId }: Named,
  read: (organizationId: string) => Promise<Read<Row> | undefined>,
): Promise<FoundChangeRequest<Row>> {
  const { actor, row } = await atHome(context, 'space', spaceId, read)
  if (row === undefined) throw notFound('change request', changeRequestId)
  const { organizationId } = actor
  return { actor, row, of: { organizationId, spaceId, changeRequestId: row.id } }
}

/** Reads a change request; undefined if the space does not exist or is hidden. */
export async function readChangeRequest(
  db: Queryable,
  context: Pick<Context, 'caller'>,
  organizationId: string,
  named: Named,
): Promise<Read<ChangeRequestForCaller> | undefined> {
  const { byNumber, params } = paramsOf(context, organizationId, named)
  const found = await db.first(selectForCaller({ byNumber }), params)
  return foundBy(found, context, organizationId)
}

async function readToView(
  db: Queryable,
  context: Pick<Context, 'caller'>,
  organizationId: string,
  named: Named,
): Promise<Read<ChangeRequestToView> | undefined> {
  const { byNumber, params } = paramsOf(context, organizationId, named)
  const found = await db.first(selectToView({ byNumber }), params)
  return foundBy(found, context, organizationId)
}

function paramsOf(
  { caller }: Pick<Context, 'caller'>,
  organizationId: string,
  { spaceId, changeRequestId }: Named,
) {
  const name = nameOf(changeRequestId)
  const params = { organizationId, callerId: caller.userId, spaceId, name }
  return { byNumber: typeof name === 'number', params }
}

function foundBy<Row extends ChangeRequestForCaller>(
  found: Row | NoChangeRequest | undefined,
  context: Pick<Context, 'caller'>,
  organizationId: string,
): Read<Row> | undefined {
  const actor = contentActorFrom(found, context, organizationId)
  if (found === undefined || actor === undefined) return undefined
  return { actor, row: isNone(found) ? undefined : found }
}

function isNone(found: { readonly id: string | null }): found is NoChangeRequest {
  return found.id === null
}

/**
 * The number or id in a name: a short run of digits is a number, because ids are longer than any
 * number of a change request.
 */
export function nameOf(given: string): number | string {
  return /^[1-9]\d{0,8}$/.test(given) ? Number(given) : given
}

/** Reads a change request again inside a transaction that has locked it. */
export async function readLocked(
  tx: Transaction,
  context: Pick<Context, 'caller'>,
  { organizationId, spaceId, changeRequestId }: FoundChangeRequest['of'],
): Promise<FoundChangeRequest> {
  const named = { spaceId, changeRequestId }
  const found = await readChangeRequest(tx, context, organizationId, named)
  if (found?.row === undefined) throw notFound('space', spaceId)
  const { actor, row } = found
  return { actor, row, of: { organizationId, spaceId, changeRequestId } }
}

/** Reads a locked change request with the columns that decide whether the caller may merge it. */
export async function readLockedToView(
  tx: Transaction,
  context: Pick<Context, 'caller'>,
  { organizationId, spaceId, changeRequestId }: FoundChangeRequest['of'],
): Promise<FoundChangeRequest<ChangeRequestToView>> {
  const named = { spaceId, changeRequestId }
  const found = await readToView(tx, context, organizationId, named)
  if (found?.row === undefined) throw notFound('space', spaceId)
  const { actor, row } = found
  return { actor, row, of: { organizationId, spaceId, changeRequestId } }
}

/** The content of a change request for an edit; locked spaces do not lock their change requests. */
export function contentOf({ actor, row, of }: FoundChangeRequest): ContentToEdit {
  const { organizationId, spaceId, changeRequestId: branchId } = of
  return {
    actor,
    branch: { organizationId, spaceId, branchId, mainNumber: row.main_number },
    head: {
      number: row.head_number,
      revisionId: row.head_revision_id,
      parents: row.head_parents,
    },
    isLocked: false,
    fileEpoch: row.file_epoch,
  }
}

/** Refuses callers who may not edit, and edits of archived or merged change requests. */
export function requireOpen(found: FoundChangeRequest): void {
  requireEditor(found)
  refuseClosed(found.row)
}

/** Refuses callers who may not edit. */
export function requireEditor({ actor }: FoundChangeRequest): void {
  authorize(spacePolicy.edit(actor), 'change this change request', 'the edit role')
}

export function refuseClosed(row: FoundChangeRequest['row']): void {
  if (row.status !== 'draft' && row.status !== 'open') {
    throw changeRequestClosed(row.number, row.status)
  }
}
