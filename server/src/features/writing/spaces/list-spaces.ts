import { listed } from '#/access/list-for-caller.ts'
import { listedFor } from '#/content-store/nodes/public.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { selectSpaces } from './space-list-queries.ts'
import { viewSpace } from './space-view.ts'

export const listSpacesInOrganizationById = operation(
  'listSpacesInOrganizationById',
  async (request, context) => {
    const { organizationId } = request.params
    const { deleted = false } = request.query
    const page = readPage(context, request)
    const shape = { deleted, after: page.after !== undefined, rowsMax: page.rowsMax }
    const found = await context.db.many(selectSpaces(shape), {
      organizationId,
      callerId: context.caller.userId,
      afterPlace: page.afterText(0),
      afterId: page.afterText(1),
    })
    const {
      actor: _member,
      rows,
      ...counted
    } = listed(found, 'id', context, organizationId)

    return page.finish(rows, {
      ...counted,
      keyOf: (space) => [deleted ? space.deleted_at : space.position, space.id],
      view: (space) => {
        const actor = listedFor(space, context, organizationId)
        return viewSpace({ actor, space }, context)
      },
    })
  },
)
