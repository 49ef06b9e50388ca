import {
  groupsInOrder,
  pageOfParts,
  readStructure,
  siteSpacesBelow,
  viewFor,
  viewGroup,
} from '#/features/publishing/site-structure/public.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

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
