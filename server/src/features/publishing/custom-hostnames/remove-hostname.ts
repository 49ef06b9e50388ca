import { releaseHostname, touchSite } from '#/features/publishing/sites/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { hostnameDetached } from './hostname-events.ts'
import { updateSiteHostname } from './hostname-queries.ts'
import { authorizeHostname, resolveHostname } from './hostname-resolve.ts'
import { lockTarget } from './hostname-target.ts'
import { lockOwnClaim, nameOrganization } from './write-status.ts'

export const removeCustomHostname = operation(
  'removeCustomHostname',
  async ({ params: { hostname } }, context) =>
    change(context, async (tx) => {
      const { actor, claim } = await resolveHostname(tx, context, hostname)
      authorizeHostname(actor, 'detach this host name')
      const { organizationId } = actor
      const siteId = claim.site_id
      await lockTarget(tx, context, { actor, siteId })
      const { own } = await lockOwnClaim(tx, { hostname, organizationId })
      if (own?.challenge !== claim.challenge) {
        throw notFound('custom host name', hostname)
      }

      await releaseHostname(tx, { organizationId, hostname })
      if (siteId === null) {
        await nameOrganization(tx, organizationId)
      } else {
        const of = { organizationId, siteId }
        await tx.run(updateSiteHostname, { ...of, hostname: null, isLive: false })
        await touchSite(tx, of)
      }
      hostnameDetached(tx, context, own)
      return undefined
    }),
)
