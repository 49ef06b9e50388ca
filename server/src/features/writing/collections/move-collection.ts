import { authorize, requireVersion } from '#/access/actor.ts'
import { moveNode } from '#/content-store/nodes/public.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { collectionMoved } from './collection-events.ts'
import { collectionPolicy } from './collection-policy.ts'
import { readChangedCollection, resolveCollectionToChange } from './collection-resolve.ts'
import { viewCollection } from './collection-view.ts'

export const moveCollection = operation(
  'moveCollection',
  async ({ params: { collectionId }, body }, context) =>
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
        'move this collection',
        'the admin role on it',
      )
      requireVersion(context, found.collection.version, 'collection')

      const of = { organizationId, node: found.collection, to: body }
      const moved = await moveNode(tx, context, of)
      collectionMoved(tx, context, { organizationId, collectionId, ...moved })

      const after = await readChangedCollection(tx, context, found)
      return viewCollection(after, context)
    }),
)
