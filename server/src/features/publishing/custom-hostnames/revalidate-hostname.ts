import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { checkDns } from './check-dns.ts'
import { hostnameLiveElsewhere } from './hostname-errors.ts'
import { hostnameChecked } from './hostname-events.ts'
import {
  authorizeHostname,
  hostnameOfOrganization,
  resolveHostname,
} from './hostname-resolve.ts'
import { lockTarget } from './hostname-target.ts'
import { lockOwnClaim, writeStatus } from './write-status.ts'

export const dnsRevalidateCustomHostname = operation(
  'dnsRevalidateCustomHostname',
  async ({ params: { hostname } }, context) => {
    const { actor, claim } = await resolveHostname(context.db, context, hostname)
    authorizeHostname(actor, 'check this host name')
    const { organizationId } = actor
    const { challenge, live_since: liveSince } = claim
    const organizationHostname = await hostnameOfOrganization(context.db, organizationId)
    const isLive = liveSince !== null
    const wanted = { hostname, challenge, organizationHostname, isLive }
    const status = await checkDns(context.config, wanted)

    return change(context, async (tx) => {
      const target = { actor, siteId: claim.site_id }
      authorizeHostname(
        (await lockTarget(tx, context, target)).actor,
        'check this host name',
      )
      const { own, isLiveElsewhere } = await lockOwnClaim(tx, {
        hostname,
        organizationId,
      })
      // The claim was removed, or replaced by a new one, while name servers were asked.
      if (own?.challenge !== challenge) throw notFound('custom host name', hostname)
      if (isLiveElsewhere) throw hostnameLiveElsewhere(hostname)

      hostnameChecked(tx, context, await writeStatus(tx, own, status))
      return undefined
    })
  },
)
