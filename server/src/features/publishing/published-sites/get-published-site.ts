import { readCustomizations } from '#/features/publishing/site-customization/public.ts'
import { operation } from '#/platform/http/operation.ts'

import { conditionsFor } from './audience.ts'
import { withOwnFiles } from './customized-files.ts'
import { siteKeepsChanging } from './published-errors.ts'
import { viewPublishedSite } from './published-view.ts'
import { seenSite } from './seen-site.ts'

const readsMax = 5

export const getPublishedContentSite = operation(
  'getPublishedContentSite',
  async ({ params, query }, context) => {
    for (let reads = 0; reads < readsMax; reads += 1) {
      const seen = await seenSite(context, params)
      const [viewed, customizations] = await Promise.all([
        seen.view(query),
        readCustomizations(context.db, context, params),
      ])
      if (viewed === undefined) continue
      const { claims, tree } = seen
      return viewPublishedSite({
        ...viewed,
        customizations,
        siteSpaceIds: tree.siteSpaces.map(({ id }) => id),
        holds: claims && conditionsFor(claims),
        withOwnFiles: (settings) => withOwnFiles(context, settings),
      })
    }
    throw siteKeepsChanging()
  },
)
