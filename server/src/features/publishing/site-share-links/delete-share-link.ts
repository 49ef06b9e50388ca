import { authorize } from '#/access/actor.ts'
import { lockSite, sitePolicy, touchSite } from '#/features/publishing/sites/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { siteShareLinkDeleted } from './share-link-events.ts'
import { deleteShareLink } from './share-link-queries.ts'

export const deleteSiteShareLinkById = operation(
  'deleteSiteShareLinkById',
  async ({ params }, context) =>
    change(context, async (tx) => {
      const { organizationId, siteId, shareLinkId } = params
      const { actor } = await lockSite(tx, context, organizationId, siteId)
      authorize(
        sitePolicy.admin(actor),
        'delete share links of this site',
        'the admin role',
      )
      const deleted = await tx.count(deleteShareLink, params)
      if (deleted === 0) throw notFound('share link', shareLinkId)

      await touchSite(tx, params, { shareLinks: -1 })
      siteShareLinkDeleted(tx, context, params)
      return undefined
    }),
)
