import { sql } from 'kysely'

import { opennessOfSite } from '#/features/writing/publications/public.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import { counterCheck, partnerCheck } from '#/platform/integrity/common-checks.ts'
import { globalWalk } from '#/platform/integrity/global-walk.ts'
import {
  type OrganizationCheck,
  organizationCheck,
  problem,
} from '#/platform/integrity/integrity-check.ts'

export const siteCounter = counterCheck('sites', 'site')

const defaultSection = partnerCheck(
  'site-default-section',
  'site.default_section_id',
  'site_section.id',
  { within: { site_id: 'id' } },
)

/**
 * Checks that the default site-space of a site is in no section: one in a section can only be the
 * default of that section.
 */
const defaultSiteSpace = partnerCheck(
  'site-default-site-space',
  'site.default_site_space_id',
  'site_space.id',
  { within: { site_id: 'id' }, and: sql`partner.section_id is null` },
)

const defaultOfSection = partnerCheck(
  'site-section-default',
  'site_section.default_site_space_id',
  'site_space.id',
  { within: { site_id: 'site_id', section_id: 'id' } },
)

const siteOfSection = partnerCheck('site-section-site', 'site_section.site_id', 'site.id')

const siteOfSiteSpace = partnerCheck('site-space-site', 'site_space.site_id', 'site.id')

const sectionOfSiteSpace = partnerCheck(
  'site-space-section',
  'site_space.section_id',
  'site_section.id',
  { within: { site_id: 'site_id' } },
)

const spaceOfSiteSpace = organizationCheck(
  'site-space-space',
  (organizationId) => sql`
    select ss.id, 'space' as expected, n.kind as found
    from site_space as ss
    left join content_node as n
      on n.organization_id = ${organizationId} and n.id = ss.space_id
    where ss.organization_id = ${organizationId}`,
)

/**
 * Checks that the default site of an organization exists; a missing one would lead readers nowhere.
 */
const defaultOfOrganization = partnerCheck(
  'organization-default-site',
  'organization.default_site_id',
  'site.id',
  { id: ['organization_id'] },
)

const counts = organizationCheck(
  'site-counts',
  (organizationId) => sql`
    select st.id, (
        select count(*) from site_redirect as r
        where r.organization_id = ${organizationId} and r.site_id = st.id) || ' and ' || (
        select count(*) from site_share_link as l
        where l.organization_id = ${organizationId} and l.site_id = st.id) as expected,
      st.redirects || ' and ' || st.share_links as found
    from site as st
    where st.organization_id = ${organizationId}`,
)

/** Checks the `openness` column, which finds a space by the most open of its sites. */
const openness = organizationCheck(
  'site-space-openness',
  (organizationId) => sql`
    select ss.id, (${opennessOfSite()})::text as expected, ss.openness::text as found
    from site_space as ss
    join site as st on st.organization_id = ${organizationId} and st.id = ss.site_id
    where ss.organization_id = ${organizationId}`,
)

const selectSiteIds = statement('fsck.sites', (p: { organizationId: string }) =>
  sqlBuilder
    .selectFrom('site')
    .select('id')
    .where('organization_id', '=', p.organizationId),
)

const selectSiteHomes = statement(
  'fsck.site-homes',
  (p: { organizationId: string; ids: string[] }) =>
    sqlBuilder
      .selectFrom('directory')
      .select('id')
      .where('organization_id', '=', p.organizationId)
      .where('kind', '=', 'site')
      .where(sql<boolean>`id = any(${p.ids}::text[])`),
)

/**
 * Checks that the directory lists every site, by two statements: on a cluster the two tables lie on
 * different nodes.
 */
const listed: OrganizationCheck = {
  kind: 'site-home-missing',
  async run(db, organizationId) {
    const sites = await db.many(selectSiteIds, { organizationId })
    const ids = sites.map(({ id }) => id)
    const homes = await db.many(selectSiteHomes, { organizationId, ids })
    const known = new Set(homes.map(({ id }) => id))
    const missing = { organizationId, kind: 'site-home-missing', expected: 'site' }
    const problems = ids
      .filter((id) => !known.has(id))
      .map((id) => problem({ ...missing, id, found: null }))
    return { rows: ids.length, problems }
  },
}

interface DirectoryRow {
  readonly id: string
  readonly kind: string
  readonly organization_id: string
}

export const siteHomeWalk = globalWalk<DirectoryRow>({
  kind: 'site-home-orphan',
  table: 'directory',
  key: ['id'],
  columns: ['id', 'kind', 'organization_id'],
  async verify(db, organizationId, rows) {
    const homes = rows.filter(({ kind }) => kind === 'site')
    if (homes.length === 0) return []
    const found = await db.many(selectSiteIds, { organizationId })
    const known = new Set(found.map(({ id }) => id))
    const orphan = { organizationId, kind: 'site-home-orphan', expected: null }
    return homes
      .filter(({ id }) => !known.has(id))
      .map(({ id, kind }) => problem({ ...orphan, id, found: kind }))
  },
})

export const siteChecks: readonly OrganizationCheck[] = [
  defaultSection,
  defaultSiteSpace,
  defaultOfSection,
  siteOfSection,
  siteOfSiteSpace,
  sectionOfSiteSpace,
  spaceOfSiteSpace,
  defaultOfOrganization,
  counts,
  openness,
  listed,
]
