import type { Aligned, Manner } from './align.ts'
import type { Level } from './level.ts'

/**
 * A change of one side, as an interval of the base: piece `i` is at `2i + 1`, and the place between
 * pieces `k` and `k + 1` at `2k + 2`. Changes of two sides meet where their intervals do.
 */
export interface Change {
  readonly how: 'edited' | 'removed' | 'put'
  readonly from: number
  readonly to: number
  /** Indexes in the side of the pieces that the change inserts. */
  readonly run: readonly number[]
  /** Base indexes of the pieces that the change removes or moves elsewhere. */
  readonly taken: readonly number[]
}

export function changesOf(
  base: Level,
  aligned: Aligned,
  manner: Manner,
): readonly Change[] {
  const changes: Change[] = []
  const anchors = [
    ...aligned.kept,
    [base.pieces.length, aligned.level.pieces.length] as const,
  ]
  let previous = -1
  let previousPlace = -1
  for (const [index, place] of anchors) {
    const run = range(previousPlace + 1, place)
    const taken = range(previous + 1, index)
    const slots = { from: 2 * previous + 2, to: 2 * index }
    if (run.length > 0) changes.push({ how: 'put', ...slots, run, taken })
    else if (taken.length > 0) {
      // The removal of a block does not touch insertions beside it.
      const items = { from: slots.from + 1, to: slots.to - 1 }
      changes.push({
        how: 'removed',
        ...(manner === 'lines' ? slots : items),
        run,
        taken,
      })
    }
    if (base.pieces[index]?.text !== aligned.level.pieces[place]?.text) {
      changes.push({
        how: 'edited',
        from: 2 * index + 1,
        to: 2 * index + 1,
        run: [place],
        taken: [],
      })
    }
    previous = index
    previousPlace = place
  }
  return changes
}

/** Changes of both sides that meet, directly or through other changes. */
export interface Cluster {
  readonly from: number
  readonly to: number
  readonly ours: readonly Change[]
  readonly theirs: readonly Change[]
}

export function clustersOf(
  ours: readonly Change[],
  theirs: readonly Change[],
): readonly Cluster[] {
  const all = [
    ...ours.map((change) => ({ change, isOurs: true })),
    ...theirs.map((change) => ({ change, isOurs: false })),
  ].toSorted((one, other) => one.change.from - other.change.from)
  const clusters: { from: number; to: number; ours: Change[]; theirs: Change[] }[] = []
  for (const { change, isOurs } of all) {
    let cluster = clusters.at(-1)
    if (cluster === undefined || change.from > cluster.to) {
      cluster = { from: change.from, to: change.to, ours: [], theirs: [] }
      clusters.push(cluster)
    }
    cluster.to = Math.max(cluster.to, change.to)
    if (isOurs) cluster.ours.push(change)
    else cluster.theirs.push(change)
  }
  return clusters
}

export function meet(one: Change, other: Change): boolean {
  return one.from <= other.to && other.from <= one.to
}

function range(start: number, end: number): readonly number[] {
  return Array.from({ length: Math.max(end - start, 0) }, (_, index) => start + index)
}
