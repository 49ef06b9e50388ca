import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import { resolveSite } from './site-resolve.ts'
import { seenAs, viewSite } from './site-view.ts'

export const getSiteById = operation(
  'getSiteById',
  async ({ params: { organizationId, siteId } }, context) => {
    const found = await resolveSite(context.db, context, organizationId, siteId)

    return versioned(found.site.version, seenAs(found), () =>
      viewSite({ organizationId, ...found }, context),
    )
  },
)
