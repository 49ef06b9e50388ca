import { pairAlike, pairElsewhere, type Candidate } from './alike.ts'
import { featuresOf, isRecognised } from './likeness.ts'
import { commonSubsequence, type Pairs } from './sequence.ts'

/** One of several siblings: a block, a row of a table, a line. */
export interface Piece {
  readonly kind: string
  readonly text: string
  /** The content of the piece without its own marker or tag, where these can be separated. */
  readonly said: string
}

export interface Match {
  readonly before: number
  readonly after: number
  /** The fate of a piece: `same` and `edited` keep the order; `moved` may be edited as well. */
  readonly how: 'same' | 'edited' | 'moved'
}

/** The least score at which a piece is recognised in another place. */
export interface MatchOptions {
  readonly movedAlikeMin?: number
}

const movedAlikeMinCareful = 0.75

/**
 * Finds the pieces of one version in the next. A false match is worse than none: pieces match when
 * they are equal, alike and between the same neighbours, or very much alike.
 */
export function matchPieces(
  before: readonly Piece[],
  after: readonly Piece[],
  { movedAlikeMin = movedAlikeMinCareful }: MatchOptions = {},
): readonly Match[] {
  const equal = commonSubsequence(
    before.map(({ text }) => text),
    after.map(({ text }) => text),
  )
  const free = freePieces(before, after)
  const moved = findMoves(before, after, equal)
  for (const pair of [...equal, ...moved]) free.take(pair)
  const reworded = pairInGaps(equal, free, pairSameWords)
  const inOrder = [...equal, ...reworded].toSorted(([one], [other]) => one - other)
  const elsewhere = findElsewhere(
    gapsBetween(inOrder, ...free.lengths),
    free,
    movedAlikeMin,
  )
  const alike = pairInGaps(inOrder, free, pairAlike)
  // Where two pieces swapped places between the same neighbours, one is in order and one moved.
  const crossed = findElsewhere([], free, movedAlikeMin)
  const as = (pairs: Pairs, how: Match['how']) =>
    pairs.map(([left, right]): Match => ({ before: left, after: right, how }))
  return [
    ...as(equal, 'same'),
    ...as([...moved, ...elsewhere, ...crossed], 'moved'),
    ...as([...reworded, ...alike], 'edited'),
  ].toSorted((one, other) => one.before - other.before)
}

/** The family of a kind: the kinds that people change into one another within the same block. */
export function familyOf(kind: string): string {
  if (kind.startsWith('heading-')) return 'heading'
  if (kind === 'list-item') return kind
  return kind.startsWith('list-') ? 'list' : kind
}

interface Gap {
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/** The unpaired pieces between consecutive pairs, where both sides have some. */
export function gapsBetween(
  pairs: Pairs,
  beforeLength: number,
  afterLength: number,
): readonly Gap[] {
  const gaps: Gap[] = []
  let beforeStart = 0
  let afterStart = 0
  for (const [before, after] of [...pairs, [beforeLength, afterLength] as const]) {
    if (before > beforeStart && after > afterStart) {
      gaps.push({
        before: range(beforeStart, before),
        after: range(afterStart, after),
      })
    }
    beforeStart = before + 1
    afterStart = after + 1
  }
  return gaps
}

function range(start: number, end: number): readonly number[] {
  return Array.from({ length: end - start }, (_, index) => start + index)
}

/** Finds equal pieces that are not in order: each must be the only one left with its text. */
function findMoves(
  before: readonly Piece[],
  after: readonly Piece[],
  ordered: Pairs,
): Pairs {
  const taken = {
    before: new Set(ordered.map(([left]) => left)),
    after: new Set(ordered.map(([, right]) => right)),
  }
  const left = onlyOnes(before, (index) => !taken.before.has(index))
  const right = onlyOnes(after, (index) => !taken.after.has(index))
  const moves: [number, number][] = []
  for (const [text, from] of left) {
    const to = right.get(text) ?? -1
    if (from >= 0 && to >= 0 && isRecognised(before[from]?.said ?? '')) {
      moves.push([from, to])
      taken.before.add(from)
      taken.after.add(to)
    }
  }
  // An equal neighbour of a moved piece moved with the piece, however short the neighbour is.
  const beside: [number, number][] = []
  for (const step of [1, -1]) {
    for (const [start, end] of moves) {
      let [from, to] = [start + step, end + step]
      while (areEqualAndFree(before, after, [from, to], taken)) {
        beside.push([from, to])
        taken.before.add(from)
        taken.after.add(to)
        from += step
        to += step
      }
    }
  }
  return [...moves, ...beside]
}

interface Taken {
  readonly before: ReadonlySet<number>
  readonly after: ReadonlySet<number>
}

// oxlint-disable-next-line max-params -- two rows of pieces, one of each, and which are taken
function areEqualAndFree(
  before: readonly Piece[],
  after: readonly Piece[],
  [from, to]: readonly [number, number],
  taken: Taken,
): boolean {
  const piece = before[from]
  if (piece === undefined || piece.text !== after[to]?.text) return false
  return !taken.before.has(from) && !taken.after.has(to)
}

function onlyOnes(
  pieces: readonly Piece[],
  isFree: (index: number) => boolean,
): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [index, { text }] of pieces.entries()) {
    if (isFree(index)) places.set(text, places.has(text) ? -1 : index)
  }
  return places
}

