import type { Collection } from '@lectern/contract/collections.ts'

import { listedFor } from '#/content-store/nodes/public.ts'
import type { Context } from '#/platform/http/context.ts'

import { selectCollectionsById } from './collection-queries.ts'
import { viewCollection } from './collection-view.ts'

/** The collections among `collectionIds` that the caller may see, by id. */
export async function viewCollections(
  context: Context,
  organizationId: string,
  collectionIds: readonly string[],
): Promise<ReadonlyMap<string, Collection>> {
  if (collectionIds.length === 0) return new Map()
  const callerId = context.caller.userId
  const of = { organizationId, callerId, collectionIds }
  const rows = await context.db.many(selectCollectionsById, of)
  return new Map(
    rows.map((collection) => {
      const actor = listedFor(collection, context, organizationId)
      return [collection.id, viewCollection({ actor, collection }, context)]
    }),
  )
}
