import { sql } from 'kysely'

import { partnerCheck } from '#/platform/integrity/common-checks.ts'
import {
  type OrganizationCheck,
  organizationCheck,
} from '#/platform/integrity/integrity-check.ts'

/**
 * The tables of settings of a site and of roles on it, each with the column that identifies a row besides the site.
 */
const tables = {
  site_customization: 'site_space_id',
  site_adaptive_schema: 'site_id',
  site_share_link: 'id',
  site_publishing_auth: 'site_id',
  site_redirect: 'id',
  site_former_path: 'path',
  site_alias: 'basename',
  site_user_grant: 'user_id',
  site_team_grant: 'team_id',
  site_external_link: 'id',
}

const knownSite = organizationCheck('site-setting-site', (organizationId) =>
  sql.join(
    Object.entries(tables).map(
      ([table, name]) => sql`
        select ${sql.lit(`${table}/`)} || x.site_id || '/' || ${sql.ref(`x.${name}`)} as id,
          x.site_id as expected, s.id as found
        from ${sql.table(table)} as x
        left join site as s on s.organization_id = ${organizationId} and s.id = x.site_id
        where x.organization_id = ${organizationId}`,
    ),
    sql` union all `,
  ),
)

const knownSiteSpace = partnerCheck(
  'site-customization-site-space',
  'site_customization.site_space_id',
  'site_space.id',
  {
    id: ['site_id', 'site_space_id'],
    within: { site_id: 'site_id' },
    where: sql`own.site_space_id <> ''`,
  },
)

/** Checks that a site for signed-in visitors has a key to verify their tokens with. */
const publishingKey = partnerCheck(
  'site-publishing-key',
  'site.id',
  'site_publishing_auth.site_id',
  { where: sql`own.visibility = 'visitor-auth'` },
)

export const siteSettingsChecks: readonly OrganizationCheck[] = [
  knownSite,
  knownSiteSpace,
  publishingKey,
]
