import { operation } from '#/platform/http/operation.ts'

import { validShareKey } from './share-key.ts'
import { readStructure } from './structure-resolve.ts'
import { viewStructure } from './structure-view.ts'
import { viewFor } from './view-for.ts'

export const getSiteStructure = operation(
  'getSiteStructure',
  async ({ params, query }, context) => {
    const found = await readStructure(context.db, context, params)
    const shareKey = await validShareKey(context.db, found, query.shareKey)
    const { siteSpaces } = found.tree
    return viewStructure(
      await viewFor(context.db, context, found, { siteSpaces, shareKey }),
    )
  },
)
