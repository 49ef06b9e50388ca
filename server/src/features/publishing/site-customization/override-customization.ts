import { authorize, requireVersion } from '#/access/actor.ts'
import { lockSite, sitePolicy, touchSite } from '#/features/publishing/sites/public.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import {
  siteSpaceCustomizationOverridden,
  siteSpaceCustomizationRemoved,
} from './customization-events.ts'
import { deleteCustomization, upsertCustomization } from './customization-queries.ts'
import {
  findSiteSpaceCustomization,
  requireGoodSettings,
} from './customization-resolve.ts'
import { patchedOverrides, siteSpaceSettings } from './merge-customization.ts'
import { refuseUnchosen } from './refuse-unchosen.ts'
import { withFontIds, withFonts } from './stored-fonts.ts'

export const overrideSiteSpaceCustomizationById = operation(
  'overrideSiteSpaceCustomizationById',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const { organizationId, siteId } = params
      const { actor, site } = await lockSite(tx, context, organizationId, siteId)
      authorize(sitePolicy.admin(actor), 'customize this site', 'the admin role')
      const found = await findSiteSpaceCustomization(tx, context, params)
      requireVersion(context, site.version, 'site')
      const before = siteSpaceSettings(found.site, found.overrides)
      await requireGoodSettings(tx, context, organizationId, { given: body, before })

      const chosen = patchedOverrides(found.stored, body)
      const after = siteSpaceSettings(found.site, chosen)
      refuseUnchosen(body, { before, after })
      const stored = withFontIds(chosen)
      if (Object.keys(stored).length === 0) await tx.run(deleteCustomization, params)
      else {
        const settings = storableJson(stored)
        await tx.run(upsertCustomization, { ...params, settings })
      }
      await touchSite(tx, params)
      siteSpaceCustomizationOverridden(tx, context, {
        ...params,
        settings: Object.keys(stored),
      })
      const { own } = await withFonts(tx, context, organizationId, { own: stored })
      return siteSpaceSettings(found.site, own)
    }),
)

export const deleteSiteSpaceCustomizationById = operation(
  'deleteSiteSpaceCustomizationById',
  async ({ params }, context) =>
    change(context, async (tx) => {
      const { organizationId, siteId } = params
      const { actor, site } = await lockSite(tx, context, organizationId, siteId)
      authorize(sitePolicy.admin(actor), 'customize this site', 'the admin role')
      const { stored } = await findSiteSpaceCustomization(tx, context, params)
      requireVersion(context, site.version, 'site')
      if (stored === null) return undefined

      await tx.run(deleteCustomization, params)
      await touchSite(tx, params)
      siteSpaceCustomizationRemoved(tx, context, params)
      return undefined
    }),
)
