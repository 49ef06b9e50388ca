import { prepareSearch } from '#/features/writing/search/public.ts'
import { operation } from '#/platform/http/operation.ts'

import { seenSite } from './seen-site.ts'

/** Costs less than any search: who may not search learns so, and who may could search as well. */
export const prewarmSiteSearch = operation(
  'prewarmSiteSearch',
  async ({ params }, context) => {
    const { organizationId, siteId } = params
    const { tree } = await seenSite(context, { organizationId, siteId })
    const spaceIds = tree.siteSpaces.map(({ spaceId }) => spaceId)
    await prepareSearch(context, organizationId, [...new Set(spaceIds)])
    return undefined
  },
)
