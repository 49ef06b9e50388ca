import { authorize } from '#/access/actor.ts'
import { resolveSite, sitePolicy } from '#/features/publishing/sites/public.ts'
import { operation } from '#/platform/http/operation.ts'

import { insightCounts } from './insight-counts.ts'
import { type GroupRow, groupKeysMax, selectGroups } from './insight-queries.ts'
import { spanOf } from './insight-range.ts'
import { addSketch, readSketch, visitorsIn } from './visitor-sketch.ts'

/** More than the segments of thirty days can be: each day has a bound of its own. */
const rowsMax = 10_000
const segmentsMax = 100
const msMax = 10_000

export const listSiteVisitorSegments = operation(
  'listSiteVisitorSegments',
  async ({ params }, context) => {
    const { organizationId, siteId } = params
    const { actor } = await resolveSite(context.db, context, organizationId, siteId)
    authorize(sitePolicy.edit(actor), 'see the visitors of this site', 'the edit role')
    await context.gatherings.of(insightCounts).flush()
    const nowMs = context.clock.nowMs()
    const { from, to, grain } = spanOf('last30Days', { nowMs, interval: 'day' })
    const rows = await context.db.within(
      msMax,
      selectGroups({ visitors: true, filtered: false }),
      {
        organizationId,
        siteId,
        facet: 'segment',
        grain,
        from,
        to,
        keys: ['claims', ...Array.from({ length: groupKeysMax }, () => null)],
        interval: '',
        filters: '[]',
        rowsMax,
      },
    )
    const items = segmentsIn(rows)
    return { items: items.slice(0, segmentsMax), count: items.length }
  },
)

interface Segment {
  readonly claims: string
  events: number
  visitors: number
}

function segmentsIn(rows: readonly GroupRow[]) {
  const segments = new Map<string, Segment>()
  for (const { group, events, visitors } of rows) {
    const claims = group[0] ?? ''
    const segment = segments.get(claims) ?? { claims, events: 0, visitors: 0 }
    segments.set(claims, segment)
    segment.events += events
    const sketch = new Map<number, number>()
    for (const text of visitors ?? []) addSketch(sketch, readSketch(text))
    segment.visitors += visitorsIn(sketch)
  }
  return [...segments.values()]
    .toSorted((one, other) => other.events - one.events)
    .map(({ claims, events, visitors }) => {
      const known = claimsIn(claims)
      const title = claims === '' ? 'Other visitors' : titleOf(known)
      return { title, claims: known, events, visitors, sessions: visitors }
    })
}

function claimsIn(text: string): Record<string, unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by segmentOf
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

/** Claims in words, such as `plan: pro, unsigned.beta: true`. */
function titleOf(claims: Readonly<Record<string, unknown>>, path = ''): string {
  return Object.entries(claims)
    .map(([name, value]) =>
      typeof value === 'object' && value !== null
        ? titleOf(Object.fromEntries(Object.entries(value)), `${path}${name}.`)
        : `${path}${name}: ${String(value)}`,
    )
    .join(', ')
}
