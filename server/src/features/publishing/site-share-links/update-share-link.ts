import { authorize } from '#/access/actor.ts'
import { lockSite, sitePolicy, touchSite } from '#/features/publishing/sites/public.ts'
import { written } from '#/platform/database/written.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { siteShareLinkUpdated } from './share-link-events.ts'
import { selectShareLink, updateShareLink } from './share-link-queries.ts'
import { viewShareLink } from './share-link-view.ts'

export const updateSiteShareLinkById = operation(
  'updateSiteShareLinkById',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const { organizationId, siteId, shareLinkId } = params
      const { actor, site } = await lockSite(tx, context, organizationId, siteId)
      authorize(
        sitePolicy.admin(actor),
        'change the share links of this site',
        'the admin role',
      )
      const before = await tx.first(selectShareLink, params)
      if (before === undefined) throw notFound('share link', shareLinkId)

      const { name = before.name, active = before.active } = body
      const row = written(await tx.first(updateShareLink, { ...params, name, active }))
      // Only the state of a link affects readers, its name does not.
      if (active !== before.active) await touchSite(tx, params)
      siteShareLinkUpdated(tx, context, { ...params, name, active })
      return viewShareLink(context, params, site, row)
    }),
)
