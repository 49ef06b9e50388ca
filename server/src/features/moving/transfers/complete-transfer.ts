import {
  transferContent,
  type ContentTransfer,
  holdContent,
} from '#/content-store/copy/public.ts'
import {
  dropCollectionGrants,
  dropSpaceGrants,
  positionAtEnd,
  grantTo,
  lockStructure,
  rewriteSubtree,
} from '#/content-store/nodes/public.ts'
import { dropInvitesTo } from '#/features/joining/invites/public.ts'
import { transferChangeRequests } from '#/features/review/change-requests/public.ts'
import { completeComments } from '#/features/writing/comments/public.ts'
import { spaceLeft, takeRoomAtCommit } from '#/features/writing/files/public.ts'
import { takeFromSites } from '#/features/writing/publications/public.ts'
import { indexSpaceSoon } from '#/features/writing/search/public.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { enqueue } from '#/platform/jobs/job.ts'
import { homeWrites } from '#/platform/tenancy/homes.ts'

import {
  lockArriving,
  lockNodes,
  type NodeRow,
  selectSpaceRows,
  selectWhole,
  updateArrived,
  updateArrivedCounters,
  updateArrivedSpaces,
  updateGivenUp,
  updateLeft,
  updateStayed,
} from './arrival-queries.ts'
import { refuseLastOfLockedSites } from './last-of-sites.ts'
import type { Arrival, Transfer } from './copy-to-organization.ts'
import { changedMeanwhile } from './transfer-errors.ts'
import { nodeTransferred } from './transfer-events.ts'
import { sweepTransferred } from './transfer-jobs.ts'

/** Locks both organizations, in an order that is the same for all transfers. */
export async function lockBoth(
  tx: Transaction,
  { caller }: Pick<Context, 'caller'>,
  { from, to }: Transfer,
): Promise<void> {
  const callerId = caller.userId
  await Promise.all(
    [from, to]
      .toSorted()
      .map(async (organizationId) =>
        tx.first(lockStructure, { organizationId, callerId }),
      ),
  )
}

/**
 * Completes a transfer with both organizations locked: copies the rest, makes all nodes live in the
 * new organization and removes them from the old one.
 */
export async function completeTransfer(
  tx: Transaction,
  context: Context,
  transfer: Transfer,
  arrival: Arrival,
): Promise<void> {
  const { moving, staying } = await lockWhole(tx, transfer)
  await requireArrival(tx, transfer, arrival, moving)
  await refuseLastOfLockedSites(tx, context, transfer.from, moving)
  const spaceIds = idsOf(moving.filter(({ kind }) => kind === 'space')).toSorted()
  const carried = new Map(
    spaceIds.map((id) => [id, arrival.heads.get(id) ?? new Map<string, number>()]),
  )
  for (const spaceId of await holdContent(tx, transfer.from, carried)) {
    await transferContent(
      contentTransferWithin(tx, transfer, spaceId),
      carried.get(spaceId),
    )
  }
  for (const spaceId of spaceIds) {
    const contentTransfer = contentTransferWithin(tx, transfer, spaceId)
    await transferChangeRequests(contentTransfer)
    await completeComments(tx, contentTransfer, arrival.comments.get(spaceId))
  }
  await arrive(tx, context, { transfer, arrival, moving, spaceIds })
  await leave(tx, transfer, { moving, staying, spaceIds })
  await forgetStrays(tx, transfer, arrival, moving)

  nodeTransferred(tx, context, { ...transfer, nodes: moving })
  for (const spaceId of spaceIds) {
    indexSpaceSoon(tx, { organizationId: transfer.to, spaceId })
  }
  for (const { id: nodeId } of moving) {
    enqueue(tx, sweepTransferred, { organizationId: transfer.from, nodeId })
  }
}

async function lockWhole(tx: Transaction, { from, id }: Transfer) {
  const of = { organizationId: from, nodeId: id }
  const ids = idsOf(await tx.many(selectWhole, of))
  // The set of nodes is fixed by now; their settings can change until they are locked.
  const locked = tx.many(lockNodes, { organizationId: from, ids })
  const [whole] = await Promise.all([tx.many(selectWhole, of), locked])
  return {
    moving: whole.filter(({ is_expired }) => !is_expired),
    staying: whole.filter(({ is_expired }) => is_expired),
  }
}

