import { listed } from '#/access/list-for-caller.ts'
import { resolveSite } from '#/features/publishing/sites/public.ts'
import { containsPattern } from '#/platform/database/pattern.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { selectRedirects } from './redirect-queries.ts'
import { viewRedirect } from './redirect-view.ts'

export const listSiteRedirects = operation(
  'listSiteRedirects',
  async (request, context) => {
    const { organizationId, siteId } = request.params
    const { search } = request.query
    const page = readPage(context, request)
    await resolveSite(context.db, context, organizationId, siteId)

    const shape = {
      search: search !== undefined,
      after: page.after !== undefined,
      rowsMax: page.rowsMax,
    }
    const found = await context.db.many(selectRedirects(shape), {
      ...request.params,
      callerId: context.caller.userId,
      sourcePattern: containsPattern(search),
      afterId: page.afterText(0),
    })
    const { rows, ...counted } = listed(found, 'id', context, organizationId)
    return page.finish(rows, {
      ...counted,
      keyOf: (redirect) => [redirect.id],
      view: viewRedirect,
    })
  },
)
