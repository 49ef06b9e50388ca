import type { Aligned } from './align.ts'
import type { Change } from './changes.ts'
import type { BodyConflict, Side } from './conflict.ts'
import type { Levels, Provenance } from './gaps.ts'
import type { Level } from './level.ts'
import type { Segment, Token, Working } from './segments.ts'
import type { ReconciledCluster } from './reconcile.ts'

interface Sides {
  readonly ours: Aligned
  readonly theirs: Aligned
  readonly levels: Levels
}

/** The pieces of a conflict as a person decided it, or those of the base marked as open. */
export function decideCluster(
  cluster: ReconciledCluster,
  sides: Sides,
  working: Working,
): readonly Token[] {
  const { levels } = sides
  const indexes = baseIndexes(cluster)
  const places = {
    base: indexes,
    ours: placesIn(indexes, cluster.ours, sides.ours),
    theirs: placesIn(indexes, cluster.theirs, sides.theirs),
  }
  const texts = {
    base: sliceOf(levels.base, places.base),
    ours: sliceOf(levels.ours, places.ours),
    theirs: sliceOf(levels.theirs, places.theirs),
  }
  const first = indexes[0] ?? cluster.from / 2
  const { conflict, resolution } = working.ask({
    kind: kindOf(cluster, texts),
    blocks: keysOf(levels.base, [...indexes, ...cluster.movers]),
    follows: levels.base.pieces[first - 1]?.key,
    ...texts,
  })
  if (resolution !== undefined && 'text' in resolution) {
    if (resolution.text === '') return []
    return [
      { segments: [resolution.text], provenance: {}, expected: [{ how: 'written' }] },
    ]
  }
  const side = resolution?.choose ?? 'base'
  const tokens = places[side].map((place) => tokenAt(place, side, sides))
  if (resolution !== undefined) return tokens
  const [open, close] = [{ open: conflict }, { close: conflict }] as const
  if (tokens.length === 0) return [{ segments: [open, close], expected: [] }]
  return tokens.map((token, index) => ({
    ...token,
    segments: [
      ...(index === 0 ? [open] : []),
      ...token.segments,
      ...(index === tokens.length - 1 ? [close] : []),
    ] satisfies Segment[],
  }))
}

function baseIndexes({ from, to }: ReconciledCluster): readonly number[] {
  const start = Math.ceil((from - 1) / 2)
  const end = Math.floor((to - 1) / 2)
  return Array.from({ length: Math.max(end - start + 1, 0) }, (_, index) => start + index)
}

/** The places in a side that belong to the conflict: pieces it kept, and pieces it inserted. */
function placesIn(
  indexes: readonly number[],
  changes: readonly Change[],
  { kept }: Aligned,
): readonly number[] {
  const places = new Set(changes.flatMap(({ run }) => run))
  for (const index of indexes) {
    const place = kept.get(index)
    if (place !== undefined) places.add(place)
  }
  return [...places].toSorted((one, other) => one - other)
}

function sliceOf(level: Level, places: readonly number[]): string {
  return places
    .map((place, index) => {
      const text = level.pieces[place]?.text ?? ''
      return index === 0 ? text : (level.gaps[place - 1] ?? '') + text
    })
    .join('')
}

function kindOf(
  { conflict }: ReconciledCluster,
  { base, ours, theirs }: Readonly<Record<Side, string>>,
): BodyConflict['kind'] {
  if (conflict === 'moved') return 'move'
  if (base === '') return conflict === 'back' ? 'move' : 'insert'
  return ours === '' || theirs === '' ? 'delete' : 'edit'
}

function keysOf(base: Level, indexes: readonly number[]): readonly string[] {
  const sorted = indexes.toSorted((one, other) => one - other)
  const keys = sorted.map((index) => base.pieces[index]?.key ?? '')
  return [...new Set(keys)].filter((key) => key !== '')
}

function tokenAt(place: number, side: Side, { ours, theirs, levels }: Sides): Token {
  const piece = levels[side].pieces[place]
  const index =
    side === 'base' ? place : (side === 'ours' ? ours : theirs).origin.get(place)
  const provenance: Provenance = {
    ...(index !== undefined && { base: index }),
    [side]: place,
  }
  return {
    segments: [piece?.text ?? ''],
    provenance,
    expected: [{ how: 'kept', pieces: piece === undefined ? [] : [piece] }],
  }
}
