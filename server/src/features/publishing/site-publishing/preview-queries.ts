import { sql } from 'kysely'

import type { OfSite } from '#/features/writing/publications/public.ts'
import { statement } from '#/platform/database/statement.ts'

/** The site-space to preview; no row while its space is in the trash. */
export const selectPreviewedSiteSpace = statement(
  'site-publishing.previewed-site-space',
  (p: OfSite & { siteSpaceId: string }) => sql<{ id: string }>`
    select ss.id from site_space as ss
    join content_node as node
      on node.organization_id = ${p.organizationId} and node.id = ss.space_id
    where ss.organization_id = ${p.organizationId} and ss.site_id = ${p.siteId}
      and ss.id = ${p.siteSpaceId} and node.state = 'live' and node.deleted_at is null`,
)

/** The end of a link made now or, for 0 seconds, the present time: both by the database's clock. */
export const selectPreviewEnd = statement(
  'site-publishing.preview-end',
  (p: { seconds: number }) => sql<{ ends_at: number }>`
    select (extract(epoch from now()) + ${p.seconds}::integer)::integer as ends_at`,
)
