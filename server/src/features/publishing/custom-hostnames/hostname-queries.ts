import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

/** A claim of an organization to a name, live or not. */
export interface HostnameRow {
  readonly hostname: string
  readonly organization_id: string
  readonly site_id: string | null
  readonly challenge: string
  readonly status: string
  readonly live_since: string | null
}

type OfClaim = Readonly<{ hostname: string; organizationId: string }>

const columns = [
  'hostname',
  'organization_id',
  'site_id',
  'challenge',
  'status',
  'live_since',
] as const

/** The organizations of an account, or the one that its token is for. */
export const selectOrganizationsOf = statement(
  'custom-hostname.organizations',
  (p: { accountId: string; only: string | null }) =>
    sqlBuilder
      .selectFrom('account_membership as mine')
      .select('mine.organization_id')
      .where('mine.account_id', '=', p.accountId)
      .where(sql<boolean>`(${p.only}::text is null or mine.organization_id = ${p.only})`),
)

/** The claims of some organizations to a name, the live one first. */
export const selectClaims = statement(
  'custom-hostname.claims',
  (p: { hostname: string; organizationIds: readonly string[] }) =>
    sqlBuilder
      .selectFrom('custom_hostname')
      .select(columns)
      .where('hostname', '=', p.hostname)
      .where(sql<boolean>`organization_id = any (${p.organizationIds}::text[])`)
      .orderBy(sql`live_since is null`)
      .orderBy('created_at')
      .orderBy('organization_id'),
)

/** Locks all claims to a name, so that two claims proven at the same moment wait for each other. */
export const lockClaims = statement('custom-hostname.lock', (p: { hostname: string }) =>
  sqlBuilder
    .selectFrom('custom_hostname')
    .select(columns)
    .where('hostname', '=', p.hostname)
    .orderBy('organization_id')
    .forUpdate(),
)

interface NewClaim extends OfClaim {
  readonly siteId: string | null
  readonly challenge: string
  readonly status: string
  readonly createdBy: string
}

export const insertClaim = statement('custom-hostname.insert', (p: NewClaim) =>
  sqlBuilder
    .insertInto('custom_hostname')
    .values({
      hostname: p.hostname,
      organization_id: p.organizationId,
      site_id: p.siteId,
      challenge: p.challenge,
      status: p.status,
      created_by: p.createdBy,
    })
    .returning(columns),
)

export const updateClaim = statement(
  'custom-hostname.update',
  (p: OfClaim & { status: string; isLive: boolean }) =>
    sqlBuilder
      .updateTable('custom_hostname')
      .set({
        status: p.status,
        live_since: sql`case when ${p.isLive} then coalesce(live_since, now()) end`,
        checked_at: sql`now()`,
      })
      .where('hostname', '=', p.hostname)
      .where('organization_id', '=', p.organizationId)
      .returning(columns),
)

export const selectLiveClaim = statement(
  'custom-hostname.live',
  (p: { hostname: string }) =>
    sqlBuilder
      .selectFrom('custom_hostname')
      .select(['organization_id', 'site_id'])
      .where('hostname', '=', p.hostname)
      .where('live_since', 'is not', null),
)

export const selectOrganizationHostname = statement(
  'custom-hostname.organization',
  (p: { organizationId: string }) =>
    sqlBuilder
      .selectFrom('organization')
      .select('hostname')
      .where('organization_id', '=', p.organizationId),
)

interface SiteName {
  readonly organizationId: string
  readonly siteId: string
  readonly hostname: string | null
  readonly isLive: boolean
}

export const updateSiteHostname = statement('custom-hostname.site', (p: SiteName) =>
  sqlBuilder
    .updateTable('site')
    .set({ hostname: p.hostname, hostname_live: p.isLive })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.siteId),
)
