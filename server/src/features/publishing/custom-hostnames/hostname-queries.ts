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
      .from(sql<{ at: string }>`(select now() as at)`.as('clock'))
      .set({
        status: p.status,
        live_since: sql`case when ${p.isLive} then coalesce(live_since, clock.at) end`,
        checked_at: sql`clock.at`,
        failing_since: null,
      })
      .where('hostname', '=', p.hostname)
      .where('organization_id', '=', p.organizationId)
      .returning(columns),
)

/** Live names that were not checked for a day, those first that wait longest. */
export const selectUnchecked = statement(
  'custom-hostname.unchecked',
  (p: { rowsMax: number }) => sql<HostnameRow>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from custom_hostname
    where live_since is not null and checked_at < now() - interval '1 day'
    order by checked_at limit ${p.rowsMax}`,
)

/**
 * Writes the result of another check of a live name, which goes on being live. `is_lapsed` says
 * whether its records were missing for too long.
 */
export const updateRecheck = statement(
  'custom-hostname.recheck',
  (p: OfClaim & { status: string; isFailing: boolean; lapseDays: number }) => sql<{
    is_lapsed: boolean
  }>`
    update custom_hostname as h set status = ${p.status}, checked_at = clock.at,
      failing_since = case when ${p.isFailing}::boolean
        then coalesce(h.failing_since, clock.at) end
    from (select now() as at,
      now() - make_interval(days => ${p.lapseDays}::integer) as lapses) as clock
    where h.hostname = ${p.hostname} and h.organization_id = ${p.organizationId}
    returning coalesce(h.failing_since <= clock.lapses, false) as is_lapsed`,
)

/** Notes a check that name servers did not answer. */
export const touchClaim = statement(
  'custom-hostname.touch',
  (p: OfClaim) => sql`
    update custom_hostname set checked_at = now()
    where hostname = ${p.hostname} and organization_id = ${p.organizationId}`,
)

/** Locks the site of a name before the name, as every change of both does. */
export const lockNamedSite = statement(
  'custom-hostname.lock-site',
  (p: { organizationId: string; siteId: string }) =>
    sqlBuilder
      .selectFrom('site')
      .select('id')
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.siteId)
      .forUpdate(),
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

/** Makes changes of the names of one organization wait for each other. */
export const lockNamedOrganization = statement(
  'custom-hostname.lock-organization',
  (p: { organizationId: string }) =>
    sqlBuilder
      .selectFrom('organization')
      .select('custom_hostname')
      .where('organization_id', '=', p.organizationId)
      .forNoKeyUpdate(),
)

/** The name that leads to a whole organization for the longest time. */
export const selectLiveOfOrganization = statement(
  'custom-hostname.live-of-organization',
  (p: { organizationId: string }) =>
    sqlBuilder
      .selectFrom('custom_hostname')
      .select('hostname')
      .where('organization_id', '=', p.organizationId)
      .where('site_id', 'is', null)
      .where('live_since', 'is not', null)
      .orderBy('live_since')
      .orderBy('hostname')
      .limit(1),
)

export const updateOrganizationHostname = statement(
  'custom-hostname.update-organization',
  (p: { organizationId: string; hostname: string | null }) =>
    sqlBuilder
      .updateTable('organization')
      .set({ custom_hostname: p.hostname, version: sql`version + 1` })
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
