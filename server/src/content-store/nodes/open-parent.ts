import { positionBetween } from '@lectern/content/tree/positions.ts'

import { actorIn, authorize } from '#/access/actor.ts'
import { contentActorFrom } from '#/access/content-access.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import type { NodeColumns } from './node-access.ts'
import { creationPolicy } from './creation-policy.ts'
import {
  lockStructure,
  selectCollectionAsParent,
  selectLastSibling,
} from './structure-queries.ts'

interface ParentParams {
  readonly organizationId: string
  readonly parentId: string | null
}

/** A place where the caller may put a new node, at its end. */
export interface OpenParent {
  readonly parentId: string | null
  readonly lineage: readonly string[]
  readonly baseLevel: string
  readonly position: string
}

/** Finds a place for a new node; locks the structure, so that the place still exists when used. */
export async function openParent(
  tx: Transaction,
  context: Context,
  { organizationId, parentId }: ParentParams,
): Promise<OpenParent> {
  const callerId = context.caller.userId
  const at = { organizationId, callerId, parentId }
  const locked = tx.first(lockStructure, at)
  const [place, position] = await Promise.all([
    enterParent(tx, context, at),
    positionAtEnd(tx, at),
    locked,
  ])
  return {
    parentId,
    lineage: place?.lineage ?? [],
    baseLevel: place?.content_base ?? 'member',
    position,
  }
}

interface EndParams extends ParentParams {
  readonly callerId: string
  /** The node that is about to move to the place. */
  readonly exceptId?: string
}

/** The position after the last node of a place. */
export async function positionAtEnd(
  tx: Transaction,
  { exceptId = '', ...place }: EndParams,
): Promise<string> {
  const shape = { isTop: place.parentId === null }
  const end = await tx.first(selectLastSibling(shape), { ...place, exceptId })
  return positionBetween(end?.position, undefined)
}

/** The collection, or undefined for the top level; refuses callers who may not create in it. */
export async function enterParent(
  db: Queryable,
  context: Context,
  { organizationId, parentId }: ParentParams,
): Promise<NodeColumns | undefined> {
  if (parentId === null) {
    const member = await actorIn(db, context, organizationId)
    authorize(
      creationPolicy.createAtTop(member),
      'put anything at the top level of this organization',
      'the create role',
    )
    return undefined
  }
  const collection = await findParent(db, context, { organizationId, parentId })
  if (collection === undefined) {
    await actorIn(db, context, organizationId)
    throw notFound('collection', parentId)
  }
  authorize(
    creationPolicy.createInside(collection.actor),
    'put anything into this collection',
    'the create role on it',
  )
  return collection.row
}

export async function findParent(
  db: Queryable,
  context: Pick<Context, 'caller'>,
  { organizationId, parentId }: { organizationId: string; parentId: string },
) {
  const callerId = context.caller.userId
  const of = { organizationId, callerId, nodeId: parentId }
  const row = await db.first(selectCollectionAsParent, of)
  const actor = contentActorFrom(row, context, organizationId)
  return row === undefined || actor === undefined ? undefined : { row, actor }
}
