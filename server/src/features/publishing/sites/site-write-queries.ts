import { sql } from 'kysely'

import { isVisible } from '#/access/content-access.ts'
import type { OfCaller } from '#/access/list-for-caller.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'

/** Locks those of the given spaces that the caller may see; others are left out. */
export const lockSpacesForCaller = statement(
  'site.lock-spaces',
  (p: OfCaller & { spaceIds: readonly string[] }) => sql<{ id: string; title: string }>`
    select node.id, node.title from member as me
    join content_node as node on node.organization_id = ${p.organizationId}
    where me.organization_id = ${p.organizationId} and me.user_id = ${p.callerId}
      and node.id = any (${p.spaceIds}::text[]) and node.kind = 'space'
      and node.state = 'live' and node.deleted_at is null and ${isVisible(p)}
    order by node.id for key share of node`,
)

/** The basenames in a range, with which a new one could collide. */
export const selectBasenames = statement(
  'site.basenames',
  (p: { organizationId: string; from: string; until: string }) =>
    sqlBuilder
      .selectFrom('site as st')
      .select('st.basename')
      .where('st.organization_id', '=', p.organizationId)
      .where('st.basename', '>=', p.from)
      .where('st.basename', '<=', p.until),
)

interface NewSite extends OfSite {
  readonly type: string
  readonly title: string
  readonly basename: string
  readonly visibility: string
  readonly createdBy: string
}

/** Inserts a site; no row when the basename is taken. */
export const insertSite = statement('site.insert', (p: NewSite) =>
  sqlBuilder
    .insertInto('site')
    .values({
      organization_id: p.organizationId,
      id: p.siteId,
      type: p.type,
      title: p.title,
      basename: p.basename,
      visibility: p.visibility,
      created_by: p.createdBy,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'basename']).doNothing(),
    ),
)

interface NewSiteSpace extends OfSite {
  readonly siteSpaceId: string
  readonly spaceId: string
  readonly path: string
  readonly position: string
}

export const insertFirstSiteSpace = statement(
  'site.insert-site-space',
  (p: NewSiteSpace) =>
    sqlBuilder.insertInto('site_space').values({
      organization_id: p.organizationId,
      site_id: p.siteId,
      id: p.siteSpaceId,
      space_id: p.spaceId,
      path: p.path,
      position: p.position,
    }),
)

export const updateDefaultSiteSpace = statement(
  'site.update-default-site-space',
  (p: OfSite & { siteSpaceId: string }) =>
    sqlBuilder
      .updateTable('site')
      .set({ default_site_space_id: p.siteSpaceId })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.siteId),
)

interface SettingsParams extends OfSite {
  readonly title: string
  readonly visibility: string
  readonly basename: string
  readonly adaptiveContent: boolean | null
  readonly agentsContext: string
  readonly proxy: string | null
}

/** Updates the settings of a site; no row when the basename is taken. */
export const updateSiteSettings = statement('site.update', (p: SettingsParams) =>
  sqlBuilder
    .updateTable('site')
    .set({
      title: p.title,
      visibility: p.visibility,
      basename: p.basename,
      adaptive_content_enabled: p.adaptiveContent,
      agents_context: p.agentsContext,
      proxy_origin: p.proxy,
    })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.siteId)
    .where(
      sql<boolean>`not exists (
        select from site as other
        where other.organization_id = ${p.organizationId} and other.basename = ${p.basename}
          and other.id <> ${p.siteId})`,
    ),
)

export const updatePublished = statement(
  'site.update-published',
  (p: OfSite & { published: boolean }) =>
    sql`
      update site set published = ${p.published},
        published_at = case when ${p.published} then clock.at end
      from (select now() as at) as clock
      where organization_id = ${p.organizationId} and id = ${p.siteId}`,
)

/** Deletes a site; its structure and settings go by cascade. */
export const deleteSiteRow = statement('site.delete', (p: OfSite) =>
  sqlBuilder
    .deleteFrom('site')
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.siteId),
)

/** Removes a deleted site as the default of its organization. */
export const updateDefaultSiteGone = statement('site.delete-default', (p: OfSite) =>
  sqlBuilder
    .updateTable('organization')
    .set({ default_site_id: null, version: sql`version + 1` })
    .where('organization_id', '=', p.organizationId)
    .where('default_site_id', '=', p.siteId),
)
