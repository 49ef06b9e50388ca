import { readCustomizations } from '#/features/publishing/site-customization/public.ts'
import { operation } from '#/platform/http/operation.ts'

import { conditionsFor } from './audience.ts'
import { withOwnFiles } from './customized-files.ts'
import { viewPublishedSite } from './published-view.ts'
import { seenSite } from './seen-site.ts'

export const getPublishedContentSite = operation(
  'getPublishedContentSite',
  async ({ params, query: { shareKey } }, context) => {
    const seen = await seenSite(context, params)
    const [{ site, structure }, customizations] = await Promise.all([
      seen.view(shareKey),
      readCustomizations(context.db, context, params),
    ])
    const { claims, tree } = seen
    return viewPublishedSite({
      site,
      structure,
      customizations,
      siteSpaceIds: tree.siteSpaces.map(({ id }) => id),
      holds: claims && conditionsFor(claims),
      withOwnFiles: (settings) => withOwnFiles(context, settings),
    })
  },
)
