import type { Queryable } from '#/platform/database/queryable.ts'

import { selectLiveClaim } from './hostname-queries.ts'

interface LiveHostname {
  readonly organizationId: string
  /** Null for a name under which all sites of the organization are. */
  readonly siteId: string | null
}

/** What a custom host name leads to; undefined unless its owner has shown that it is theirs. */
export async function findLiveHostname(
  db: Queryable,
  hostname: string,
): Promise<LiveHostname | undefined> {
  const claim = await db.first(selectLiveClaim, { hostname })
  return claim && { organizationId: claim.organization_id, siteId: claim.site_id }
}
