import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import { globalWalk } from '#/platform/integrity/global-walk.ts'
import { type OrganizationCheck, problem } from '#/platform/integrity/integrity-check.ts'

import { selectSubdomain } from './subdomain-queries.ts'

const selectHostname = statement('fsck.hostname', (p: { organizationId: string }) =>
  sqlBuilder
    .selectFrom('organization')
    .select('hostname')
    .where('organization_id', '=', p.organizationId),
)

/**
 * The check that the host name of an organization is its own in the table that makes names unique.
 */
const claimed: OrganizationCheck = {
  kind: 'hostname-unclaimed',
  async run(db, organizationId) {
    const organization = await db.first(selectHostname, { organizationId })
    if (organization === undefined) return { rows: 0, problems: [] }
    const { hostname: subdomain } = organization
    const claim = await db.first(selectSubdomain, { subdomain })
    const found = claim?.organization_id ?? null
    const isOwn = found === organizationId
    const difference = { organizationId, kind: 'hostname-unclaimed', id: subdomain }
    return {
      rows: 1,
      problems: isOwn
        ? []
        : [problem({ ...difference, expected: organizationId, found })],
    }
  },
}

interface HeldName {
  readonly subdomain: string
  readonly organization_id: string
  /** Not null for a former name of the organization. */
  readonly kept_until: string | null
}

export const subdomainWalk = globalWalk<HeldName>({
  kind: 'subdomain-orphan',
  table: 'subdomain',
  key: ['subdomain'],
  columns: ['subdomain', 'organization_id', 'kept_until'],
  async verify(db, organizationId, rows) {
    const organization = await db.first(selectHostname, { organizationId })
    const expected = organization?.hostname ?? null
    return rows
      .filter(
        ({ subdomain, kept_until }) =>
          subdomain !== expected && (kept_until === null || expected === null),
      )
      .map(({ subdomain: found }) =>
        problem({ organizationId, kind: 'subdomain-orphan', id: found, expected, found }),
      )
  },
})

export const subdomainChecks: readonly OrganizationCheck[] = [claimed]
