import { organizationMergeRules } from '@lectern/contract/merge-rules.ts'
import { Ajv } from 'ajv'
import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import { withoutIds } from '#/platform/http/schema-check.ts'
import { rowCheck } from '#/platform/integrity/common-checks.ts'
import { globalWalk } from '#/platform/integrity/global-walk.ts'
import {
  type OrganizationCheck,
  organizationCheck,
  problem,
} from '#/platform/integrity/integrity-check.ts'

const stored = organizationCheck(
  'organization-missing',
  (organizationId) => sql`
    select ${organizationId}::text as id, 'an organization' as expected, (
      select 'an organization' from organization where organization_id = ${organizationId}
    ) as found`,
)

const home = organizationCheck(
  'directory-home',
  (organizationId) => sql`
    select id, id as expected, organization_id as found
    from directory where id = ${organizationId}`,
)

/** The check that each counter has a name that this release counts: a new name needs a recount. */
export function counterNames(names: readonly string[]): OrganizationCheck {
  const known = sql.join(names.map((name) => sql.lit(name)))
  return organizationCheck(
    'counter-unknown',
    (organizationId) => sql`
      select name as id, case when name in (${known}) then name end as expected, name as found
      from organization_counter where organization_id = ${organizationId}`,
  )
}

const selectMergeRules = statement('fsck.merge-rules', (p: { organizationId: string }) =>
  sqlBuilder
    .selectFrom('organization')
    .select('merge_rules')
    .where('organization_id', '=', p.organizationId),
)

const areMergeRules = new Ajv({ strict: false }).compile(
  withoutIds(organizationMergeRules),
)

const mergeRules = rowCheck(
  'merge-rules',
  selectMergeRules,
  ({ merge_rules }, organizationId) => {
    const expected = 'merge rules'
    const found = areMergeRules(merge_rules) ? expected : JSON.stringify(merge_rules)
    return { id: organizationId, expected, found }
  },
)

const selectDomains = statement('fsck.domains', (p: { organizationId: string }) =>
  sqlBuilder
    .selectFrom('organization')
    .select(['email_domains', 'proven_email_domains'])
    .where('organization_id', '=', p.organizationId),
)

const selectListedDomains = statement(
  'fsck.listed-domains',
  (p: { organizationId: string; domains: readonly string[] }) =>
    sqlBuilder
      .selectFrom('email_domain')
      .select(['domain', 'proven_at'])
      .where('organization_id', '=', p.organizationId)
      .where(sql<boolean>`domain = any(${p.domains}::text[])`),
)

const domainsListed: OrganizationCheck = {
  kind: 'email-domain-missing',
  async run(db, organizationId) {
    const row = await db.first(selectDomains, { organizationId })
    const domains = row?.email_domains ?? []
    const found = await db.many(selectListedDomains, { organizationId, domains })
    const listed = new Set(found.map(({ domain }) => domain))
    const missing = { organizationId, kind: 'email-domain-missing', found: null }
    const proven = new Set(
      found.filter(({ proven_at }) => proven_at !== null).map(({ domain }) => domain),
    )
    const counted = row?.proven_email_domains ?? []
    const problems = [
      ...domains
        .filter((domain) => !listed.has(domain))
        .map((id) => problem({ ...missing, id, expected: 'a row in email_domain' })),
      ...counted
        .filter((domain) => domains.includes(domain) && !proven.has(domain))
        .map((id) => problem({ ...missing, id, expected: 'a proof in email_domain' })),
    ]
    return { rows: domains.length, problems }
  },
}

export const emailDomainWalk = globalWalk<{ domain: string; organization_id: string }>({
  kind: 'email-domain-orphan',
  table: 'email_domain',
  key: ['domain', 'organization_id'],
  columns: ['domain', 'organization_id'],
  async verify(db, organizationId, rows) {
    const owner = await db.first(selectDomains, { organizationId })
    const domains = new Set(owner?.email_domains)
    const orphan = { organizationId, kind: 'email-domain-orphan', expected: null }
    return rows
      .filter(({ domain }) => !domains.has(domain))
      .map(({ domain: id }) => problem({ ...orphan, id, found: 'a row in email_domain' }))
  },
})

const selectHome = statement('fsck.directory', (p: { organizationId: string }) =>
  sqlBuilder.selectFrom('directory').select('id').where('id', '=', p.organizationId),
)

/**
 * The check that the directory lists every organization. Each holds a host name, so the names lead
 * to those that it does not list.
 */
export const directoryWalk = globalWalk<{ subdomain: string; organization_id: string }>({
  kind: 'directory-missing',
  table: 'subdomain',
  key: ['subdomain'],
  columns: ['subdomain', 'organization_id'],
  async verify(db, organizationId) {
    const [entry, organization] = await Promise.all([
      db.first(selectHome, { organizationId }),
      db.first(selectDomains, { organizationId }),
    ])
    if (entry !== undefined || organization === undefined) return []
    const missing = { organizationId, kind: 'directory-missing', id: organizationId }
    return [problem({ ...missing, expected: 'a row in directory', found: null })]
  },
})

export const organizationChecks: readonly OrganizationCheck[] = [
  stored,
  home,
  mergeRules,
  domainsListed,
]
