import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { pageOfParts } from './page-of-parts.ts'
import { groupsInOrder } from './site-tree.ts'
import { readStructure } from './structure-resolve.ts'
import { viewGroup } from './structure-view.ts'
import { siteSpacesBelow, viewFor } from './view-for.ts'

export const listSiteSectionGroups = operation(
  'listSiteSectionGroups',
  async (request, context) => {
    const page = readPage(context, request)
    const found = await readStructure(context.db, context, request.params)
    return pageOfParts(page, {
      parts: groupsInOrder(found.tree),
      view: async (groups) => {
        const siteSpaces = groups.flatMap(({ id }) => siteSpacesBelow(found.tree, id))
        const view = await viewFor(context.db, context, found, { siteSpaces })
        return (group) => viewGroup(view, group)
      },
    })
  },
)
