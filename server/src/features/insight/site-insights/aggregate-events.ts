import { authorize } from '#/access/actor.ts'
import { resolveSite, sitePolicy } from '#/features/publishing/sites/public.ts'
import { invalidRequest } from '#/platform/errors/api-error.ts'
import { operation } from '#/platform/http/operation.ts'

import { keysOf, planAggregate } from './aggregate-plan.ts'
import { viewAggregate } from './aggregate-view.ts'
import { insightCounts } from './insight-counts.ts'
import { selectGroups } from './insight-queries.ts'

/** The most groups that are put together for an answer. */
const groupsMax = 20_000
const msMax = 10_000

export const aggregateSiteEvents = operation(
  'aggregateSiteEvents',
  async ({ params, body }, context) => {
    const { organizationId, siteId } = params
    const { actor } = await resolveSite(context.db, context, organizationId, siteId)
    authorize(sitePolicy.edit(actor), 'see what readers of this site do', 'the edit role')
    const plan = planAggregate(body, context.clock.nowMs())
    await context.gatherings.of(insightCounts).flush()

    const shape = {
      visitors: plan.columns.includes('visitorsCount'),
      filtered: plan.filters.length > 0,
    }
    const rows = await context.db.within(msMax, selectGroups(shape), {
      organizationId,
      siteId,
      facet: plan.facet,
      grain: plan.grain,
      from: plan.span.from,
      to: plan.span.to,
      keys: keysOf(plan),
      interval: plan.interval ?? '',
      filters: JSON.stringify(plan.filters),
      rowsMax: groupsMax + 1,
    })
    if (rows.length > groupsMax) {
      throw invalidRequest(
        `This makes more than ${groupsMax} groups. Take a shorter range, a longer interval or fewer columns.`,
      )
    }
    return { columns: viewAggregate(plan, rows) }
  },
)
