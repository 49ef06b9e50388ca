import { listed } from '#/access/list-for-caller.ts'
import { listedFor } from '#/content-store/nodes/public.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { selectCollections } from './collection-queries.ts'
import { viewCollection } from './collection-view.ts'

export const listCollectionsInOrganizationById = operation(
  'listCollectionsInOrganizationById',
  async (request, context) => {
    const { organizationId } = request.params
    const page = readPage(context, request)
    const shape = {
      nested: request.query.nested ?? true,
      after: page.after !== undefined,
      rowsMax: page.rowsMax,
    }
    const found = await context.db.many(selectCollections(shape), {
      organizationId,
      callerId: context.caller.userId,
      afterPosition: page.afterText(0),
      afterId: page.afterText(1),
    })
    const {
      actor: _member,
      rows,
      ...counted
    } = listed(found, 'id', context, organizationId)

    return page.finish(rows, {
      ...counted,
      keyOf: (collection) => [collection.position, collection.id],
      view: (collection) => {
        const actor = listedFor(collection, context, organizationId)
        return viewCollection({ actor, collection }, context)
      },
    })
  },
)
