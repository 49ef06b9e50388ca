import { hash } from 'node:crypto'

import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Database } from '#/platform/database/database.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import {
  type Count,
  type CountsOfSite,
  type Dimensions,
  type Facet,
  type Grain,
  grains,
  otherKey,
  otherOf,
  roomOf,
  rowsMax,
  startOf,
  textOf,
} from './facets.ts'
import {
  lockInsights,
  selectFilled,
  selectKnown,
  upsertCounts,
} from './insight-queries.ts'
import { addSketch, readSketch, writeSketch } from './visitor-sketch.ts'

/** A row to add to. */
interface Addition {
  readonly facet: Facet
  readonly grain: Grain
  readonly startsMs: number
  readonly digest: string
  readonly dimensions: Dimensions
  readonly visitors: Map<number, number>
  events: number
  byToken: boolean
}

/**
 * Adds what was counted, one writer of a site at a time: that bounds the rows of the site, keeps
 * the sketches complete, and two writers never wait for each other in a circle.
 */
export async function writeCounts(db: Database, site: CountsOfSite): Promise<void> {
  await db.transaction(async (tx) => {
    const of = { organizationId: site.organizationId, siteId: site.siteId }
    // A site that is gone has no readers any more.
    if ((await tx.first(lockInsights, of)) === undefined) return
    const wanted = additionsOf([...site.counts.values()])
    const admitted = await admit(tx, of, wanted)
    const rows = admitted
      .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
      .map((addition) => ({
        ...placeOf(addition),
        digest: addition.digest,
        dimensions: addition.dimensions,
        events: addition.events,
        visitors: writeSketch(addition.visitors),
      }))
    await tx.run(upsertCounts, { ...of, rows: storableJson(rows) })
  }, site.organizationId)
}

/** The additions to rows of hours, and of the days that they are in. */
function additionsOf(counts: readonly Count[]): Addition[] {
  const additions = new Map<string, Addition>()
  for (const { hourMs, ...count } of counts) {
    const digest = digestOf(count.facet, count.dimensions)
    for (const grain of grains) {
      addTo(additions, { ...count, grain, startsMs: startOf(grain, hourMs), digest })
    }
  }
  return [...additions.values()]
}

function addTo(additions: Map<string, Addition>, addition: Addition): void {
  const known = additions.get(keyOf(addition))
  if (known === undefined) {
    additions.set(keyOf(addition), {
      ...addition,
      visitors: new Map(addition.visitors),
    })
    return
  }
  known.events += addition.events
  known.byToken ||= addition.byToken
  addSketch(known.visitors, addition.visitors)
}

/** The additions with those that there is no room for put together, and what rows hold already. */
async function admit(
  tx: Transaction,
  of: OfSite,
  wanted: readonly Addition[],
): Promise<Addition[]> {
  const others = wanted.map((addition) => otherFor(addition))
  const asked = new Map([...wanted, ...others].map((one) => [keyOf(one), one]))
  const slots = new Map(wanted.map((addition) => [slotOf(addition), placeOf(addition)]))
  const [known, filled] = await Promise.all([
    tx.many(selectKnown, {
      ...of,
      rows: storableJson(
        [...asked.values()].map((one) => ({ ...placeOf(one), digest: one.digest })),
      ),
    }),
    tx.many(selectFilled, { ...of, slots: storableJson([...slots.values()]) }),
  ])
  const sketches = new Map(
    known.map((row) => [keyOf({ ...row, startsMs: row.starts_ms }), row.visitors]),
  )
  const rows = new Map<string, number>(
    filled.flatMap((row) => {
      const slot = slotOf({ ...row, startsMs: row.starts_ms })
      const { rows: all, words } = row
      return [
        [`${row.facet} ${slot}`, all - words],
        [`words ${slot}`, words],
      ] as const
    }),
  )
  const admitted = new Map<string, Addition>()
  for (const addition of wanted.toSorted(inTurn)) {
    const { facet, grain, dimensions, byToken } = addition
    const room = roomOf(facet, dimensions)
    const slot = `${room} ${slotOf(addition)}`
    const taken = rows.get(slot) ?? 0
    const isKnown = sketches.has(keyOf(addition)) || admitted.has(keyOf(addition))
    const hasRoom = isKnown || taken < rowsMax(room, grain, byToken)
    if (hasRoom && !isKnown) rows.set(slot, taken + 1)
    addTo(admitted, hasRoom ? addition : otherFor(addition))
  }
  for (const [key, { visitors }] of admitted) {
    addSketch(visitors, readSketch(sketches.get(key) ?? ''))
  }
  return [...admitted.values()]
}

/** What happens most finds its row first, among what was reported with a token and then the rest. */
function inTurn(one: Addition, other: Addition): number {
  return Number(other.byToken) - Number(one.byToken) || other.events - one.events
}

function otherFor(addition: Addition): Addition {
  if (addition.dimensions[otherKey] !== undefined) return addition
  const dimensions = otherOf(addition.dimensions)
  return { ...addition, dimensions, digest: digestOf(addition.facet, dimensions) }
}

interface Place {
  readonly facet: Facet
  readonly grain: Grain
  readonly startsMs: number
}

function placeOf({ facet, grain, startsMs }: Place) {
  return { facet, grain, starts_at: new Date(startsMs).toISOString() }
}

function slotOf({ facet, grain, startsMs }: Place): string {
  return `${facet} ${grain} ${startsMs}`
}

function keyOf(addition: Place & { readonly digest: string }): string {
  return `${slotOf(addition)} ${addition.digest}`
}

/** Rows of words have a digest that begins so, by which they are counted without reading them. */
const wordsMark = '~'

function digestOf(facet: Facet, dimensions: Dimensions): string {
  const digest = hash('sha256', textOf(dimensions), 'base64url').slice(0, 22)
  const isOfWords =
    roomOf(facet, dimensions) === 'words' && dimensions[otherKey] === undefined
  return isOfWords ? `${wordsMark}${digest.slice(1)}` : digest
}
