import {
  alignSides,
  withoutMoves,
  type Aligned,
  type Manner,
  type Sides,
} from './align.ts'
import { changesOf, clustersOf, meet, type Change, type Cluster } from './changes.ts'
import { isRecognised } from '#/compare/likeness.ts'
import { echoesBetween, type EchoesIn } from './echoes.ts'
import type { Level } from './level.ts'

/** The clusters of changes: those that go together, and those that a person decides. */
export interface Reconciled extends Sides {
  readonly clusters: readonly ReconciledCluster[]
  /** The sides with all their moves, including contested ones. */
  readonly original: Sides
}

export interface ReconciledCluster extends Cluster {
  /**
   * The reason why a person decides. `met`: changes of both sides do not go together; `moved`: a
   * move is contested; `back`: one side may have rewritten a piece that the other changed, moved or
   * removed.
   */
  readonly conflict?: 'met' | 'moved' | 'back'
  /** Base indexes of the moved pieces that cause a conflict. */
  readonly movers: readonly number[]
}

/** The limit of rounds in which contested moves may add others; then all moves are contested. */
const roundsMax = 6
/** The limit for moves times pieces; beyond it all moves are contested rather than compared. */
const pairsMax = 2_000_000

/**
 * Decides which changes of the two sides go together. A move that meets a conflict at either end is
 * contested: it becomes a removal and an insertion, each of them a conflict, so that neither choice
 * loses or doubles the piece.
 */
export function reconcile(
  base: Level,
  { ours, theirs }: { readonly ours: Level; readonly theirs: Level },
  manner: Manner,
): Reconciled {
  const { ours: first, theirs: second } = alignSides(base, { ours, theirs }, manner)
  const contested = contestedMoves(base, first, second)
  const twice = manner === 'blocks' ? newInBoth(first, second) : new Set<string>()
  const echoesIn =
    manner === 'blocks' ? echoesBetween(base, { ours: first, theirs: second }) : () => []
  for (let round = 0; ; round += 1) {
    const judge: Judge = {
      manner,
      contested,
      twice,
      echoesIn,
      original: { ours: first, theirs: second },
      ours: withoutMoves(first, contested),
      theirs: withoutMoves(second, contested),
    }
    const clusters = clustersOf(
      changesOf(base, judge.ours, manner),
      changesOf(base, judge.theirs, manner),
    ).map((cluster) => judgeCluster(cluster, judge))
    const { ours: mine, theirs: its, original } = judge
    const reconciled = { ours: mine, theirs: its, clusters, original }
    const inConflict = clusters.flatMap((cluster) =>
      cluster.conflict === undefined ? [] : movesIn(cluster, judge),
    )
    const dragged = inConflict.length > 0 ? inConflict : crossedMoves(base, reconciled)
    if (dragged.length === 0) {
      return reconciled
    }
    const all = [...judge.ours.moved.keys(), ...judge.theirs.moved.keys()]
    for (const index of round < roundsMax ? dragged : all) contested.add(index)
  }
}

/**
 * Moves of both sides that together give pieces a wrong order: the right order of two pieces is
 * that of the side that changed it, or else that of both.
 */
function crossedMoves(base: Level, reconciled: Reconciled): readonly number[] {
  const { ours, theirs } = reconciled
  if (ours.moved.size === 0 || theirs.moved.size === 0) return []
  const movers = [...new Set([...ours.moved.keys(), ...theirs.moved.keys()])]
  if (movers.length * base.pieces.length > pairsMax) return movers
  const places = new Map(orderOf(base, reconciled).map((index, place) => [index, place]))
  return movers.filter((mover) => {
    const place = places.get(mover)
    if (place === undefined) return false
    return places.entries().some(([index, other]) => {
      if (index === mover) return false
      const was = mover < index
      const mine = placeIn(ours, mover) < placeIn(ours, index)
      const its = placeIn(theirs, mover) < placeIn(theirs, index)
      return place < other !== (mine === was ? its : mine)
    })
  })
}

