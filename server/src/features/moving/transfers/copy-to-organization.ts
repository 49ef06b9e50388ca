import {
  type TransferredHeads,
  transferContent,
  type ContentTransfer,
} from '#/content-store/copy/public.ts'
import { transferChangeRequests } from '#/features/review/change-requests/public.ts'
import { copyComments, momentOfComments } from '#/features/writing/comments/public.ts'
import type { Context } from '#/platform/http/context.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { enqueue } from '#/platform/jobs/job.ts'
import type { HomelessKind } from '#/platform/tenancy/homes.ts'

import {
  holdArriving,
  insertArriving,
  insertArrivingSpaces,
  type NodeRow,
  selectInTheWay,
  selectWhole,
  updateGivenUp,
} from './arrival-queries.ts'
import { sweepNode } from './sweep.ts'
import { changedMeanwhile, transferUnderWay } from './transfer-errors.ts'
import { sweepTransferred } from './transfer-jobs.ts'

export interface Transfer {
  readonly kind: HomelessKind
  readonly id: string
  readonly from: string
  readonly to: string
}

/** The state of a transfer: the rows copied so far, which no user sees yet. */
export interface Arrival {
  readonly transferId: string
  readonly nodes: Set<string>
  /** The numbers of the copied heads of each space. */
  readonly heads: Map<string, TransferredHeads>
  /** The time up to which the comments of each space are copied. */
  readonly comments: Map<string, string>
}

const roundsMax = 5
/**
 * The number of revisions that is small enough to be copied while both organizations are locked.
 */
const restMax = 20

export function beginArrival(): Arrival {
  return { transferId: newId(), nodes: new Set(), heads: new Map(), comments: new Map() }
}

/**
 * Copies all rows to the other organization without locks. Rows written in the meantime are copied
 * in a few further rounds, at best until few enough are left to do so under the locks.
 */
export async function copyToOrganization(
  context: Context,
  transfer: Transfer,
  arrival: Arrival,
): Promise<void> {
  for (let round = 0; round < roundsMax; round += 1) {
    const fresh = (await wholeOf(context, transfer)).filter(
      ({ id }) => !arrival.nodes.has(id),
    )
    if (fresh.length > 0) await beginNodes(context, transfer, arrival, fresh)
    let rest = 0
    for (const [spaceId, before] of arrival.heads) {
      const contentTransfer = contentTransferOf(context, transfer, arrival, spaceId)
      // The time is read before the content, so that the subjects of all comments up to it are
      // copied.
      const until = await momentOfComments(context.db, spaceId)
      const heads = await transferContent(contentTransfer, before)
      await transferChangeRequests(contentTransfer)
      const since = arrival.comments.get(spaceId)
      await copyComments(contentTransfer, { until, ...(since && { since }) })
      arrival.comments.set(spaceId, until)
      rest += before.size === 0 ? Infinity : movedBy(before, heads)
      arrival.heads.set(spaceId, heads)
    }
    if (rest <= restMax) return
  }
}

async function wholeOf({ db }: Context, { from, id }: Transfer): Promise<NodeRow[]> {
  const whole = await db.many(selectWhole, { organizationId: from, nodeId: id })
  return whole.filter(({ is_expired }) => !is_expired)
}

async function beginNodes(
  context: Context,
  { kind, id, to: organizationId }: Transfer,
  { transferId, ...arrival }: Arrival,
  nodes: readonly NodeRow[],
): Promise<void> {
  const ids = nodes.map((node) => node.id)
  const inTheWay = await context.db.many(selectInTheWay, { organizationId, ids })
  for (const node of inTheWay) {
    await sweepNode(context.db, { organizationId, nodeId: node.id })
  }
  await context.db.transaction(async (tx) => {
    const spaces = nodes.filter((node) => node.kind === 'space').map((node) => node.id)
    const callerId = context.caller.userId
    const kinds = nodes.map((node) => node.kind)
    const arriving = { organizationId, transferId, callerId, ids, kinds }
    const inserted = await tx.count(insertArriving, arriving)
    if (inserted !== ids.length) throw transferUnderWay(kind, id)
    await tx.run(insertArrivingSpaces, { organizationId, ids: spaces })
  })
  for (const node of nodes) {
    arrival.nodes.add(node.id)
    if (node.kind === 'space') arrival.heads.set(node.id, new Map())
  }
}

function contentTransferOf(
  context: Context,
  { kind, id, from, to }: Transfer,
  { transferId }: Arrival,
  spaceId: string,
): ContentTransfer {
  const { db } = context
  const held = { organizationId: to, transferId, nodeId: spaceId }
  return {
    spaceId,
    from,
    to,
    source: db,
    async write(statement, params) {
      await db.transaction(async (tx) => {
        const [isHeld] = await Promise.all([
          tx.first(holdArriving, held),
          tx.run(statement, params),
        ])
        if (isHeld === undefined) throw changedMeanwhile(kind, id)
      })
    },
  }
}

function movedBy(before: TransferredHeads, after: TransferredHeads): number {
  const moves = [...after].map(([branch, number]) => number - (before.get(branch) ?? 0))
  return moves.reduce((sum, move) => sum + move, 0)
}

/**
 * Gives up a transfer. Queues the sweep without waiting: rows that it misses are found within the
 * hour.
 */
export async function giveUp(
  { db }: Context,
  { to: organizationId }: Transfer,
  { transferId, nodes }: Arrival,
): Promise<void> {
  const ids = [...nodes]
  await db.transaction(async (tx) => {
    const left = await tx.many(updateGivenUp, { organizationId, transferId, ids })
    for (const { id: nodeId } of left) {
      enqueue(tx, sweepTransferred, { organizationId, nodeId })
    }
  })
}
