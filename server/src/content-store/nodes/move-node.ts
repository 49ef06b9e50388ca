import { positionAmong } from '@lectern/content/tree/positions.ts'
import type { Place, Sibling } from '@lectern/contract/content-places.ts'

import type { Transaction } from '#/platform/database/transaction.ts'
import { ApiError } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import type { NodeColumns } from './node-access.ts'
import { positionAtEnd, enterParent, findParent } from './open-parent.ts'
import {
  inAnotherOrganization,
  notASibling,
  notNeighbours,
  wouldContainItself,
} from './position-errors.ts'
import {
  rewriteSubtree,
  selectSiblings,
  updateNodeParent,
  updateNodePosition,
} from './structure-queries.ts'

interface NodeMove {
  readonly organizationId: string
  readonly node: NodeColumns
  readonly to: Place
}

export interface Moved {
  readonly previousParent: string | null
  readonly parent: string | null
}

/**
 * Moves a collection or space to another place. The structure must be locked, the node read under
 * the lock, and the caller allowed to move it.
 */
export async function moveNode(
  tx: Transaction,
  context: Context,
  { organizationId, node, to }: NodeMove,
): Promise<Moved> {
  const previousParent = node.parent_id
  const parent = to.parent === undefined ? previousParent : to.parent
  const isElsewhere = parent !== previousParent
  const callerId = context.caller.userId
  const at = { organizationId, callerId, parentId: parent, exceptId: node.id }
  if (isElsewhere) await enterNewPlace(tx, context, at, node)
  const { position, moved } = await findPosition(tx, at, to.position ?? {})

  await Promise.all([
    tx.run(updateNodeParent, {
      organizationId,
      nodeId: node.id,
      parentId: parent,
      position,
    }),
    ...[...moved].map(async ([nodeId, place]) =>
      tx.run(updateNodePosition, { organizationId, nodeId, position: place }),
    ),
    ...(isElsewhere ? [tx.run(rewriteSubtree, { organizationId, nodeId: node.id })] : []),
  ])
  return { previousParent, parent }
}

interface At {
  readonly organizationId: string
  readonly callerId: string
  readonly parentId: string | null
  readonly exceptId: string
}

async function enterNewPlace(
  tx: Transaction,
  context: Context,
  at: At,
  node: NodeColumns,
): Promise<void> {
  try {
    const place = await enterParent(tx, context, at)
    if (place?.lineage.includes(node.id) === true) throw wouldContainItself(place.id)
  } catch (error) {
    const isMissing = error instanceof ApiError && error.status === 404
    if (isMissing && (await isVisibleElsewhere(context, at))) {
      throw inAnotherOrganization(at.parentId ?? '')
    }
    throw error
  }
}

/** Whether the caller can see the collection in another organization; then the error may say so. */
async function isVisibleElsewhere(
  context: Context,
  { organizationId, parentId }: At,
): Promise<boolean> {
  if (parentId === null || context.caller.organizationId !== undefined) return false
  const home = await context.homes.find('collection', parentId)
  if (home === undefined || home.organizationId === organizationId) return false
  const of = { organizationId: home.organizationId, parentId }
  try {
    return (await findParent(context.db, context, of)) !== undefined
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

interface Placed {
  readonly position: string
  readonly moved: ReadonlyMap<string, string>
}

async function findPosition(
  tx: Transaction,
  at: At,
  { before, after }: NonNullable<Place['position']>,
): Promise<Placed> {
  if (before === undefined && after === undefined) {
    return { position: await positionAtEnd(tx, at), moved: new Map() }
  }
  const shape = { isTop: at.parentId === null }
  const siblings = await tx.many(selectSiblings(shape), at)
  return positionAmong(siblings, indexBetween(siblings, before, after))
}

interface SiblingRow {
  readonly id: string
  readonly kind: string
  readonly is_visible: boolean
}

/** The index between two neighbours, which must be adjacent among the siblings that are visible. */
function indexBetween(
  siblings: readonly SiblingRow[],
  before: Sibling | undefined,
  after: Sibling | undefined,
): number {
  const next = before && findSibling(siblings, before)
  const previous = after && findSibling(siblings, after)
  if (next !== undefined && previous !== undefined) {
    const seen = siblings.filter((sibling) => sibling.is_visible)
    if (seen.indexOf(next) !== seen.indexOf(previous) + 1) {
      throw notNeighbours(next.id, previous.id)
    }
  }
  if (next !== undefined) return siblings.indexOf(next)
  return previous === undefined ? siblings.length : siblings.indexOf(previous) + 1
}

function findSibling(siblings: readonly SiblingRow[], pointer: Sibling): SiblingRow {
  const id = pointer.type === 'space' ? pointer.space : pointer.collection
  const found = siblings.find(
    (sibling) => sibling.id === id && sibling.kind === pointer.type && sibling.is_visible,
  )
  if (found === undefined) throw notASibling(id)
  return found
}
