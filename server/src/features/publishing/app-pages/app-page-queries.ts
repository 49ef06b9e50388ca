import { sql } from 'kysely'

import {
  type OfSite,
  type Publication,
  publicationOfNode,
  type SiteAddress,
} from '#/features/writing/publications/public.ts'
import { statement } from '#/platform/database/statement.ts'

/** The place where anybody finds a space; no row unless a public site shows it to everybody. */
export const selectPublicSpace = statement(
  'app-page.space',
  (p: { organizationId: string; spaceId: string }) => sql<{ publication: Publication }>`
    select found.publication from (
      select ${publicationOfNode(p)} as publication
      from content_node as node
      join organization as o on o.organization_id = ${p.organizationId}
      where node.organization_id = ${p.organizationId} and node.id = ${p.spaceId}
        and node.state = 'live' offset 0) as found
    where found.publication ->> 'visibility' = 'public' and not exists (
      select from site_space as ss
      left join site_section as sec on sec.organization_id = ${p.organizationId}
        and sec.site_id = ss.site_id and sec.id = ss.section_id
      where ss.organization_id = ${p.organizationId} and ss.space_id = ${p.spaceId}
        and ss.site_id = found.publication ->> 'siteId'
        and (ss.condition is not null or sec.condition is not null))`,
)

/** The address of a site; no row unless it is published and public. */
export const selectPublicSite = statement(
  'app-page.site',
  (p: OfSite) => sql<SiteAddress>`
    select o.hostname as "organizationHostname", st.basename, st.hostname,
      st.hostname_live as "hostnameLive"
    from site as st
    join organization as o on o.organization_id = ${p.organizationId}
    where st.organization_id = ${p.organizationId} and st.id = ${p.siteId}
      and st.published and st.visibility = 'public'`,
)
