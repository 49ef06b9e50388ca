import { sql } from 'kysely'

import {
  identityName,
  type IdentityRow,
  identityWalk,
  samlProviderKey,
} from '#/features/people/identities/public.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import { globalWalk } from '#/platform/integrity/global-walk.ts'
import {
  type OrganizationCheck,
  organizationCheck,
  problem,
} from '#/platform/integrity/integrity-check.ts'

import { isActive } from './saml-provider-queries.ts'

const selectProviderIds = statement(
  'fsck.saml-providers',
  (p: { organizationId: string }) =>
    sqlBuilder
      .selectFrom('saml_provider')
      .select('id')
      .where('organization_id', '=', p.organizationId),
)

const selectHomes = statement(
  'fsck.saml-provider-homes',
  (p: { organizationId: string; ids: string[] }) =>
    sqlBuilder
      .selectFrom('directory')
      .select('id')
      .where('organization_id', '=', p.organizationId)
      .where('kind', '=', 'saml-provider')
      .where(sql<boolean>`id = any(${p.ids}::text[])`),
)

/** Checks that the directory lists every provider, by which those who sign in are led to it. */
const listed: OrganizationCheck = {
  kind: 'saml-provider-home-missing',
  async run(db, organizationId) {
    const providers = await db.many(selectProviderIds, { organizationId })
    const ids = providers.map(({ id }) => id)
    const homes = await db.many(selectHomes, { organizationId, ids })
    const known = new Set(homes.map(({ id }) => id))
    const missing = {
      organizationId,
      kind: 'saml-provider-home-missing',
      expected: 'saml-provider',
    }
    const problems = ids
      .filter((id) => !known.has(id))
      .map((id) => problem({ ...missing, id, found: null }))
    return { rows: ids.length, problems }
  },
}

const provided = organizationCheck(
  'sso-provided',
  (organizationId) => sql`
    select o.organization_id as id, exists (
        select 1 from saml_provider as p
        where p.organization_id = ${organizationId} and ${isActive}
      )::text as expected, o.sso_provided::text as found
    from organization o
    where o.organization_id = ${organizationId}`,
)

interface DirectoryRow {
  readonly id: string
  readonly kind: string
  readonly organization_id: string
}

export const samlProviderHomeWalk = globalWalk<DirectoryRow>({
  kind: 'saml-provider-home-orphan',
  table: 'directory',
  key: ['id'],
  columns: ['id', 'kind', 'organization_id'],
  async verify(db, organizationId, rows) {
    const homes = rows.filter(({ kind }) => kind === 'saml-provider')
    if (homes.length === 0) return []
    const found = await db.many(selectProviderIds, { organizationId })
    const known = new Set(found.map(({ id }) => id))
    const orphan = { organizationId, kind: 'saml-provider-home-orphan', expected: null }
    return homes
      .filter(({ id }) => !known.has(id))
      .map(({ id, kind }) => problem({ ...orphan, id, found: kind }))
  },
})

/** Checks that nobody is known by a provider of the organization that is not there. */
export const identityProviderWalk = globalWalk<IdentityRow>({
  ...identityWalk,
  kind: 'identity-provider',
  async verify(db, organizationId, identities) {
    const found = await db.many(selectProviderIds, { organizationId })
    const known = new Set(found.map(({ id }) => samlProviderKey(id)))
    const orphan = { organizationId, kind: 'identity-provider', expected: null }
    return identities
      .filter(({ provider }) => !known.has(provider))
      .map((row) => problem({ ...orphan, id: identityName(row), found: row.provider }))
  },
})

export const samlProviderChecks: readonly OrganizationCheck[] = [listed, provided]
