import { sql } from 'kysely'

import {
  type OrganizationCheck,
  organizationCheck,
} from '#/platform/integrity/integrity-check.ts'

import { facets } from './facets.ts'

/** Checks that only sites which exist have counts, and only those that are in the list of these. */
const knownSite = organizationCheck(
  'site-insight-site',
  (organizationId) => sql`
    select 'site_insight_state/' || x.site_id as id, x.site_id as expected, s.id as found
    from site_insight_state as x
    left join site as s on s.organization_id = ${organizationId} and s.id = x.site_id
    where x.organization_id = ${organizationId}
    union all
    select 'site_insight/' || x.site_id, x.site_id, s.site_id
    from (
      select distinct site_id from site_insight where organization_id = ${organizationId}
    ) as x
    left join site_insight_state as s
      on s.organization_id = ${organizationId} and s.site_id = x.site_id`,
)

/** Checks that each event was counted once in every facet. */
const equalSums = organizationCheck(
  'site-insight-sums',
  (organizationId) => sql`
    select x.site_id || '/' || x.grain || '/'
        || to_char(x.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24') as id,
      ${sql.lit(facets.length)} || ' equal sums' as expected,
      case when count(*) = ${sql.lit(facets.length)} and min(x.events) = max(x.events)
        then ${sql.lit(facets.length)} || ' equal sums'
        else count(*) || ' sums from ' || min(x.events) || ' to ' || max(x.events)
      end as found
    from (
      select site_id, grain, starts_at, facet, sum(events) as events from site_insight
      where organization_id = ${organizationId}
      group by site_id, grain, starts_at, facet
    ) as x
    group by x.site_id, x.grain, x.starts_at`,
)

export const siteInsightsChecks: readonly OrganizationCheck[] = [knownSite, equalSums]
