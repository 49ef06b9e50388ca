import { resolvedLevel } from '#/content-store/nodes/public.ts'
import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import { resolveCollection } from './collection-resolve.ts'
import { viewCollection } from './collection-view.ts'

export const getCollectionById = operation(
  'getCollectionById',
  async ({ params: { collectionId } }, context) => {
    const found = await resolveCollection(context.db, context, collectionId)

    const { actor, collection } = found
    const seenAs = [actor.role, resolvedLevel(collection)]
    return versioned(collection.version, seenAs, () => viewCollection(found, context))
  },
)
