import {
  isShown,
  pageOfParts,
  readStructure,
  sectionsInOrder,
  siteSpacesOf,
  validShareKey,
  viewFor,
  viewSection,
} from '#/features/publishing/site-structure/public.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

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
