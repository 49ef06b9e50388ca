import { type RawBuilder, sql } from 'kysely'

import type { OfSite } from '#/features/writing/publications/public.ts'
import { statement } from '#/platform/database/statement.ts'

interface HostRow {
  readonly organization_id: string
  /** Null for a name of the organization as a whole. */
  readonly site_id: string | null
}

export const selectOrganizationOfHost = statement<
  { subdomain: string },
  Pick<HostRow, 'organization_id'> & { readonly is_former: boolean }
>(
  'published.organization-of-host',
  (p) => sql`
    select organization_id, kept_until is not null as is_former from subdomain
    where subdomain = ${p.subdomain} and coalesce(kept_until > now(), true)`,
)

/** The host name that an organization has now. */
export const selectHostname = statement<
  { organizationId: string },
  { readonly hostname: string }
>(
  'published.hostname',
  (p) => sql`
    select hostname from organization where organization_id = ${p.organizationId}`,
)

export const selectSiteOfHost = statement<{ hostname: string }, HostRow>(
  'published.site-of-host',
  (p) => sql`
    select organization_id, site_id from custom_hostname
    where hostname = ${p.hostname} and live_since is not null`,
)

/** The state of a site that is read anew for every reader. */
export interface SiteStateRow {
  readonly id: string
  readonly basename: string
  readonly epoch: number
  /** The newest revision of each space that the site shows. */
  readonly heads: Readonly<Record<string, string>>
}

const stateColumns = (p: {
  organizationId: string
}) => sql`st.id, st.basename, st.epoch, coalesce((
    select json_object_agg(ss.space_id, b.head_revision_id) from site_space as ss
    join content_node as node on node.organization_id = ${p.organizationId}
      and node.id = ss.space_id and node.state = 'live' and node.deleted_at is null
    join branch as b on b.organization_id = ${p.organizationId}
      and b.space_id = ss.space_id and b.id = ss.space_id
    where ss.organization_id = ${p.organizationId} and ss.site_id = st.id), '{}') as heads`

export const selectSiteState = statement<OfSite, SiteStateRow>(
  'published.site-state',
  (p) => sql`
    select ${stateColumns(p)} from site as st
    where st.organization_id = ${p.organizationId} and st.id = ${p.siteId}`,
)

/** Finds a site by its basename, or by a former one that no other site has now. */
export const selectSiteStateByName = statement<
  { organizationId: string; basename: string },
  SiteStateRow
>(
  'published.site-state-by-name',
  (p) => sql`
    select ${stateColumns(p)} from site as st
    where st.organization_id = ${p.organizationId} and st.id = coalesce(
      (select named.id from site as named
       where named.organization_id = ${p.organizationId} and named.basename = ${p.basename}),
      (select old.site_id from site_alias as old
       where old.organization_id = ${p.organizationId} and old.basename = ${p.basename}))`,
)

export const selectEpoch = statement<OfSite, { epoch: number }>(
  'published.epoch',
  (p) => sql`
    select epoch from site
    where organization_id = ${p.organizationId} and id = ${p.siteId}`,
)

export interface PublishedSiteRow {
  readonly id: string
  readonly published: boolean
  readonly epoch: number
  readonly heads: Readonly<Record<string, string>>
  readonly visibility: string
  readonly basename: string
  readonly hostname: string | null
  readonly hostname_live: boolean
  readonly organization_hostname: string
}

function published(p: { organizationId: string }, isWanted: RawBuilder<unknown>) {
  return sql`
    select st.published, st.visibility, st.hostname, st.hostname_live,
      o.hostname as organization_hostname, ${stateColumns(p)}
    from site as st
    join organization as o on o.organization_id = ${p.organizationId}
    where st.organization_id = ${p.organizationId} and ${isWanted}`
}

/** One page of the published sites of an organization, by id, as the stream shows them. */
export const selectPublishedSites = statement<
  { organizationId: string; after: string; rowsMax: number },
  PublishedSiteRow
>('published.sites', (p) =>
  published(
    p,
    sql`st.published and st.id > ${p.after} order by st.id limit ${p.rowsMax}`,
  ),
)

/** The given sites, and all sites that show one of the given spaces, published or not. */
export const selectChangedSites = statement<
  { organizationId: string; siteIds: readonly string[]; spaceIds: readonly string[] },
  PublishedSiteRow
>('published.changed-sites', (p) =>
  published(
    p,
    sql`st.id = any (array(
      select unnest(${p.siteIds}::text[])
      union
      select ss.site_id from site_space as ss
      where ss.organization_id = ${p.organizationId}
        and ss.space_id = any (${p.spaceIds}::text[])))`,
  ),
)

/**
 * The organizations of one page of all sites, by id. With `kind =` the planner would think an order
 * by id alone just as good.
 */
export const selectHomesOfSites = statement<
  { after: string; rowsMax: number },
  { id: string; organization_id: string }
>(
  'published.homes-of-sites',
  (p) => sql`
    select id, organization_id from directory
    where (kind, id) > ('site', ${p.after}) and kind <= 'site'
    order by kind, id limit ${p.rowsMax}`,
)

export const insertToken = statement(
  'site-token.insert',
  (p: OfSite & { hash: string; grounds: string; endsAt: number | null }) => sql`
    insert into site_token (hash, organization_id, site_id, grounds, expires_at)
    values (${p.hash}, ${p.organizationId}, ${p.siteId}, ${p.grounds}::jsonb,
      least(date_trunc('hour', now()) + interval '2 hours',
        to_timestamp(${p.endsAt}::double precision)))
    on conflict (hash) do update set expires_at = excluded.expires_at`,
)

export interface TokenRow {
  readonly organization_id: string
  readonly site_id: string
  readonly grounds: unknown
}

export const selectToken = statement<{ hash: string }, TokenRow>(
  'site-token.select',
  (p) => sql`
    select organization_id, site_id, grounds from site_token
    where hash = ${p.hash} and expires_at > now()`,
)

export const selectExpiredTokens = statement<{ rowsMax: number }, { hash: string }>(
  'site-token.expired',
  (p) => sql`
    select hash from site_token where expires_at < now() limit ${p.rowsMax}::integer`,
)

export const deleteExpiredTokens = statement(
  'site-token.sweep',
  (p: { hashes: string[] }) => sql`
    delete from site_token where hash = any(${p.hashes}::text[]) and expires_at < now()`,
)

/** The published sites that show a space; others are kept by no renderer. */
export const selectSitesShowing = statement(
  'published.sites-showing',
  (p: { organizationId: string; spaceId: string }) => sql<{ site_id: string }>`
    select distinct ss.site_id from site_space as ss
    where ss.organization_id = ${p.organizationId} and ss.space_id = ${p.spaceId}
      and ss.openness is not null
    order by ss.site_id limit 1000`,
)
