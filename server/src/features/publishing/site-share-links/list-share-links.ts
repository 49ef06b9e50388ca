import { authorize } from '#/access/actor.ts'
import { listed } from '#/access/list-for-caller.ts'
import { resolveSite, sitePolicy } from '#/features/publishing/sites/public.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { selectShareLinks } from './share-link-queries.ts'
import { viewShareLink } from './share-link-view.ts'

export const listSiteShareLinks = operation(
  'listSiteShareLinks',
  async (request, context) => {
    const { organizationId, siteId } = request.params
    const page = readPage(context, request)
    const { actor, site } = await resolveSite(context.db, context, organizationId, siteId)
    authorize(
      sitePolicy.admin(actor),
      'see the share links of this site',
      'the admin role',
    )

    const shape = { after: page.after !== undefined, rowsMax: page.rowsMax }
    const found = await context.db.many(selectShareLinks(shape), {
      ...request.params,
      callerId: context.caller.userId,
      afterId: page.afterText(0),
    })
    const { rows, ...counted } = listed(found, 'id', context, organizationId)
    return page.finish(rows, {
      ...counted,
      keyOf: (link) => [link.id],
      view: (link) => viewShareLink(context, request.params, site, link),
    })
  },
)
