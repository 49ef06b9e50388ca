import { resolveSite } from '#/features/publishing/sites/public.ts'
import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import {
  findSiteSpaceCustomization,
  readCustomizations,
} from './customization-resolve.ts'
import { siteSpaceSettings } from './merge-customization.ts'

export const getSiteCustomizationById = operation(
  'getSiteCustomizationById',
  async ({ params }, context) => {
    const { organizationId, siteId } = params
    const { site } = await resolveSite(context.db, context, organizationId, siteId)
    return versioned(site.version, [], async () => {
      const { site: settings } = await readCustomizations(context.db, context, params)
      return settings
    })
  },
)

export const getSiteSpaceCustomizationById = operation(
  'getSiteSpaceCustomizationById',
  async ({ params }, context) => {
    const { organizationId, siteId } = params
    const { site } = await resolveSite(context.db, context, organizationId, siteId)
    const found = await findSiteSpaceCustomization(context.db, context, params)
    return versioned(site.version, [], () =>
      siteSpaceSettings(found.site, found.overrides),
    )
  },
)
