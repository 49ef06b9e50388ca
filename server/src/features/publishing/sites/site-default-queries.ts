import { sql } from 'kysely'

import type { OfSite } from '#/features/writing/publications/public.ts'
import { statement } from '#/platform/database/statement.ts'

export interface ChosenDefaults extends OfSite {
  readonly sectionId: string | null
  readonly siteSpaceId: string | null
}

export interface FoundDefaults {
  readonly section_id: string | null
  readonly has_sections: boolean
  readonly site_space_id: string | null
  readonly site_space_section_id: string | null
}

/**
 * The chosen section and site-space, as far as they belong to the site; a space in the trash does
 * not.
 */
export const selectChosenDefaults = statement(
  'site.chosen-defaults',
  (p: ChosenDefaults) => sql<FoundDefaults>`
    select sec.id as section_id,
      exists (
        select from site_section as any_section
        where any_section.organization_id = ${p.organizationId}
          and any_section.site_id = ${p.siteId}) as has_sections,
      ss.id as site_space_id, ss.section_id as site_space_section_id
    from site as st
    -- What is joined is bound by itself: a choice of null makes the condition of the join false,
    -- and a cluster then no longer sees the organization in it.
    left join (
      select one.id, one.site_id from site_section as one
      where one.organization_id = ${p.organizationId}
    ) as sec on sec.site_id = st.id and sec.id = ${p.sectionId}
    left join (
      select one.id, one.site_id, one.section_id from site_space as one
      join content_node as n on n.organization_id = ${p.organizationId}
        and n.id = one.space_id and n.state = 'live' and n.deleted_at is null
      where one.organization_id = ${p.organizationId}
    ) as ss on ss.site_id = st.id and ss.id = ${p.siteSpaceId}
    where st.organization_id = ${p.organizationId} and st.id = ${p.siteId}`,
)

export const updateSiteDefaults = statement(
  'site.update-defaults',
  (p: ChosenDefaults) => sql`
    update site set
      default_section_id = coalesce(${p.sectionId}, default_section_id),
      default_site_space_id = coalesce(${p.siteSpaceId}, default_site_space_id)
    where organization_id = ${p.organizationId} and id = ${p.siteId}`,
)

export const updateSectionDefault = statement(
  'site.update-section-default',
  (p: OfSite & { sectionId: string; siteSpaceId: string }) => sql`
    update site_section set default_site_space_id = ${p.siteSpaceId}
    where organization_id = ${p.organizationId} and site_id = ${p.siteId} and id = ${p.sectionId}`,
)