/** Pieces of the base in the order of the result. */
function orderOf(base: Level, { ours, theirs, clusters }: Reconciled): readonly number[] {
  const puts = new Map<number, readonly number[]>()
  for (const cluster of clusters) {
    for (const group of putGroups(cluster, { ours, theirs })) {
      const { whole = 'ours' } = group
      const { moved, origin } = whole === 'ours' ? ours : theirs
      for (const { from, run } of group[whole]) {
        const origins = run.map((place) => origin.get(place) ?? -1)
        puts.set(
          from,
          origins.filter((index) => moved.has(index)),
        )
      }
    }
  }
  const order: number[] = []
  for (let index = 0; index <= base.pieces.length; index += 1) {
    order.push(...(puts.get(2 * index) ?? []))
    if (ours.kept.has(index) && theirs.kept.has(index)) order.push(index)
  }
  return order
}

function placeIn({ kept, moved }: Aligned, index: number): number {
  return kept.get(index) ?? moved.get(index) ?? -1
}

interface Judge {
  readonly manner: Manner
  readonly contested: ReadonlySet<number>
  readonly twice: ReadonlySet<string>
  readonly echoesIn: EchoesIn
  readonly original: Sides
  readonly ours: Aligned
  readonly theirs: Aligned
}

/** Moves of pieces that the other side removes or moves elsewhere. */
function contestedMoves(base: Level, ours: Aligned, theirs: Aligned): Set<number> {
  const contested = new Set<number>()
  const places = [movePlaces(base, ours), movePlaces(base, theirs)] as const
  for (const index of [...ours.moved.keys(), ...theirs.moved.keys()]) {
    const both = ours.moved.has(index) && theirs.moved.has(index)
    const agreed = both
      ? areSame(places[0].get(index), places[1].get(index), { ours, theirs })
      : ours.kept.has(index) || theirs.kept.has(index)
    if (!agreed) contested.add(index)
  }
  return contested
}

/** The change that inserts each moved piece at its new place. */
function movePlaces(base: Level, aligned: Aligned): ReadonlyMap<number, Change> {
  const places = new Map<number, Change>()
  if (aligned.moved.size === 0) return places
  for (const change of changesOf(base, aligned, 'blocks')) {
    if (change.how !== 'put') continue
    for (const index of change.run) {
      const origin = aligned.origin.get(index)
      if (origin !== undefined) places.set(origin, change)
    }
  }
  return places
}

function areSame(
  one: Change | undefined,
  other: Change | undefined,
  sides: Pick<Judge, 'ours' | 'theirs'>,
): boolean {
  if (one === undefined || other === undefined || !meet(one, other)) return false
  const [mine, its] = [tokensOf(one, sides.ours), tokensOf(other, sides.theirs)]
  return holds(mine, its) || holds(its, mine)
}

function judgeCluster(cluster: Cluster, judge: Judge): ReconciledCluster {
  const movers = [
    ...cluster.ours.flatMap((change) => contestedIn(change, 'ours', judge)),
    ...cluster.theirs.flatMap((change) => contestedIn(change, 'theirs', judge)),
  ]
  const isMet = cluster.ours.some((one) =>
    cluster.theirs.some((other) => meet(one, other) && !goTogether(one, other, judge)),
  )
  const isUnordered = putGroups(cluster, judge).some(({ whole }) => whole === undefined)
  const distinct = [...new Set(movers)]
  const echoes = judge.echoesIn(cluster)
  if (echoes.length > 0) {
    return { ...cluster, conflict: 'back', movers: [...distinct, ...echoes] }
  }
  if (isMet || isUnordered || isPutTwice(cluster, judge)) {
    return { ...cluster, conflict: 'met', movers: distinct }
  }
  if (distinct.length > 0) return { ...cluster, conflict: 'moved', movers: distinct }
  return { ...cluster, movers: [] }
}

/** Whether both sides inserted the same new piece at different places, which would double it. */
function isPutTwice(cluster: Cluster, { twice, ours, theirs }: Judge): boolean {
  if (twice.size === 0) return false
  const put = (changes: readonly Change[], { origin, level }: Aligned) =>
    changes
      .flatMap(({ run }) => run)
      .filter((place) => !origin.has(place))
      .map((place) => level.pieces[place]?.text ?? '')
      .filter((text) => twice.has(text))
      .join('\0')
  return put(cluster.ours, ours) !== put(cluster.theirs, theirs)
}

/** The texts of new pieces that both sides have, if they are too long for chance. */
function newInBoth(ours: Aligned, theirs: Aligned): ReadonlySet<string> {
  return new Set([...newTexts(ours).intersection(newTexts(theirs))].filter(isRecognised))
}

function newTexts({ level, origin }: Aligned): ReadonlySet<string> {
  const pieces = level.pieces.filter((_, place) => !origin.has(place))
  return new Set(pieces.map(({ text }) => text))
}

