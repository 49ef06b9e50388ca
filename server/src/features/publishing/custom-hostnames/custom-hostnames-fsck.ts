import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import { globalWalk } from '#/platform/integrity/global-walk.ts'
import { type OrganizationCheck, problem } from '#/platform/integrity/integrity-check.ts'

const selectNamedSites = statement('fsck.site-names', (p: { organizationId: string }) =>
  sqlBuilder
    .selectFrom('site')
    .select(['id', 'hostname', 'hostname_live'])
    .where('organization_id', '=', p.organizationId)
    .where('hostname', 'is not', null),
)

const selectClaimsAmong = statement(
  'fsck.custom-hostnames',
  (p: { organizationId: string; hostnames: string[] }) =>
    sqlBuilder
      .selectFrom('custom_hostname')
      .select(['hostname', 'site_id', 'live_since'])
      .where('organization_id', '=', p.organizationId)
      .where(sql<boolean>`hostname = any(${p.hostnames}::text[])`),
)

/**
 * Checks that the host name of each site has its claim, by two statements: on a cluster the two
 * tables lie on different nodes.
 */
const claimed: OrganizationCheck = {
  kind: 'site-hostname',
  async run(db, organizationId) {
    const sites = await db.many(selectNamedSites, { organizationId })
    const hostnames = sites.flatMap(({ hostname }) => hostname ?? [])
    const claims = await db.many(selectClaimsAmong, { organizationId, hostnames })
    const known = new Set(
      claims.map((claim) =>
        asText(claim.hostname, claim.site_id, claim.live_since !== null),
      ),
    )
    const problems = sites
      .map(({ id, hostname, hostname_live }) => ({
        id,
        expected: asText(hostname, id, hostname_live),
      }))
      .filter(({ expected }) => !known.has(expected))
      .map((wrong) =>
        problem({ organizationId, kind: 'site-hostname', ...wrong, found: null }),
      )
    return { rows: sites.length, problems }
  },
}

interface ClaimRow {
  readonly hostname: string
  readonly organization_id: string
  readonly site_id: string | null
  readonly live_since: string | null
}

/** Reports claims to a name for a site that does not have it. */
export const customHostnameWalk = globalWalk<ClaimRow>({
  kind: 'custom-hostname-orphan',
  table: 'custom_hostname',
  key: ['hostname', 'organization_id'],
  columns: ['hostname', 'organization_id', 'site_id', 'live_since'],
  async verify(db, organizationId, rows) {
    const sites = await db.many(selectNamedSites, { organizationId })
    const known = new Map(sites.map(({ id, hostname }) => [id, hostname]))
    const orphan = { organizationId, kind: 'custom-hostname-orphan', expected: null }
    return rows
      .filter(
        ({ site_id, hostname }) => site_id !== null && known.get(site_id) !== hostname,
      )
      .map(({ hostname: id, site_id: found }) => problem({ ...orphan, id, found }))
  },
})

export const customHostnameChecks: readonly OrganizationCheck[] = [claimed]

function asText(hostname: string | null, siteId: string | null, live: boolean): string {
  return `${hostname} for ${siteId}, ${live ? 'live' : 'not live'}`
}
