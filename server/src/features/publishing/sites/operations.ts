import { createSite } from './create-site.ts'
import { deleteSiteById } from './delete-site.ts'
import { getSiteById } from './get-site.ts'
import { listPermissionsAggregateInSite } from './list-site-permissions.ts'
import { listSites } from './list-sites.ts'
import { publishSite, unpublishSite } from './publish-site.ts'
import { updateSiteById } from './update-site.ts'

export const siteOperations = [
  listSites,
  createSite,
  getSiteById,
  updateSiteById,
  deleteSiteById,
  publishSite,
  unpublishSite,
  listPermissionsAggregateInSite,
]