/** The contested pieces that a change inserts, or removes while the other side keeps them. */
function contestedIn(
  change: Change,
  side: 'ours' | 'theirs',
  { contested, original, ours, theirs }: Judge,
): readonly number[] {
  if (contested.size === 0) return []
  const mine = original[side]
  const other = side === 'ours' ? theirs : ours
  const put = change.run
    .map((place) => mine.origin.get(place))
    .filter((index) => index !== undefined)
  return [
    ...put.filter((index) => contested.has(index) && mine.moved.has(index)),
    ...change.taken.filter(
      (index) => contested.has(index) && mine.moved.has(index) && other.kept.has(index),
    ),
  ]
}

/** The uncontested moves into or out of a cluster. */
function movesIn(cluster: Cluster, { ours, theirs }: Judge): readonly number[] {
  return [...movesOf(cluster.ours, ours), ...movesOf(cluster.theirs, theirs)]
}

function movesOf(changes: readonly Change[], aligned: Aligned): readonly number[] {
  return changes.flatMap(({ taken, run }) => {
    const put = run.map((place) => aligned.origin.get(place) ?? -1)
    return [...taken, ...put].filter((index) => aligned.moved.has(index))
  })
}

/** Whether two changes that meet go together; insertions of both sides are judged as a group. */
function goTogether(one: Change, other: Change, judge: Judge): boolean {
  if (one.how === 'edited' && other.how === 'edited') return true
  if (one.how === 'edited') return followsMove(one, other, judge.theirs)
  if (other.how === 'edited') return followsMove(other, one, judge.ours)
  if (judge.manner === 'lines') return sameChange(one, other, judge)
  if (one.how === 'removed' && other.how === 'removed') return true
  if (one.how === 'removed') return !isInside(other, one)
  if (other.how === 'removed') return !isInside(one, other)
  return true
}

function sameChange(one: Change, other: Change, { ours, theirs }: Judge): boolean {
  return one.how === other.how && signature(one, ours) === signature(other, theirs)
}

/** Whether a piece is inserted where everything around it was removed. */
function isInside(put: Change, removed: Change): boolean {
  return removed.from < put.from && put.to < removed.to
}

/** Whether an edit can follow its piece, which the other side must have moved, not removed. */
function followsMove(edit: Change, other: Change, mover: Aligned): boolean {
  return other.taken.every(
    (index) => 2 * index + 1 !== edit.from || mover.moved.has(index),
  )
}

/** A text for a change: equal for two sides that inserted the same at the same place. */
function signature(change: Change, aligned: Aligned): string {
  return JSON.stringify([change.from, change.to, tokensOf(change, aligned)])
}

/** The identity of each piece of a run: its origin, or its text. */
export function tokensOf(change: Change, aligned: Aligned): readonly (number | string)[] {
  return change.run.map(
    (place) => aligned.origin.get(place) ?? aligned.level.pieces[place]?.text ?? '',
  )
}

/** Insertions of both sides at one place, and the side whose run contains all of them. */
export interface PutGroup {
  readonly ours: readonly Change[]
  readonly theirs: readonly Change[]
  /** Undefined when neither side has all insertions of the other in their order. */
  readonly whole: 'ours' | 'theirs' | undefined
}

/** Groups the insertions of both sides by their place. */
export function putGroups(
  cluster: Cluster,
  sides: Pick<Judge, 'ours' | 'theirs'>,
): readonly PutGroup[] {
  return clustersOf(putsOf(cluster.ours), putsOf(cluster.theirs)).map(
    ({ ours, theirs }) => {
      const mine = ours.flatMap((change) => tokensOf(change, sides.ours))
      const its = theirs.flatMap((change) => tokensOf(change, sides.theirs))
      const isOurs = ours.length === 1 && holds(mine, its)
      const isTheirs = theirs.length === 1 && holds(its, mine)
      if (isOurs) return { ours, theirs, whole: 'ours' }
      return { ours, theirs, whole: isTheirs ? 'theirs' : undefined }
    },
  )
}

function putsOf(changes: readonly Change[]): readonly Change[] {
  return changes.filter(({ how }) => how === 'put')
}

function holds(
  long: readonly (number | string)[],
  short: readonly (number | string)[],
): boolean {
  let found = 0
  for (const token of long) if (token === short[found]) found += 1
  return found === short.length
}