/** The pieces that no match has taken yet. */
interface Free {
  readonly lengths: readonly [before: number, after: number]
  readonly before: (places: readonly number[]) => readonly Candidate[]
  readonly after: (places: readonly number[]) => readonly Candidate[]
  readonly take: (pair: readonly [number, number]) => void
}

function freePieces(before: readonly Piece[], after: readonly Piece[]): Free {
  const [left, right] = [before, after].map((pieces) => {
    const taken = new Set<number>()
    const known = new Map<number, Candidate>()
    const candidate = (place: number): Candidate => {
      const piece = pieces[place]
      const found = known.get(place) ?? {
        place,
        family: familyOf(piece?.kind ?? ''),
        features: featuresOf(piece?.said ?? ''),
      }
      known.set(place, found)
      return found
    }
    return {
      taken,
      free: (places: readonly number[]) =>
        places.filter((place) => !taken.has(place)).map(candidate),
    }
  })
  return {
    lengths: [before.length, after.length],
    before: (places) => left?.free(places) ?? [],
    after: (places) => right?.free(places) ?? [],
    take: ([one, other]) => {
      left?.taken.add(one)
      right?.taken.add(other)
    },
  }
}

/** Pairs the free pieces between pieces that are already paired. */
function pairInGaps(
  pairs: Pairs,
  free: Free,
  pairUp: (left: readonly Candidate[], right: readonly Candidate[]) => Pairs,
): Pairs {
  const found: (readonly [number, number])[] = []
  for (const gap of gapsBetween(pairs, ...free.lengths)) {
    const left = free.before(gap.before)
    const right = free.after(gap.after)
    if (left.length > 0 && right.length > 0) found.push(...pairUp(left, right))
  }
  for (const pair of found) free.take(pair)
  return found
}

/** Pairs pieces with the same words, whatever the signs between; wordless pieces stay alone. */
function pairSameWords(left: readonly Candidate[], right: readonly Candidate[]): Pairs {
  return commonSubsequence(wordKeys(left, '<'), wordKeys(right, '>')).map(
    ([one, other]) => [left[one]?.place ?? 0, right[other]?.place ?? 0] as const,
  )
}

function wordKeys(side: readonly Candidate[], mark: string): readonly string[] {
  return side.map(({ place, family, features: { normal } }) =>
    normal === '' ? `${mark}${place}` : `${family} ${normal}`,
  )
}

/** Finds pieces that were moved and edited: clearly alike, and not in the same gap. */
function findElsewhere(gaps: readonly Gap[], free: Free, min: number): Pairs {
  const [beforeLength, afterLength] = free.lengths
  const gapOf = [new Map<number, number>(), new Map<number, number>()] as const
  for (const [index, gap] of gaps.entries()) {
    for (const place of gap.before) gapOf[0].set(place, index)
    for (const place of gap.after) gapOf[1].set(place, index)
  }
  const pairs = pairElsewhere(
    free.before(range(0, beforeLength)),
    free.after(range(0, afterLength)),
    min,
  ).filter(([one, other]) => {
    const gap = gapOf[0].get(one)
    return gap === undefined || gap !== gapOf[1].get(other)
  })
  for (const pair of pairs) free.take(pair)
  return pairs
}
