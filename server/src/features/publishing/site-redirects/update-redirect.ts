import { authorize } from '#/access/actor.ts'
import { lockSite, sitePolicy, touchSite } from '#/features/publishing/sites/public.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { checkRedirect } from './check-redirect.ts'
import { storedDestination } from './stored-destination.ts'
import { sourceTaken } from './redirect-errors.ts'
import { siteRedirectUpdated } from './redirect-events.ts'
import { selectRedirect, updateRedirect } from './redirect-queries.ts'
import { asDestination, viewRedirect } from './redirect-view.ts'

export const updateSiteRedirectById = operation(
  'updateSiteRedirectById',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const { organizationId, siteId, siteRedirectId } = params
      const { actor } = await lockSite(tx, context, organizationId, siteId)
      authorize(
        sitePolicy.admin(actor),
        'redirect readers of this site',
        'the admin role',
      )
      const before = await tx.first(selectRedirect, params)
      if (before === undefined) throw notFound('redirect', siteRedirectId)

      const { source = before.source } = body
      const destination = storedDestination(
        body.destination ?? asDestination(before.destination),
      )
      const wanted = { source, destination }
      const sourceKey = await checkRedirect(tx, params, actor.userId, wanted)
      const row = await tx.first(updateRedirect, {
        ...params,
        source,
        sourceKey,
        destination: storableJson(destination),
      })
      if (row === undefined) throw sourceTaken(source)
      await touchSite(tx, params)
      const redirect = viewRedirect(row)
      siteRedirectUpdated(tx, context, params, redirect)
      return redirect
    }),
)
