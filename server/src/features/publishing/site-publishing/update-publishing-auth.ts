import { authorize } from '#/access/actor.ts'
import {
  ensurePublishingAuth,
  newPublishingKey,
  sealedPublishingKey,
  selectPublishingAuth,
  updatePublishingAuth,
  upsertPublishingKey,
} from '#/features/publishing/site-keys/public.ts'
import { lockSite, sitePolicy, touchSite } from '#/features/publishing/sites/public.ts'
import { written } from '#/platform/database/written.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { requireVisitors } from './get-publishing-auth.ts'
import { viewPublishingAuth } from './publishing-auth-view.ts'
import { noIntegrations } from './publishing-errors.ts'
import {
  sitePublishingAuthUpdated,
  sitePublishingKeyReplaced,
} from './publishing-events.ts'

export const updateSitePublishingAuthById = operation(
  'updateSitePublishingAuthById',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const { organizationId, siteId } = params
      const { actor, site } = await lockSite(tx, context, organizationId, siteId)
      authorize(
        sitePolicy.admin(actor),
        'change how visitors of this site sign in',
        'the admin role',
      )
      requireVisitors(site)
      if (body.backend === 'integration') throw noIntegrations()
      await ensurePublishingAuth(tx, params, context.sealer)
      const before = written(await tx.first(selectPublishingAuth, params))

      const { backend = before.backend, fallbackURL = before.fallback_url } = body
      const { signIn = before.sign_in } = body
      const settings = { backend, fallbackUrl: fallbackURL, signIn }
      const row = written(
        await tx.first(updatePublishingAuth, { ...params, ...settings }),
      )
      await touchSite(tx, params)
      sitePublishingAuthUpdated(tx, context, params, { backend, fallbackURL, signIn })
      return viewPublishingAuth(context, params, row)
    }),
)

export const regenerateSitePublishingAuthById = operation(
  'regenerateSitePublishingAuthById',
  async ({ params }, context) =>
    change(context, async (tx) => {
      const { organizationId, siteId } = params
      const { actor, site } = await lockSite(tx, context, organizationId, siteId)
      authorize(sitePolicy.admin(actor), 'replace the key of this site', 'the admin role')
      requireVisitors(site)

      const sealed = sealedPublishingKey(context.sealer, params, newPublishingKey())
      const row = written(await tx.first(upsertPublishingKey, { ...params, sealed }))
      await touchSite(tx, params)
      sitePublishingKeyReplaced(tx, context, params)
      return viewPublishingAuth(context, params, row)
    }),
)
