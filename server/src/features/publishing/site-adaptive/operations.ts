import {
  getSiteAdaptiveSchema,
  listSiteAdaptiveTemplateConditions,
} from './get-adaptive-schema.ts'
import { updateSiteAdaptiveSchema } from './update-adaptive-schema.ts'

export const siteAdaptiveOperations = [
  getSiteAdaptiveSchema,
  updateSiteAdaptiveSchema,
  listSiteAdaptiveTemplateConditions,
]
