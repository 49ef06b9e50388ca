import type { CustomHostnameStatus } from '@lectern/contract/custom-hostnames.ts'

import { touchSite } from '#/features/publishing/sites/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'

import {
  type HostnameRow,
  lockClaims,
  lockNamedOrganization,
  selectLiveOfOrganization,
  updateClaim,
  updateOrganizationHostname,
  updateSiteHostname,
} from './hostname-queries.ts'

/**
 * Locks the claims to a name; returns the one of the organization, and whether another
 * organization's is live.
 */
export async function lockOwnClaim(
  tx: Transaction,
  of: Readonly<{ hostname: string; organizationId: string }>,
): Promise<{ own: HostnameRow | undefined; isLiveElsewhere: boolean }> {
  const claims = await tx.many(lockClaims, of)
  const own = claims.find((claim) => claim.organization_id === of.organizationId)
  const isLiveElsewhere = claims.some(
    (claim) => claim !== own && claim.live_since !== null,
  )
  return { own, isLiveElsewhere }
}

/**
 * Writes the result of a check to the claim and to its site, both of which are locked. A live name
 * stays live when name servers do not answer.
 */
export async function writeStatus(
  tx: Transaction,
  claim: HostnameRow,
  status: CustomHostnameStatus,
): Promise<HostnameRow> {
  const { hostname, organization_id: organizationId, site_id: siteId } = claim
  const isLive =
    status === 'live' || (status === 'internal_error' && claim.live_since !== null)
  const update = { hostname, organizationId, status, isLive }
  const after = written(await tx.first(updateClaim, update))
  if (siteId === null) {
    await nameOrganization(tx, organizationId)
  } else {
    const of = { organizationId, siteId }
    await tx.run(updateSiteHostname, { ...of, hostname, isLive })
    await touchSite(tx, of)
  }
  return after
}

/** Stores with an organization which of the live names leads to it, after a change of them. */
export async function nameOrganization(
  tx: Transaction,
  organizationId: string,
): Promise<void> {
  const of = { organizationId }
  const organization = written(await tx.first(lockNamedOrganization, of))
  const live = await tx.first(selectLiveOfOrganization, of)
  const hostname = live?.hostname ?? null
  if (hostname === organization.custom_hostname) return
  await tx.run(updateOrganizationHostname, { ...of, hostname })
}
