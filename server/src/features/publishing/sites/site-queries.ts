import { type RawBuilder, sql } from 'kysely'

import { callerColumns } from '#/access/actor.ts'
import type { InOrganization } from '#/access/content-access.ts'
import type { OfCaller } from '#/access/list-for-caller.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'

import { siteGrantedRank } from './site-access.ts'

/** A site with all columns that its answer is made of. */
export interface SiteRow {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly basename: string
  readonly visibility: string
  readonly published: boolean
  readonly agents_context: string
  readonly adaptive_content_enabled: boolean | null
  readonly proxy_origin: string | null
  readonly default_section_id: string | null
  readonly default_site_space_id: string | null
  readonly hostname: string | null
  readonly hostname_live: boolean
  readonly version: number
  readonly epoch: number
  readonly redirects: number
  readonly share_links: number
  readonly created_at: string
  readonly organization_hostname: string
  readonly site_spaces: number
  /**
   * The favicon from the customization; null until one is set. Read only where the site is viewed.
   */
  readonly icon?: unknown
}

export const siteColumns = [
  'st.id',
  'st.type',
  'st.title',
  'st.basename',
  'st.visibility',
  'st.published',
  'st.agents_context',
  'st.adaptive_content_enabled',
  'st.proxy_origin',
  'st.default_section_id',
  'st.default_site_space_id',
  'st.hostname',
  'st.hostname_live',
  'st.version',
  'st.epoch',
  'st.redirects',
  'st.share_links',
  'st.created_at',
] as const

/** The number of spaces that the site `st` shows. */
export function shownSpaces(p: InOrganization): RawBuilder<number> {
  return sql`(
    select count(*)::integer from site_space as shown
    join content_node as n on n.organization_id = ${p.organizationId} and n.id = shown.space_id
    where shown.organization_id = ${p.organizationId} and shown.site_id = st.id
      and n.state = 'live' and n.deleted_at is null)`
}

/** The favicon of the site `st`, from its customization. */
export function faviconOf(p: InOrganization): RawBuilder<unknown> {
  return sql`(
    select look.settings -> 'favicon' from site_customization as look
    where look.organization_id = ${p.organizationId} and look.site_id = st.id
      and look.site_space_id = '')`
}

/**
 * Begins a statement about a site or its parts: `me` is the caller as a member, `st` the site and
 * `o` its organization. There is no row when any of them is missing.
 */
export function siteForCaller(p: OfCaller & { siteId: string }) {
  return sqlBuilder
    .selectFrom('member as me')
    .innerJoin('site as st', (join) =>
      join.on('st.organization_id', '=', p.organizationId).on('st.id', '=', p.siteId),
    )
    .innerJoin('organization as o', (join) =>
      join.on('o.organization_id', '=', p.organizationId),
    )
    .where('me.organization_id', '=', p.organizationId)
    .where('me.user_id', '=', p.callerId)
    .select(callerColumns)
    .select(siteGrantedRank(p).as('site_granted'))
}

export const selectSiteForCaller = statement(
  'site.for-caller',
  (p: OfCaller & { siteId: string }) =>
    siteForCaller(p)
      .select(siteColumns)
      .select('o.hostname as organization_hostname')
      .select(shownSpaces(p).as('site_spaces'))
      .select(faviconOf(p).as('icon')),
)

/** Locks a site for a change of it or its parts: other changes wait until it ends. */
export const lockSiteRow = statement('site.lock', (p: OfSite) =>
  sqlBuilder
    .selectFrom('site as st')
    .select('st.id')
    .where('st.organization_id', '=', p.organizationId)
    .where('st.id', '=', p.siteId)
    .forUpdate(),
)

/** The changes of the counters of a site, negative for fewer. */
export interface SiteCounts {
  readonly redirects: number
  readonly shareLinks: number
}

export const updateSiteEpoch = statement('site.touch', (p: OfSite & SiteCounts) =>
  sqlBuilder
    .updateTable('site')
    .set({
      version: sql`version + 1`,
      epoch: sql`epoch + 1`,
      updated_at: sql`now()`,
      redirects: sql`redirects + ${p.redirects}::integer`,
      share_links: sql`share_links + ${p.shareLinks}::integer`,
    })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.siteId)
    .returning(['version', 'epoch']),
)
