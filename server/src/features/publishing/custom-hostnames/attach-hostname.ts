import { randomBytes } from 'node:crypto'

import type { CustomHostnameStatus } from '@lectern/contract/custom-hostnames.ts'

import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'

import { checkDns } from './check-dns.ts'
import {
  hostnameAttached,
  hostnameLiveElsewhere,
  siteHasHostname,
} from './hostname-errors.ts'
import { hostnameAttachedTo } from './hostname-events.ts'
import { type HostnameRow, insertClaim, selectClaims } from './hostname-queries.ts'
import { authorizeHostname, hostnameOfOrganization } from './hostname-resolve.ts'
import { findTarget, type HostnameTarget, lockTarget } from './hostname-target.ts'
import { hostnameUrl, viewHostname } from './hostname-view.ts'
import { refuseReserved } from './reserved-names.ts'
import { lockOwnClaim, writeStatus } from './write-status.ts'

export const attachCustomHostname = operation(
  'attachCustomHostname',
  async ({ params: { hostname }, body }, context) => {
    const target = await findTarget(context, body)
    authorizeHostname(target.actor, 'attach host names')
    refuseReserved(context.config, hostname)
    const checked = await checkClaim(context, target, hostname)

    return change(context, async (tx) => {
      const { actor, attached } = await lockTarget(tx, context, target)
      authorizeHostname(actor, 'attach host names')
      if (attached !== null && attached !== hostname) throw siteHasHostname(attached)
      const claim = await writeClaim(tx, context, { target, hostname, checked })
      hostnameAttachedTo(tx, context, claim)

      const { organizationHostname } = checked
      return new Created(
        viewHostname({ claim, organizationHostname }, context),
        hostnameUrl(context.config, hostname),
      )
    })
  },
)

interface Checked {
  readonly challenge: string
  readonly status: CustomHostnameStatus
  readonly organizationHostname: string
}

/** Checks the DNS of a host name, before any transaction is open. */
async function checkClaim(
  { db, config }: Context,
  { actor: { organizationId } }: HostnameTarget,
  hostname: string,
): Promise<Checked> {
  const organizationIds = [organizationId]
  const [organizationHostname, [claim]] = await Promise.all([
    hostnameOfOrganization(db, organizationId),
    db.many(selectClaims, { hostname, organizationIds }),
  ])
  const challenge = claim?.challenge ?? randomBytes(24).toString('base64url')
  const isLive = claim !== undefined && claim.live_since !== null
  const wanted = { hostname, challenge, organizationHostname, isLive }
  return { challenge, organizationHostname, status: await checkDns(config, wanted) }
}

interface Attachment {
  readonly target: HostnameTarget
  readonly hostname: string
  readonly checked: Checked
}

async function writeClaim(
  tx: Transaction,
  context: Context,
  { target: { actor, siteId }, hostname, checked }: Attachment,
): Promise<HostnameRow> {
  const { organizationId } = actor
  const { own, isLiveElsewhere } = await lockOwnClaim(tx, { hostname, organizationId })
  if (isLiveElsewhere) throw hostnameLiveElsewhere(hostname)
  if (own !== undefined && own.site_id !== siteId) throw hostnameAttached(hostname)
  const { challenge, status } = checked
  // A claim that was inserted since the check has another challenge, which no check has looked for.
  const claim =
    own ??
    written(
      await tx.first(insertClaim, {
        hostname,
        organizationId,
        siteId,
        challenge,
        status: 'dns_no_cname',
        createdBy: context.caller.userId,
      }),
    )
  const proven = claim.challenge === challenge ? status : 'dns_passed'
  return writeStatus(tx, claim, proven)
}
