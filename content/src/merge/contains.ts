import type { Aligned, Sides } from './align.ts'
import { mergeBytes, type Levels } from './gaps.ts'
import type { Level } from './level.ts'
import type { ThreePieces } from './segments.ts'

/** The limit of pieces for the comparison, which takes quadratic time. */
const piecesMax = 400

/** The merged bytes of a piece; undefined when a person has to decide. */
export type MergedText = (three: ThreePieces) => string | undefined

/**
 * The side that already has all changes of the other, as after a repeated merge. The same move can
 * be described in several ways, and the result does not depend on the description.
 */
export function containingSide(
  levels: Levels,
  sides: Sides,
  mergedText: MergedText,
): 'ours' | 'theirs' | undefined {
  const { ours, theirs } = sides
  if (ours.level.pieces.length > piecesMax || theirs.level.pieces.length > piecesMax) {
    return undefined
  }
  const holds = (side: 'ours' | 'theirs') => {
    const [big, small] = side === 'ours' ? [ours, theirs] : [theirs, ours]
    return (
      hasEdges(levels, big.level) &&
      hasPieces(big, small, levels.base) &&
      hasEdits(levels, sides, { side, mergedText }) &&
      hasOrder(big, small) &&
      hasPlaces(big, small)
    )
  }
  if (holds('ours')) return 'ours'
  return holds('theirs') ? 'theirs' : undefined
}

/** Whether the merged openings and closings equal those of the side. */
function hasEdges({ base, ours, theirs }: Levels, big: Level): boolean {
  const lead = mergeBytes(base.lead, ours.lead, theirs.lead)
  const tail = mergeBytes(base.tail, ours.tail, theirs.tail)
  return (
    'bytes' in lead &&
    lead.bytes === big.lead &&
    'bytes' in tail &&
    tail.bytes === big.tail
  )
}

/**
 * Whether the bigger side has all insertions and removals of the smaller side, and every other
 * piece that the smaller side changed. Where two pieces swapped places, either may have moved, so
 * both must remain.
 */
function hasPieces(big: Aligned, small: Aligned, base: Level): boolean {
  const put = newPieces(big)
  const places = placesOf(big)
  const kept = placesOf(small)
  const movedSmall = flipped(tokensWithPlaces(small))
  return (
    newPieces(small)
      .values()
      .every((text) => put.has(text)) &&
    base.pieces.entries().every(([index, { text }]) => {
      const place = kept.get(index)
      if (place === undefined) return !places.has(index)
      if (places.has(index)) return true
      return !movedSmall.has(index) && small.level.pieces[place]?.text === text
    })
  )
}

/** Whether every piece that both sides have merges to the text of the bigger side. */
function hasEdits(
  levels: Levels,
  sides: Sides,
  {
    side,
    mergedText,
  }: { readonly side: 'ours' | 'theirs'; readonly mergedText: MergedText },
): boolean {
  const [mine, its] = [placesOf(sides.ours), placesOf(sides.theirs)]
  return levels.base.pieces.entries().every(([index, base]) => {
    const ours = levels.ours.pieces[mine.get(index) ?? -1]
    const theirs = levels.theirs.pieces[its.get(index) ?? -1]
    if (ours === undefined || theirs === undefined) return true
    const three = { base, ours, theirs, previous: undefined }
    return mergedText(three) === (side === 'ours' ? ours : theirs).text
  })
}

/** Whether pieces that the smaller side reordered have the same order in the bigger side. */
function hasOrder(big: Aligned, small: Aligned): boolean {
  const bigger = tokensWithPlaces(big)
  const smaller = [...tokensWithPlaces(small).keys()].filter((token) => bigger.has(token))
  const moved = flipped(bigger)
  for (const [at, one] of smaller.entries()) {
    for (const other of smaller.slice(at + 1)) {
      if ((bigger.get(one) ?? 0) < (bigger.get(other) ?? 0)) continue
      const isBase = typeof one === 'number' && typeof other === 'number'
      const isLoose = isBase ? one < other : moved.has(one) || moved.has(other)
      if (!isLoose) return false
    }
  }
  return true
}

/**
 * Whether the neighbours of pieces that the smaller side inserted or moved are still the same,
 * apart from pieces that only one side has or only the bigger side moved.
 */
function hasPlaces(big: Aligned, small: Aligned): boolean {
  const [bigger, smaller] = [tokensWithPlaces(big), tokensWithPlaces(small)]
  const movedSmall = flipped(smaller)
  // If the smaller side moved nothing, the bigger side made every change of order.
  const movedBig: ReadonlyMap<Token, unknown> | ReadonlySet<Token> =
    movedSmall.size === 0 ? flipped(bigger) : big.moved
  const isMovedByBig = (token: Token) =>
    typeof token === 'number' && movedBig.has(token) && !small.moved.has(token)
  const isSteady = (token: Token) =>
    bigger.has(token) && smaller.has(token) && !isMovedByBig(token)
  const inBig = [...bigger.keys()].filter(isSteady)
  const inSmall = [...smaller.keys()].filter(isSteady)
  const next = new Map(inBig.map((token, at) => [token, inBig[at + 1]]))
  const isChanged = (token: Token) => typeof token === 'string' || movedSmall.has(token)
  return inSmall.every((one, at) => {
    const other = inSmall[at + 1]
    if (other === undefined || next.get(one) === other) return true
    return !isChanged(one) && !isChanged(other)
  })
}

type Token = number | string

/** The places of all pieces: those of the base by their index, new ones by their text. */
function tokensWithPlaces({ level, origin }: Aligned): ReadonlyMap<Token, number> {
  return new Map(
    level.pieces.map(({ text }, place): [Token, number] => [
      origin.get(place) ?? text,
      place,
    ]),
  )
}

/** The base pieces whose order with some other base piece is reversed. */
function flipped(tokens: ReadonlyMap<Token, number>): ReadonlySet<Token> {
  const order = [...tokens.keys()].filter((token) => typeof token === 'number')
  const found = new Set<Token>()
  for (const [at, one] of order.entries()) {
    for (const other of order.slice(at + 1)) {
      if (one < other) continue
      found.add(one)
      found.add(other)
    }
  }
  return found
}

function newPieces({ level, origin }: Aligned): ReadonlySet<string> {
  const texts = level.pieces.filter((_, place) => !origin.has(place))
  return new Set(texts.map(({ text }) => text))
}

function placesOf({ kept, moved }: Aligned): ReadonlyMap<number, number> {
  return new Map([...kept, ...moved])
}
