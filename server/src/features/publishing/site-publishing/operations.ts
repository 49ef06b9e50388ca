import { getSitePublishingAuthById } from './get-publishing-auth.ts'
import { getSitePublishingPreviewById } from './get-publishing-preview.ts'
import {
  regenerateSitePublishingAuthById,
  updateSitePublishingAuthById,
} from './update-publishing-auth.ts'

export const sitePublishingOperations = [
  getSitePublishingAuthById,
  updateSitePublishingAuthById,
  regenerateSitePublishingAuthById,
  getSitePublishingPreviewById,
]
