import type { Database } from '#/platform/database/database.ts'
import { job } from '#/platform/jobs/job.ts'
import { walkOrganizations } from '#/platform/tenancy/walk-organizations.ts'

import { daysKept, facets, grains } from './facets.ts'
import { deleteOldCounts, selectCountedSites } from './insight-queries.ts'

const sitesMax = 500

/** Deletes counts that are older than counts are stored. */
export const sweepInsights = job<object>(
  'site-insights.sweep',
  { schedule: '41 3 * * *', timeoutSeconds: 3_000 },
  async (_payload, { db }, stopping) => {
    for await (const organizationId of walkOrganizations(db, stopping)) {
      let after = ''
      for (;;) {
        const of = { organizationId, after, rowsMax: sitesMax }
        const sites = await db.many(selectCountedSites, of)
        for (const { site_id: siteId } of sites) {
          await sweepSite(db, { organizationId, siteId })
        }
        after = sites.at(-1)?.site_id ?? ''
        if (sites.length < sitesMax) break
      }
    }
  },
)

/** One facet at a time: a day has no more rows than can be deleted at once. */
async function sweepSite(
  db: Database,
  of: { readonly organizationId: string; readonly siteId: string },
): Promise<void> {
  for (const facet of facets) {
    for (const grain of grains) {
      await db.transaction(async (tx) =>
        tx.run(deleteOldCounts, { ...of, facet, grain, days: daysKept[grain] }),
      )
    }
  }
}
