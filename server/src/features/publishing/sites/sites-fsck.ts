import { sql } from 'kysely'

import { opennessOfSite } from '#/features/writing/publications/public.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import { globalWalk } from '#/platform/integrity/global-walk.ts'
import {
  type OrganizationCheck,
  organizationCheck,
  problem,
} from '#/platform/integrity/integrity-check.ts'

export const siteCounter = organizationCheck(
  'counter-sites',
  (organizationId) => sql`
    select 'sites' as id, count(*)::text as expected, coalesce((
      select value from organization_counter
      where organization_id = ${organizationId} and name = 'sites'
    ), 0)::text as found
    from site where organization_id = ${organizationId}`,
)

const defaultSection = organizationCheck(
  'site-default-section',
  (organizationId) => sql`
    select st.id, st.default_section_id as expected, sec.id as found
    from site as st
    left join site_section as sec on sec.organization_id = st.organization_id
      and sec.site_id = st.id and sec.id = st.default_section_id
    where st.organization_id = ${organizationId}`,
)

/**
 * Checks that the default site-space of a site is in no section: one in a section can only be the
 * default of that section.
 */
const defaultSiteSpace = organizationCheck(
  'site-default-site-space',
  (organizationId) => sql`
    select st.id, st.default_site_space_id as expected, ss.id as found
    from site as st
    left join site_space as ss on ss.organization_id = st.organization_id
      and ss.site_id = st.id and ss.id = st.default_site_space_id and ss.section_id is null
    where st.organization_id = ${organizationId}`,
)

const defaultOfSection = organizationCheck(
  'site-section-default',
  (organizationId) => sql`
    select sec.id, sec.default_site_space_id as expected, ss.id as found
    from site_section as sec
    left join site_space as ss on ss.organization_id = sec.organization_id
      and ss.site_id = sec.site_id and ss.id = sec.default_site_space_id
      and ss.section_id = sec.id
    where sec.organization_id = ${organizationId}`,
)

const siteOfSection = organizationCheck(
  'site-section-site',
  (organizationId) => sql`
    select sec.id, sec.site_id as expected, st.id as found
    from site_section as sec
    left join site as st on st.organization_id = sec.organization_id and st.id = sec.site_id
    where sec.organization_id = ${organizationId}`,
)

const siteOfSiteSpace = organizationCheck(
  'site-space-site',
  (organizationId) => sql`
    select ss.id, ss.site_id as expected, st.id as found
    from site_space as ss
    left join site as st on st.organization_id = ss.organization_id and st.id = ss.site_id
    where ss.organization_id = ${organizationId}`,
)

const sectionOfSiteSpace = organizationCheck(
  'site-space-section',
  (organizationId) => sql`
    select ss.id, ss.section_id as expected, sec.id as found
    from site_space as ss
    left join site_section as sec on sec.organization_id = ss.organization_id
      and sec.site_id = ss.site_id and sec.id = ss.section_id
    where ss.organization_id = ${organizationId}`,
)

const spaceOfSiteSpace = organizationCheck(
  'site-space-space',
  (organizationId) => sql`
    select ss.id, 'space' as expected, n.kind as found
    from site_space as ss
    left join content_node as n
      on n.organization_id = ss.organization_id and n.id = ss.space_id
    where ss.organization_id = ${organizationId}`,
)

/**
 * Checks that the default site of an organization exists; a missing one would lead readers nowhere.
 */
const defaultOfOrganization = organizationCheck(
  'organization-default-site',
  (organizationId) => sql`
    select o.organization_id as id, o.default_site_id as expected, st.id as found
    from organization as o
    left join site as st
      on st.organization_id = o.organization_id and st.id = o.default_site_id
    where o.organization_id = ${organizationId}`,
)

const counts = organizationCheck(
  'site-counts',
  (organizationId) => sql`
    select st.id, (
        select count(*) from site_redirect as r
        where r.organization_id = st.organization_id and r.site_id = st.id) || ' and ' || (
        select count(*) from site_share_link as l
        where l.organization_id = st.organization_id and l.site_id = st.id) as expected,
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
    join site as st on st.organization_id = ss.organization_id and st.id = ss.site_id
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
