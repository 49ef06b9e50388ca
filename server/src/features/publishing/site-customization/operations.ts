import {
  getSiteCustomizationById,
  getSiteSpaceCustomizationById,
} from './get-customization.ts'
import {
  deleteSiteSpaceCustomizationById,
  overrideSiteSpaceCustomizationById,
} from './override-customization.ts'
import { updateSiteCustomizationById } from './update-customization.ts'

export const siteCustomizationOperations = [
  getSiteCustomizationById,
  updateSiteCustomizationById,
  getSiteSpaceCustomizationById,
  overrideSiteSpaceCustomizationById,
  deleteSiteSpaceCustomizationById,
]
