import { createSiteShareLink } from './create-share-link.ts'
import { deleteSiteShareLinkById } from './delete-share-link.ts'
import { listSiteShareLinks } from './list-share-links.ts'
import { updateSiteShareLinkById } from './update-share-link.ts'

export const siteShareLinkOperations = [
  listSiteShareLinks,
  createSiteShareLink,
  updateSiteShareLinkById,
  deleteSiteShareLinkById,
]
