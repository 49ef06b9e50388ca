import type { Queryable } from '#/platform/database/queryable.ts'

import { selectLiveClaim } from './hostname-queries.ts'

interface LiveHostname {
  readonly organizationId: string
  /** Null for a name under which all sites of the organization are. */
  readonly siteId: string | null
}

/** The target of a custom host name; undefined unless its owner has proven ownership. */
export async function findLiveHostname(
  db: Queryable,
  hostname: string,
): Promise<LiveHostname | undefined> {
  const claim = await db.first(selectLiveClaim, { hostname })
  return claim && { organizationId: claim.organization_id, siteId: claim.site_id }
}
