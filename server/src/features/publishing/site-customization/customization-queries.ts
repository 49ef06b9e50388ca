import { sql } from 'kysely'

import { isVisible } from '#/access/content-access.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import { statement } from '#/platform/database/statement.ts'

/** The settings of a site-space, or of the site itself where the id is empty. */
interface OfCustomization extends OfSite {
  readonly siteSpaceId: string
}

interface CustomizationRow {
  /** Empty for the site itself. */
  readonly site_space_id: string
  readonly settings: unknown
}

/** The stored settings of a site and of all of its site-spaces. */
export const selectCustomizations = statement(
  'site-customization.list',
  (p: OfSite) => sql<CustomizationRow>`
    select site_space_id, settings from site_customization
    where organization_id = ${p.organizationId} and site_id = ${p.siteId}`,
)

interface SiteSpaceCustomizationRow {
  readonly site_settings: unknown
  readonly overrides: unknown
}

/**
 * The settings of a site-space; no row where its space is in the trash or hidden from the caller.
 */
export const selectSiteSpaceCustomization = statement(
  'site-customization.of-site-space',
  (p: OfCustomization & { callerId: string }) => sql<SiteSpaceCustomizationRow>`
    select whole.settings as site_settings, own.settings as overrides
    from site_space as ss
    join content_node as node
      on node.organization_id = ${p.organizationId} and node.id = ss.space_id
      and node.state = 'live' and node.deleted_at is null
    join member as me
      on me.organization_id = ${p.organizationId} and me.user_id = ${p.callerId}
    left join site_customization as whole
      on whole.organization_id = ${p.organizationId} and whole.site_id = ss.site_id
      and whole.site_space_id = ''
    left join site_customization as own
      on own.organization_id = ${p.organizationId} and own.site_id = ss.site_id
      and own.site_space_id = ss.id
    where ss.organization_id = ${p.organizationId} and ss.site_id = ${p.siteId}
      and ss.id = ${p.siteSpaceId} and ${isVisible(p)}`,
)

export const upsertCustomization = statement(
  'site-customization.store',
  (p: OfCustomization & { settings: string }) => sql`
    insert into site_customization (organization_id, site_id, site_space_id, settings)
    values (${p.organizationId}, ${p.siteId}, ${p.siteSpaceId}, ${p.settings}::jsonb)
    on conflict (organization_id, site_id, site_space_id) do update
      set settings = excluded.settings, updated_at = excluded.updated_at`,
)

export const deleteCustomization = statement(
  'site-customization.delete',
  (p: OfCustomization) => sql`
    delete from site_customization
    where organization_id = ${p.organizationId} and site_id = ${p.siteId}
      and site_space_id = ${p.siteSpaceId}`,
)

/** The given ids that are live spaces of the organization. */
export const selectKnownSpaces = statement(
  'site-customization.known-spaces',
  (p: { organizationId: string; spaceIds: readonly string[] }) => sql<{ id: string }>`
    select node.id from content_node as node
    where node.organization_id = ${p.organizationId}
      and node.id = any(${p.spaceIds}::text[]) and node.kind = 'space'
      and node.state = 'live' and node.deleted_at is null`,
)
