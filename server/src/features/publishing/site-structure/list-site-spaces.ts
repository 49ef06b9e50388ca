import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { pageOfParts } from './page-of-parts.ts'
import { validShareKey } from './share-key.ts'
import { defaultsOf, siteSpacesInOrder } from './site-tree.ts'
import { readStructure } from './structure-resolve.ts'
import { viewSiteSpace } from './structure-view.ts'
import { viewFor } from './view-for.ts'

export const listSiteSpaces = operation('listSiteSpaces', async (request, context) => {
  const page = readPage(context, request)
  const { shareKey: given, default: wanted } = request.query
  const found = await readStructure(context.db, context, request.params)
  const shareKey = await validShareKey(context.db, found, given)
  const { siteSpaceIds } = defaultsOf(found.tree)
  const parts = siteSpacesInOrder(found.tree).filter(
    ({ id, sectionId, isShown }) =>
      isShown &&
      (wanted === undefined || wanted === (siteSpaceIds.get(sectionId) === id)),
  )
  const { items, ...rest } = await pageOfParts(page, {
    parts,
    view: async (siteSpaces) => {
      const view = await viewFor(context.db, context, found, { siteSpaces, shareKey })
      return (siteSpace) => viewSiteSpace(view, siteSpace)
    },
  })
  return { ...rest, items: items.filter((item) => item !== undefined) }
})
