import {
  listChangeRequestPageMetaLinks,
  listRevisionPageMetaLinks,
  listSpacePageMetaLinks,
} from './list-meta-links.ts'

export const pageMetaLinkOperations = [
  listSpacePageMetaLinks,
  listRevisionPageMetaLinks,
  listChangeRequestPageMetaLinks,
]
