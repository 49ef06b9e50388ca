import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Gathering, GatheringKind } from '#/platform/gathering/gatherings.ts'

import {
  type Count,
  type Dimensions,
  facets,
  otherOf,
  roomOf,
  rowsMax,
  startOf,
  textOf,
} from './facets.ts'
import type { CountedEvent } from './reader-event.ts'
import { addMark } from './visitor-sketch.ts'
import { writeCounts } from './write-counts.ts'

interface Site extends OfSite {
  readonly counts: Map<string, Count>
  readonly sizes: Map<string, number>
}

/** The most rows that a process holds: with more, events are left out until these are written. */
const countsMax = 50_000
/** Those of one organization among them. */
const countsPerOrganizationMax = 5_000

const everyMs = 1_000

export interface InsightCounts extends Gathering {
  readonly add: (of: OfSite, event: CountedEvent) => void
}

/** What readers did in the last second, added up: a page that many read costs no more than one. */
export const insightCounts: GatheringKind<InsightCounts> = {
  name: 'site-insights',
  everyMs,
  open({ db, log }) {
    let sites = new Map<string, Site>()
    let size = 0
    let sizes = new Map<string, number>()
    let leftOut = 0
    let writing: Promise<void> = Promise.resolve()

    async function writeAll(): Promise<void> {
      const taken = sites
      const lost = leftOut
      sites = new Map()
      size = 0
      sizes = new Map()
      leftOut = 0
      if (lost > 0) log.warn({ events: lost }, 'events of readers left out')
      for (const site of taken.values()) {
        try {
          await writeCounts(db, site)
        } catch (error) {
          log.warn({ err: error, siteId: site.siteId }, 'counts of readers lost')
        }
      }
    }

    return {
      add(of, { atMs, dimensions, visitor, byToken }) {
        const own = sizes.get(of.organizationId) ?? 0
        if (size >= countsMax || own >= countsPerOrganizationMax) {
          leftOut += 1
          return
        }
        const site = siteIn(sites, of)
        const hourMs = startOf('hour', atMs)
        let added = 0
        for (const facet of facets) {
          const at = { facet, hourMs, byToken }
          const { count, isNew } = countIn(site, at, dimensions[facet])
          count.events += 1
          count.byToken ||= byToken
          if (visitor !== undefined) addMark(count.visitors, visitor)
          if (isNew) added += 1
        }
        size += added
        sizes.set(of.organizationId, own + added)
      },
      async flush() {
        writing = writing.then(writeAll)
        return writing
      },
    }
  },
}

function siteIn(sites: Map<string, Site>, { organizationId, siteId }: OfSite): Site {
  const known = sites.get(siteId)
  if (known !== undefined) return known
  const made = { organizationId, siteId, counts: new Map(), sizes: new Map() }
  sites.set(siteId, made)
  return made
}

/** The count of a row, or the one of others like it where the facet is full already. */
function countIn(
  { counts, sizes }: Site,
  at: Pick<Count, 'facet' | 'hourMs' | 'byToken'>,
  dimensions: Dimensions,
): { readonly count: Count; readonly isNew: boolean } {
  const room = roomOf(at.facet, dimensions)
  const slot = `${room} ${at.hourMs}`
  const own = `${slot} ${textOf(dimensions)}`
  const known = counts.get(own)
  if (known !== undefined) return { count: known, isNew: false }
  const rows = sizes.get(slot) ?? 0
  const isFull = rows >= rowsMax(room, 'day', at.byToken)
  const given = isFull ? otherOf(dimensions) : dimensions
  const key = isFull ? `${slot} ${textOf(given)}` : own
  const other = counts.get(key)
  if (other !== undefined) return { count: other, isNew: false }
  const count = {
    ...at,
    dimensions: given,
    visitors: new Map<number, number>(),
    events: 0,
  }
  counts.set(key, count)
  sizes.set(slot, rows + 1)
  return { count, isNew: true }
}
