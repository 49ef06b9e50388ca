import { authorize, requireVersion } from '#/access/actor.ts'
import {
  type CollectionForCaller,
  collectionPolicy,
  readCollection,
  resolveCollection,
  viewCollection,
} from '#/features/writing/collections/public.ts'
import { written } from '#/platform/database/written.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { transferNode } from './transfer-node.ts'

export const transferCollection = operation(
  'transferCollection',
  async ({ params: { collectionId }, body: { organization: to } }, context) => {
    const found = await resolveCollection(context.db, context, collectionId)
    requireTransferable(context, found)
    const from = found.actor.organizationId
    if (from === to) return change(context, async () => viewCollection(found, context))

    const transfer = { kind: 'collection' as const, id: collectionId, from, to }
    return transferNode(context, transfer, {
      async check(tx) {
        const of = { organizationId: from, collectionId }
        const still = await readCollection(tx, context, of)
        if (still === undefined) throw notFound('collection', collectionId)
        requireTransferable(context, still)
      },
      async view(tx) {
        const of = { organizationId: to, collectionId }
        return viewCollection(written(await readCollection(tx, context, of)), context)
      },
    })
  },
)

function requireTransferable(
  context: Context,
  { actor, collection }: CollectionForCaller,
): void {
  authorize(
    collectionPolicy.admin(actor),
    'transfer this collection',
    'the admin role on it',
  )
  requireVersion(context, collection.version, 'collection')
}
