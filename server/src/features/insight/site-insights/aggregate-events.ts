import { authorize } from '#/access/actor.ts'
import {
  readStructure,
  readStructureForReaders,
} from '#/features/publishing/site-structure/public.ts'
import { resolveSite, sitePolicy } from '#/features/publishing/sites/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import { invalidRequest } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import {
  type AggregatePlan,
  keysOf,
  planAggregate,
  type PlannedFilter,
} from './aggregate-plan.ts'
import { viewAggregate } from './aggregate-view.ts'
import type { Facet } from './facets.ts'
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
    const asked = planAggregate(body, context.clock.nowMs())
    const plan = {
      ...asked,
      filters: [...asked.filters, ...(await inSight(context, params, asked))],
    }
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
      filters: storableJson(plan.filters),
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

/** The facets whose rows tell of pages. */
const pageFacets: readonly Facet[] = ['page', 'referrer']

/** A filter that leaves out what happens in spaces that the site shows and the caller does not see. */
async function inSight(
  context: Context,
  of: OfSite,
  { facet }: AggregatePlan,
): Promise<readonly PlannedFilter[]> {
  if (!pageFacets.includes(facet)) return []
  const [seen, whole] = await Promise.all([
    readStructure(context.db, context, of),
    readStructureForReaders(context.db, of),
  ])
  const wanted = seen.tree.siteSpaces.flatMap(({ id, isShown }) => (isShown ? [id] : []))
  const isAll = whole?.tree.siteSpaces.every(({ id }) => wanted.includes(id))
  return isAll === true ? [] : [{ key: 'siteSpace', wanted, negated: false }]
}
