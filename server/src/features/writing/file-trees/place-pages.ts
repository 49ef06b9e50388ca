import { increasing } from '@lectern/content/compare/sequence.ts'
import { positionBetween } from '@lectern/content/tree/positions.ts'

export interface Placed {
  readonly id: string
  readonly position: string
}

/**
 * Positions for siblings in a wanted order. As many siblings as possible keep their position, so
 * that a page put between two others writes no row but its own.
 */
export function positionsFor(
  wanted: readonly string[],
  before: readonly Placed[],
): ReadonlyMap<string, string> {
  const places = new Map(before.map(({ id }, index) => [id, index]))
  const known = wanted.flatMap((id, index) => {
    const place = places.get(id)
    return place === undefined ? [] : ([[index, place]] as const)
  })
  const kept = new Map(
    distinct(increasing(known).map(([index, place]) => [index, before[place]] as const)),
  )
  const positions = new Map<string, string>()
  const limits = limitsOf(kept, wanted.length)
  let last: string | undefined
  for (const [index, id] of wanted.entries()) {
    last = kept.get(index) ?? positionBetween(last, limits[index])
    positions.set(id, last)
  }
  return positions
}

/** Finds, for each place, the first kept position after it. */
function limitsOf(kept: ReadonlyMap<number, string>, count: number) {
  const limits: (string | undefined)[] = []
  let limit: string | undefined
  for (let index = count - 1; index >= 0; index -= 1) {
    limits[index] = limit
    limit = kept.get(index) ?? limit
  }
  return limits
}

/**
 * The kept siblings that have distinct positions: of those that share one, only the first can keep
 * it, as there is no room between them.
 */
function distinct(
  kept: readonly (readonly [number, Placed | undefined])[],
): (readonly [number, string])[] {
  const apart: (readonly [number, string])[] = []
  for (const [index, placed] of kept) {
    const last = apart.at(-1)?.[1]
    if (placed === undefined || (last !== undefined && placed.position <= last)) continue
    apart.push([index, placed.position])
  }
  return apart
}
