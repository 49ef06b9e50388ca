import { createNode, openParent } from '#/content-store/nodes/public.ts'
import { written } from '#/platform/database/written.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { collectionCreated } from './collection-events.ts'
import { readCollection } from './collection-resolve.ts'
import { collectionUrl, viewCollection } from './collection-view.ts'

export const createCollection = operation(
  'createCollection',
  async ({ params: { organizationId }, body = {} }, context) =>
    change(context, async (tx) => {
      const { title = 'Untitled', parent = null } = body
      const place = await openParent(tx, context, { organizationId, parentId: parent })

      const collectionId = newId()
      const createdBy = context.caller.userId
      const of = { organizationId, id: collectionId, kind: 'collection' as const }
      const created = createNode(tx, { ...of, title, place, createdBy })
      const [found] = await Promise.all([
        readCollection(tx, context, { organizationId, collectionId }),
        created,
      ])
      collectionCreated(tx, context, { organizationId, collectionId, title, parent })

      return new Created(
        viewCollection(written(found), context),
        collectionUrl(collectionId, context.config),
      )
    }),
)
