import { atHome, contentActorFrom } from '#/access/content-access.ts'
import { lockForChange, type Reach } from '#/content-store/nodes/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import type { Context } from '#/platform/http/context.ts'

import { selectCollectionForCaller } from './collection-queries.ts'
import type { CollectionForCaller } from './collection-view.ts'

/** Finds the collection and the caller's role on it, or refuses without saying which is missing. */
export async function resolveCollection(
  db: Queryable,
  context: Context,
  collectionId: string,
): Promise<CollectionForCaller> {
  return atHome(context, 'collection', collectionId, async (organizationId) =>
    readCollection(db, context, { organizationId, collectionId }),
  )
}

/** Resolves a collection in the transaction that changes it: other changes wait until its end. */
export async function resolveCollectionToChange(
  tx: Transaction,
  context: Context,
  collectionId: string,
  reach: Reach,
): Promise<CollectionForCaller> {
  const callerId = context.caller.userId
  return atHome(context, 'collection', collectionId, async (organizationId) => {
    const locked = lockForChange(
      tx,
      { organizationId, callerId, nodeId: collectionId },
      reach,
    )
    const [found] = await Promise.all([
      readCollection(tx, context, { organizationId, collectionId }),
      locked,
    ])
    return found
  })
}

/** The collection for the caller; undefined when it is missing or they may not see it. */
export async function readCollection(
  db: Queryable,
  context: Pick<Context, 'caller'>,
  { organizationId, collectionId }: { organizationId: string; collectionId: string },
): Promise<CollectionForCaller | undefined> {
  const callerId = context.caller.userId
  const of = { organizationId, callerId, nodeId: collectionId }
  const collection = await db.first(selectCollectionForCaller, of)
  const actor = contentActorFrom(collection, context, organizationId)
  return collection === undefined || actor === undefined
    ? undefined
    : { actor, collection }
}

/** Reads a collection after the caller's own change, which may have cost them their role. */
export async function readChangedCollection(
  tx: Transaction,
  context: Pick<Context, 'caller'>,
  before: CollectionForCaller,
): Promise<CollectionForCaller> {
  const { organizationId, userId: callerId } = before.actor
  const of = { organizationId, callerId, nodeId: before.collection.id }
  const collection = written(await tx.first(selectCollectionForCaller, of))
  const actor = contentActorFrom(collection, context, organizationId)
  return { actor: actor ?? { ...before.actor, role: null }, collection }
}
