import { authorize, requireVersion } from '#/access/actor.ts'
import { lockStructure } from '#/content-store/nodes/public.ts'
import { watchVisibility } from '#/features/writing/publications/public.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { count } from '#/platform/tenancy/counters.ts'
import { homeWrites } from '#/platform/tenancy/homes.ts'

import { releaseHostname } from './release-hostname.ts'
import { siteDeleted } from './site-events.ts'
import { sitePolicy } from './site-policy.ts'
import { lockSite } from './site-resolve.ts'
import { deleteSiteRow, updateDefaultSiteGone } from './site-write-queries.ts'

export const deleteSiteById = operation(
  'deleteSiteById',
  async ({ params: { organizationId, siteId } }, context) =>
    change(context, async (tx) => {
      // The organization is locked before the site, as setting its default site does.
      await tx.first(lockStructure, { organizationId, callerId: context.caller.userId })
      const { actor, site } = await lockSite(tx, context, organizationId, siteId)
      authorize(sitePolicy.admin(actor), 'delete this site', 'the admin role')
      requireVersion(context, site.version, 'site')

      const of = { organizationId, siteId }
      await watchVisibility(tx, of, async () => tx.run(deleteSiteRow, of))
      await Promise.all([
        tx.run(updateDefaultSiteGone, of),
        homeWrites.remove(tx, siteId),
        releaseHostname(tx, { organizationId, hostname: site.hostname }),
      ])
      count(tx, { organizationId, name: 'sites', by: -1 })
      siteDeleted(tx, context, { ...of, title: site.title })
      return undefined
    }),
)