function contentTransferWithin(
  tx: Transaction,
  { from, to }: Transfer,
  spaceId: string,
): ContentTransfer {
  return { spaceId, from, to, source: tx, write: async (...sent) => tx.run(...sent) }
}

interface Moving {
  readonly transfer: Transfer
  readonly arrival: Arrival
  readonly moving: readonly NodeRow[]
  readonly spaceIds: readonly string[]
}

async function arrive(
  tx: Transaction,
  context: Context,
  { transfer, arrival, moving, spaceIds }: Moving,
): Promise<void> {
  const { kind, id, from, to: organizationId } = transfer
  const { transferId } = arrival
  const userId = context.caller.userId
  const top = { organizationId, callerId: userId, parentId: null, exceptId: id }
  const [position, rows] = await Promise.all([
    positionAtEnd(tx, top),
    tx.first(selectSpaceRows, { organizationId: from, ids: spaceIds }),
  ])
  await takeRoomAtCommit(tx, context, { organizationId, bytes: rows?.file_bytes ?? 0 })
  const placed = moving.map((node) =>
    node.id === id ? { ...node, parent_id: null, position } : node,
  )
  await Promise.all([
    tx.run(updateArrived, { organizationId, transferId, rows: storableJson(placed) }),
    tx.run(updateArrivedSpaces, { organizationId, rows: rows?.spaces ?? '[]' }),
    tx.run(updateArrivedCounters, { organizationId, rows: rows?.counters ?? '[]' }),
    tx.run(rewriteSubtree, { organizationId, nodeId: id }),
    grantTo(tx, { organizationId, contentId: id, kind, userId, role: 'admin' }),
    ...moving.map(async (node) => homeWrites.move(tx, { id: node.id, organizationId })),
  ])
}

async function leave(
  tx: Transaction,
  { from: organizationId }: Transfer,
  {
    moving,
    staying,
    spaceIds,
  }: Pick<Moving, 'moving' | 'spaceIds'> & { staying: readonly NodeRow[] },
): Promise<void> {
  const ids = idsOf(moving)
  const collectionIds = idsOf(moving.filter(({ kind }) => kind === 'collection'))
  await Promise.all([
    dropSpaceGrants(tx, { organizationId, spaceIds: [...spaceIds] }),
    dropCollectionGrants(tx, { organizationId, collectionIds }),
    dropInvitesTo(tx, { organizationId, contentIds: ids }),
    takeFromSites(tx, { organizationId, spaceIds }),
    ...spaceIds.map(async (spaceId) => spaceLeft(tx, { organizationId, spaceId })),
    tx.run(updateStayed, { organizationId, ids: idsOf(staying) }),
    tx.run(updateLeft, { organizationId, ids }),
  ])
}

/** Gives up nodes that were moved out of the collection after they were copied. */
async function forgetStrays(
  tx: Transaction,
  { to: organizationId }: Transfer,
  { transferId, nodes }: Arrival,
  moving: readonly NodeRow[],
): Promise<void> {
  const known = new Set(idsOf(moving))
  const ids = [...nodes].filter((id) => !known.has(id))
  if (ids.length === 0) return
  await tx.run(updateGivenUp, { organizationId, transferId, ids })
  for (const nodeId of ids) enqueue(tx, sweepTransferred, { organizationId, nodeId })
}

/**
 * Refuses if a node was added that is not copied, or if another process has swept this transfer.
 */
async function requireArrival(
  tx: Transaction,
  { kind, id, to: organizationId }: Transfer,
  { transferId }: Arrival,
  moving: readonly NodeRow[],
): Promise<void> {
  const of = { organizationId, transferId, ids: idsOf(moving) }
  const held = await tx.many(lockArriving, of)
  if (held.length !== moving.length) throw changedMeanwhile(kind, id)
}

function idsOf(nodes: readonly { readonly id: string }[]): string[] {
  return nodes.map(({ id }) => id)
}
