import { specTarget } from '#/content-store/entries/public.ts'
import {
  followJobName,
  keepFollowed,
  type OfFollowedSpec,
  selectPlan,
} from '#/features/writing/computed-pages/public.ts'
import { goOn, job } from '#/platform/jobs/job.ts'

import { followInSpace } from './follow-in-space.ts'
import { selectSpacesFollowing } from './follow-queries.ts'

/** Brings the pages of all spaces that show a specification up to what it says now. */
export const followSpec = job<OfFollowedSpec>(
  followJobName,
  // Each holds the pages of a specification in memory, and the newest version is written last.
  { ordered: true, concurrencyMax: 2, perOrganizationMax: 1, timeoutSeconds: 900 },
  async ({ organizationId, specId }, services, stopping) => {
    const row = await services.db.first(selectPlan, { organizationId, specId })
    const target = row && specTarget(row.slug)
    // Without a plan nothing is known of its pages: those that are there stay.
    if (row === undefined || row.plan === null || target === undefined) return
    const made = { groups: new Map(), bodies: new Map(), partsOf: new Map() }
    const { slug: named, from_version: from, to_version: to } = row
    const isNewer = from !== null && to !== null && from !== to
    const followed = isNewer ? { spec: named, from, to } : undefined
    const spec = { organizationId, row, followed, ...made }
    const spaces = await services.db.many(selectSpacesFollowing, {
      organizationId,
      target,
    })
    const failures: unknown[] = []
    for (const { space_id: spaceId } of spaces) {
      goOn(stopping)
      // One space that cannot follow keeps no other one back.
      await followInSpace(services, spec, spaceId).catch((error: unknown) => {
        services.log.warn({ err: error, spaceId, specId }, 'a space did not follow')
        failures.push(error)
      })
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not all spaces followed')
    if (to === null || to === from) return
    const kept = { organizationId, specId, version: to }
    await services.db.transaction(async (tx) => tx.run(keepFollowed, kept))
  },
)
