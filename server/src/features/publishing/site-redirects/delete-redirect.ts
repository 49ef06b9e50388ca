import { authorize } from '#/access/actor.ts'
import { lockSite, sitePolicy, touchSite } from '#/features/publishing/sites/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { siteRedirectDeleted } from './redirect-events.ts'
import { deleteRedirect, selectRedirect } from './redirect-queries.ts'
import { viewRedirect } from './redirect-view.ts'

export const deleteSiteRedirectById = operation(
  'deleteSiteRedirectById',
  async ({ params }, context) =>
    change(context, async (tx) => {
      const { organizationId, siteId, siteRedirectId } = params
      const { actor } = await lockSite(tx, context, organizationId, siteId)
      authorize(
        sitePolicy.admin(actor),
        'delete redirects of this site',
        'the admin role',
      )
      const before = await tx.first(selectRedirect, params)
      if (before === undefined) throw notFound('redirect', siteRedirectId)

      await tx.run(deleteRedirect, params)
      await touchSite(tx, params, { redirects: -1 })
      siteRedirectDeleted(tx, context, params, viewRedirect(before))
      return undefined
    }),
)
