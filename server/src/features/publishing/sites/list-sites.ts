import { listed } from '#/access/list-for-caller.ts'
import { containsPattern } from '#/platform/database/pattern.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { onSite } from './site-access.ts'
import { selectSites } from './site-list-query.ts'
import { viewSite } from './site-view.ts'

export const listSites = operation('listSites', async (request, context) => {
  const { organizationId } = request.params
  const { space, title, published, type: types } = request.query
  const page = readPage(context, request)
  const shape = {
    space: space !== undefined,
    title: title !== undefined,
    published: published !== undefined,
    types: types !== undefined,
    after: page.after !== undefined,
    rowsMax: page.rowsMax,
  }
  const found = await context.db.many(selectSites(shape), {
    organizationId,
    callerId: context.caller.userId,
    spaceId: space,
    titlePattern: containsPattern(title),
    published,
    types,
    afterId: page.afterText(0),
  })
  const { actor, rows, ...counted } = listed(found, 'id', context, organizationId)

  return page.finish(rows, {
    ...counted,
    keyOf: (site) => [site.id],
    view: (site) =>
      viewSite(
        { organizationId, actor: onSite(actor, site.site_granted), site },
        context,
      ),
  })
})
