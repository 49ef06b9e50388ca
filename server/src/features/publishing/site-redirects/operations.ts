import { bulkUpsertSiteRedirects } from './bulk-redirects.ts'
import { createSiteRedirect } from './create-redirect.ts'
import { deleteSiteRedirectById } from './delete-redirect.ts'
import { getSiteRedirectBySource } from './get-redirect-by-source.ts'
import { listSiteRedirects } from './list-redirects.ts'
import { probeSiteRedirects } from './probe-redirects.ts'
import { updateSiteRedirectById } from './update-redirect.ts'

export const siteRedirectOperations = [
  listSiteRedirects,
  createSiteRedirect,
  bulkUpsertSiteRedirects,
  updateSiteRedirectById,
  deleteSiteRedirectById,
  getSiteRedirectBySource,
  probeSiteRedirects,
]
