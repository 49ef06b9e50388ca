import { authorize, requireVersion } from '#/access/actor.ts'
import { lockSite, sitePolicy, touchSite } from '#/features/publishing/sites/public.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { siteCustomizationUpdated } from './customization-events.ts'
import { upsertCustomization } from './customization-queries.ts'
import { readCustomizations, requireGoodSettings } from './customization-resolve.ts'
import { settingsToStore, siteSettings } from './merge-customization.ts'
import { refuseUnchosen } from './refuse-unchosen.ts'
import { withFontIds, withFonts } from './stored-fonts.ts'

export const updateSiteCustomizationById = operation(
  'updateSiteCustomizationById',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const { organizationId, siteId } = params
      const { actor, site } = await lockSite(tx, context, organizationId, siteId)
      authorize(sitePolicy.admin(actor), 'customize this site', 'the admin role')
      requireVersion(context, site.version, 'site')
      const { site: before } = await readCustomizations(tx, context, params)
      await requireGoodSettings(tx, context, organizationId, { given: body, before })

      const chosen = settingsToStore(body)
      refuseUnchosen(body, { before, after: siteSettings(chosen) })
      const stored = withFontIds(chosen)
      const settings = storableJson(stored)
      await tx.run(upsertCustomization, { ...params, siteSpaceId: '', settings })
      await touchSite(tx, params)
      siteCustomizationUpdated(tx, context, {
        ...params,
        settings: Object.keys(stored),
      })
      const { site: shown } = await withFonts(tx, context, organizationId, {
        site: stored,
      })
      return siteSettings(shown)
    }),
)
