import { sql } from 'kysely'

import { partnerCheck } from '#/platform/integrity/common-checks.ts'
import {
  type OrganizationCheck,
  organizationCheck,
} from '#/platform/integrity/integrity-check.ts'

const siteOfGroup = partnerCheck(
  'site-section-group-site',
  'site_section_group.site_id',
  'site.id',
)

const parentOfGroup = partnerCheck(
  'site-section-group-parent',
  'site_section_group.parent_id',
  'site_section_group.id',
  { within: { site_id: 'site_id' } },
)

const groupOfSection = partnerCheck(
  'site-section-group',
  'site_section.group_id',
  'site_section_group.id',
  { within: { site_id: 'site_id' } },
)

const groupOfLink = partnerCheck(
  'site-external-link-group',
  'site_external_link.group_id',
  'site_section_group.id',
  { within: { site_id: 'site_id' } },
)

/** Checks that no group is inside itself: a walk of the tree would not reach it. */
const cycle = organizationCheck(
  'site-section-group-cycle',
  (organizationId) => sql`
    with recursive above as (
      select g.site_id, g.id, g.parent_id from site_section_group as g
      where g.organization_id = ${organizationId} and g.parent_id is not null
      union
      select above.site_id, above.id, g.parent_id from above
      join site_section_group as g on g.organization_id = ${organizationId}
        and g.site_id = above.site_id and g.id = above.parent_id
      where g.parent_id is not null
    )
    select g.id, null as expected, above.parent_id as found
    from site_section_group as g
    left join above
      on above.site_id = g.site_id and above.id = g.id and above.parent_id = g.id
    where g.organization_id = ${organizationId}`,
)

/** Checks that each site-space of a site with sections is in one, or readers could not reach it. */
const alone = organizationCheck(
  'site-space-alone',
  (organizationId) => sql`
    select ss.id, null as expected, (
      select min(s.id) from site_section as s
      where s.organization_id = ${organizationId} and s.site_id = ss.site_id) as found
    from site_space as ss
    where ss.organization_id = ${organizationId} and ss.section_id is null`,
)

/** Checks that no site-space has the path of a section: both can be the first segment of a URL. */
const path = organizationCheck(
  'site-space-path',
  (organizationId) => sql`
    select ss.id, null as expected, s.path as found
    from site_space as ss
    left join site_section as s on s.organization_id = ${organizationId}
      and s.site_id = ss.site_id and s.path = ss.path
    where ss.organization_id = ${organizationId}`,
)

/** Checks that no section is empty: it is removed with the last of its spaces. */
const empty = organizationCheck(
  'site-section-empty',
  (organizationId) => sql`
    select s.id, s.id as expected, (
      select ss.section_id from site_space as ss
      where ss.organization_id = ${organizationId} and ss.site_id = s.site_id
        and ss.section_id = s.id limit 1) as found
    from site_section as s
    join site as st on st.organization_id = ${organizationId} and st.id = s.site_id
    where s.organization_id = ${organizationId}`,
)

/** Checks that former paths have a target: removing a section or site-space deletes its own. */
const formerPath = organizationCheck(
  'site-former-path-target',
  (organizationId) => sql`
    select f.site_id || '/' || f.path as id, f.target_id as expected,
      coalesce(s.id, ss.id) as found
    from site_former_path as f
    join site as st on st.organization_id = ${organizationId} and st.id = f.site_id
    left join site_section as s on f.kind = 'section'
      and s.organization_id = ${organizationId} and s.site_id = f.site_id and s.id = f.target_id
    left join site_space as ss on f.kind = 'site-space'
      and ss.organization_id = ${organizationId} and ss.site_id = f.site_id
      and ss.id = f.target_id
    where f.organization_id = ${organizationId}`,
)

export const siteStructureChecks: readonly OrganizationCheck[] = [
  siteOfGroup,
  parentOfGroup,
  groupOfSection,
  groupOfLink,
  cycle,
  alone,
  path,
  empty,
  formerPath,
]
