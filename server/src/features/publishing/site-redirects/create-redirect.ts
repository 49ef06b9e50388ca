import { authorize } from '#/access/actor.ts'
import { lockSite, sitePolicy, touchSite } from '#/features/publishing/sites/public.ts'
import { siteUrls } from '#/features/writing/publications/public.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { checkRedirect } from './check-redirect.ts'
import { storedDestination } from './stored-destination.ts'
import { redirectsMax, sourceTaken, tooManyRedirects } from './redirect-errors.ts'
import { siteRedirectCreated } from './redirect-events.ts'
import { insertRedirect } from './redirect-queries.ts'
import { viewRedirect } from './redirect-view.ts'

export const createSiteRedirect = operation(
  'createSiteRedirect',
  async ({ params, body: { source, destination, fileOf } }, context) =>
    change(context, async (tx) => {
      const { organizationId, siteId } = params
      const { actor, site } = await lockSite(tx, context, organizationId, siteId)
      authorize(
        sitePolicy.admin(actor),
        'redirect readers of this site',
        'the admin role',
      )
      const wanted = { source, destination: storedDestination(destination) }
      const sourceKey = await checkRedirect(tx, params, actor.userId, wanted)
      if (site.redirects >= redirectsMax) throw tooManyRedirects()

      const siteRedirectId = newId()
      const row = await tx.first(insertRedirect, {
        ...params,
        siteRedirectId,
        source,
        sourceKey,
        // The mark is stored beside the destination; a change by hand replaces both.
        destination: storableJson({ ...wanted.destination, fileOf }),
      })
      if (row === undefined) throw sourceTaken(source)
      await touchSite(tx, params, { redirects: 1 })
      const redirect = viewRedirect(row)
      siteRedirectCreated(tx, context, params, redirect)
      const location = siteUrls.location(context.config, organizationId, siteId)
      return new Created(redirect, `${location}/redirects/${siteRedirectId}`)
    }),
)
