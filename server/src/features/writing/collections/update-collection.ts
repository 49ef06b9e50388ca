import { authorize, requireVersion } from '#/access/actor.ts'
import { rewriteSubtree } from '#/content-store/nodes/public.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { differing } from '#/platform/outbox/differing.ts'

import { collectionUpdated } from './collection-events.ts'
import { collectionPolicy } from './collection-policy.ts'
import { updateCollectionSettings } from './collection-queries.ts'
import { readChangedCollection, resolveCollectionToChange } from './collection-resolve.ts'
import { settingsAfter, settingsOf } from './collection-settings.ts'
import { viewCollection } from './collection-view.ts'

export const updateCollectionById = operation(
  'updateCollectionById',
  async ({ params: { collectionId }, body }, context) =>
    change(context, async (tx) => {
      // Content below the collection inherits its level, so a new level changes the structure.
      const reach = body.defaultLevel === undefined ? 'node' : 'structure'
      const found = await resolveCollectionToChange(tx, context, collectionId, reach)
      const { organizationId } = found.actor
      authorize(
        collectionPolicy.admin(found.actor),
        'change this collection',
        'the admin role on it',
      )
      requireVersion(context, found.collection.version, 'collection')

      const before = settingsOf(found.collection)
      const after = settingsAfter(before, body)
      const difference = differing(before, after)
      if (difference.changed.length === 0) return viewCollection(found, context)
      const of = { organizationId, nodeId: collectionId }
      const sent = [tx.run(updateCollectionSettings, { ...of, ...after })]
      if (reach === 'structure') sent.push(tx.run(rewriteSubtree, of))
      const [updated] = await Promise.all([
        readChangedCollection(tx, context, found),
        ...sent,
      ])
      collectionUpdated(tx, context, { organizationId, collectionId, ...difference })

      return viewCollection(updated, context)
    }),
)
