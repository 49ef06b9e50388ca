import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { pageOfParts } from './page-of-parts.ts'
import { validShareKey } from './share-key.ts'
import { isShown, sectionsInOrder, siteSpacesOf } from './site-tree.ts'
import { readStructure } from './structure-resolve.ts'
import { viewSection } from './structure-view.ts'
import { viewFor } from './view-for.ts'

export const listSiteSections = operation(
  'listSiteSections',
  async (request, context) => {
    const page = readPage(context, request)
    const found = await readStructure(context.db, context, request.params)
    const shareKey = await validShareKey(context.db, found, request.query.shareKey)
    const { tree } = found
    return pageOfParts(page, {
      parts: sectionsInOrder(tree).filter((section) => isShown(tree, section)),
      view: async (sections) => {
        const siteSpaces = sections.flatMap(({ id }) => siteSpacesOf(tree, id))
        const view = await viewFor(context.db, context, found, { siteSpaces, shareKey })
        return (section) => viewSection(view, section)
      },
    })
  },
)
