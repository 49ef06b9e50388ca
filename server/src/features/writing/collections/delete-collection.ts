import { authorize, requireVersion } from '#/access/actor.ts'
import { trashSpacesBelow } from '#/features/writing/spaces/public.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { homeWrites } from '#/platform/tenancy/homes.ts'

import { collectionDeleted } from './collection-events.ts'
import { collectionPolicy } from './collection-policy.ts'
import { deleteCollections } from './collection-queries.ts'
import { resolveCollectionToChange } from './collection-resolve.ts'

export const deleteCollectionById = operation(
  'deleteCollectionById',
  async ({ params: { collectionId } }, context) =>
    change(context, async (tx) => {
      const found = await resolveCollectionToChange(
        tx,
        context,
        collectionId,
        'structure',
      )
      const { organizationId } = found.actor
      authorize(
        collectionPolicy.admin(found.actor),
        'delete this collection',
        'the admin role on it',
      )
      requireVersion(context, found.collection.version, 'collection')

      const of = { organizationId, nodeId: collectionId }
      const spaces = await trashSpacesBelow(tx, context, of)
      const removed = await tx.many(deleteCollections, of)
      await Promise.all(removed.map(async ({ id }) => homeWrites.remove(tx, id)))
      const { title } = found.collection
      collectionDeleted(tx, context, { organizationId, collectionId, title, spaces })
      return undefined
    }),
)
