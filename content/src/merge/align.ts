import { familyOf, gapsBetween, matchPieces } from '#/compare/match.ts'
import { commonSubsequence, increasing, type Pairs } from '#/compare/sequence.ts'
import type { Level, LevelPiece } from './level.ts'
import { chooseInOrder } from './movers.ts'

/**
 * How close two changes may be. Blocks and rows are independent: neighbours merge, moves are
 * followed. Lines depend on the lines around them: changes that touch are a conflict.
 */
export type Manner = 'blocks' | 'lines'

/** The relation of one side to the base. */
export interface Aligned {
  readonly level: Level
  /** Base index → index in this side, for pieces that stay in order. */
  readonly kept: ReadonlyMap<number, number>
  /** Base index → index in this side, for pieces that moved. */
  readonly moved: ReadonlyMap<number, number>
  /** Index in this side → base index, for pieces in order and moved ones. */
  readonly origin: ReadonlyMap<number, number>
}

export interface Sides {
  readonly ours: Aligned
  readonly theirs: Aligned
}

/**
 * The least score of a moved piece; lower than for following a comment, as a piece that both sides
 * changed is merged or asked.
 */
const movedAlikeMin = 0.5

/** Matches the pieces of both sides with those of the base; a common piece has one origin. */
export function alignSides(
  base: Level,
  { ours, theirs }: { readonly ours: Level; readonly theirs: Level },
  manner: Manner,
): Sides {
  if (manner === 'lines') {
    const lines = (side: Level) => {
      const pairs = commonSubsequence(texts(base), texts(side))
      return aligned(side, pairs, new Map(pairs))
    }
    return { ours: lines(ours), theirs: lines(theirs) }
  }
  const [mine, its] = [traced(base, ours), traced(base, theirs)]
  const agreed = [
    withReplacements(agreeing(mine, its, base), base),
    withReplacements(agreeing(its, mine, base), base),
  ] as const
  const first = withoutRewritten(agreed[0], isAlsoRewritten(agreed[0], agreed[1], base))
  const second = withoutRewritten(agreed[1], isAlsoRewritten(agreed[1], agreed[0], base))
  const { ours: inOurs, theirs: inTheirs } = chooseInOrder(
    pairsOf(first),
    pairsOf(second),
  )
  // A piece that counts as rewritten because of its place is not followed to another place.
  const isInPlace = (index: number) => inOurs.has(index) && inTheirs.has(index)
  const steady = [
    pairsOf(withoutRewritten(first, isInPlace)),
    pairsOf(withoutRewritten(second, isInPlace)),
  ] as const
  const inOrder = chooseInOrder(...steady)
  return {
    ours: aligned(ours, steady[0], inOrder.ours),
    theirs: aligned(theirs, steady[1], inOrder.theirs),
  }
}

/** The alignment with the contested moves turned into a removal and an insertion. */
export function withoutMoves(side: Aligned, contested: ReadonlySet<number>): Aligned {
  if (contested.size === 0) return side
  const moved = new Map(side.moved)
  const origin = new Map(side.origin)
  for (const [index, place] of side.moved) {
    if (!contested.has(index)) continue
    moved.delete(index)
    origin.delete(place)
  }
  return { ...side, moved, origin }
}

function aligned(level: Level, pairs: Pairs, kept: ReadonlyMap<number, number>): Aligned {
  return {
    level,
    kept,
    moved: new Map(pairs.filter(([index]) => !kept.has(index))),
    origin: new Map(pairs.map(([index, place]) => [place, index])),
  }
}

/** The places of base pieces in a side, before it is decided which pieces moved. */
interface Traced {
  readonly level: Level
  readonly places: ReadonlyMap<number, number>
  /** Base indexes of pieces that count as rewritten only because of their place. */
  readonly rewritten: ReadonlySet<number>
}

function pairsOf({ places }: Traced): Pairs {
  return [...places].toSorted(([one], [other]) => one - other)
}

function texts(level: Level): readonly string[] {
  return level.pieces.map(({ text }) => text)
}

function traced(base: Level, level: Level): Traced {
  const matches = matchPieces(base.pieces, level.pieces, { movedAlikeMin })
  return {
    level,
    places: new Map(matches.map(({ before, after }) => [before, after])),
    rewritten: new Set(),
  }
}

/**
 * The side with the origins that the other side knows: a new text that both sides have came from
 * one origin. Where that is impossible, the text is new.
 */
function agreeing(side: Traced, other: Traced, base: Level): Traced {
  const known = changedTexts(other, base)
  const places = new Map(side.places)
  for (const [text, [origin, place]] of changedTexts(side, base)) {
    const [wanted] = known.get(text) ?? [origin]
    if (wanted === origin) continue
    if (origin === undefined) {
      if (wanted !== undefined && !places.has(wanted)) places.set(wanted, place)
    } else if (wanted !== undefined || other.places.has(origin)) places.delete(origin)
  }
  return { ...side, places }
}

/** The texts that differ from the base, each with the piece it rewrites and its place. */
function changedTexts(
  side: Traced,
  base: Level,
): ReadonlyMap<string, readonly [origin: number | undefined, place: number]> {
  const origins = originsOf(side)
  const changed = new Map<string, readonly [number | undefined, number]>()
  for (const [place, { text }] of side.level.pieces.entries()) {
    const origin = origins.get(place)
    const was = origin === undefined ? undefined : base.pieces[origin]?.text
    if (was !== text) changed.set(text, [origin, place])
  }
  return changed
}

function originsOf({ places }: Traced): ReadonlyMap<number, number> {
  return new Map([...places].map(([index, place]) => [place, index]))
}

/**
 * Tells whether a side's text rewrites the base piece at an index. It does not if the other side
 * removed the piece, or has the same text with another origin: such a text is new.
 */
function isAlsoRewritten(
  side: Traced,
  other: Traced,
  base: Level,
): (index: number) => boolean {
  const known = changedTexts(other, base)
  return (index) => {
    const text = side.level.pieces[side.places.get(index) ?? -1]?.text ?? ''
    const [origin] = known.get(text) ?? [index]
    return other.places.has(index) && origin === index
  }
}

function withoutRewritten(side: Traced, isRewritten: (index: number) => boolean): Traced {
  const places = new Map(side.places)
  for (const index of side.rewritten) if (!isRewritten(index)) places.delete(index)
  return { ...side, places }
}

/**
 * The side with new pieces as rewritten old ones between the same neighbours, if number and kinds
 * are equal. Too bold for following a comment; in a merge a wrong guess still keeps or shows both
 * texts.
 */
function withReplacements(side: Traced, base: Level): Traced {
  const [before, after] = [base.pieces, side.level.pieces]
  const taken = new Set(side.places.values())
  const inOrder = increasing(pairsOf(side))
  const rest = gapsBetween(inOrder, before.length, after.length).flatMap((gap) => {
    const left = gap.before.filter((index) => !side.places.has(index))
    const right = gap.after.filter((index) => !taken.has(index))
    const alike =
      left.length === right.length &&
      left.every((index, at) => sameFamily(before[index], after[right[at] ?? -1]))
    return alike ? left.map((index, at) => [index, right[at] ?? 0] as const) : []
  })
  return {
    ...side,
    places: new Map([...side.places, ...rest]),
    rewritten: new Set(rest.map(([index]) => index)),
  }
}

function sameFamily(one: LevelPiece | undefined, other: LevelPiece | undefined): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    familyOf(one.kind) === familyOf(other.kind)
  )
}
