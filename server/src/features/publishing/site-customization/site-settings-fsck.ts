import { sql } from 'kysely'

import {
  type OrganizationCheck,
  organizationCheck,
} from '#/platform/integrity/integrity-check.ts'

/**
 * The tables of settings of a site, each with the column that identifies a row besides the site.
 */
const tables = {
  site_customization: 'site_space_id',
  site_adaptive_schema: 'site_id',
  site_share_link: 'id',
  site_publishing_auth: 'site_id',
  site_redirect: 'id',
  site_former_path: 'path',
  site_alias: 'basename',
}

const knownSite = organizationCheck('site-setting-site', (organizationId) =>
  sql.join(
    Object.entries(tables).map(
      ([table, name]) => sql`
        select ${sql.lit(`${table}/`)} || x.site_id || '/' || ${sql.ref(`x.${name}`)} as id,
          x.site_id as expected, s.id as found
        from ${sql.table(table)} as x
        left join site as s on s.organization_id = x.organization_id and s.id = x.site_id
        where x.organization_id = ${organizationId}`,
    ),
    sql` union all `,
  ),
)

const knownSiteSpace = organizationCheck(
  'site-customization-site-space',
  (organizationId) => sql`
    select c.site_id || '/' || c.site_space_id as id, c.site_space_id as expected,
      ss.id as found
    from site_customization as c
    left join site_space as ss on ss.organization_id = c.organization_id
      and ss.site_id = c.site_id and ss.id = c.site_space_id
    where c.organization_id = ${organizationId} and c.site_space_id <> ''`,
)

/** Checks that a site for signed-in visitors has a key to verify their tokens with. */
const publishingKey = organizationCheck(
  'site-publishing-key',
  (organizationId) => sql`
    select s.id, s.id as expected, a.site_id as found
    from site as s
    left join site_publishing_auth as a
      on a.organization_id = s.organization_id and a.site_id = s.id
    where s.organization_id = ${organizationId} and s.visibility = 'visitor-auth'`,
)

export const siteSettingsChecks: readonly OrganizationCheck[] = [
  knownSite,
  knownSiteSpace,
  publishingKey,
]
