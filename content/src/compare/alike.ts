import { isRecognised, likeness, type TextFeatures } from './likeness.ts'
import type { Pairs } from './sequence.ts'

export interface Candidate {
  readonly place: number
  readonly family: string
  readonly features: TextFeatures
}

/** The least score at which two pieces of one family between the same neighbours can pair. */
const alikeMin = 0.5
/** The margin by which the score of a pair must exceed that of every rival. */
const clearBy = 0.15
/**
 * The number of words below which a text needs `shortBy` more outside its gap, as short texts are
 * often alike by chance.
 */
const wordsElsewhereMin = 6
const shortBy = 0.15
const cellsMax = 16_384

/** Pairs alike pieces between two known neighbours, in order; unclear pieces stay unpaired. */
export function pairAlike(
  left: readonly Candidate[],
  right: readonly Candidate[],
): Pairs {
  if (left.length * right.length > cellsMax) return []
  const scores = scoreTable(left, right, alikeMin)
  const chosen = bestOrder(scores, left.length, right.length)
  const takenLeft = new Set(chosen.map(([one]) => one))
  const takenRight = new Set(chosen.map(([, other]) => other))
  const clear = chosen.filter(([one, other]) =>
    isClear(scores, [one, other], [left.length, right.length], {
      isRivalRow: (index) => !takenLeft.has(index),
      isRivalColumn: (index) => !takenRight.has(index),
    }),
  )
  return clear.map(([one, other]) => placesOf(left[one], right[other]))
}

/** Pairs alike pieces at any distance, if no other piece is nearly as alike to either. */
export function pairElsewhere(
  left: readonly Candidate[],
  right: readonly Candidate[],
  min: number,
): Pairs {
  const froms = left.filter(({ features }) => isRecognised(features.normal))
  const tos = right.filter(({ features }) => isRecognised(features.normal))
  if (froms.length * tos.length > cellsMax) return []
  const scores = scoreTable(froms, tos, min - clearBy)
  const pairs: (readonly [number, number])[] = []
  for (const [one, from] of froms.entries()) {
    for (const [other, to] of tos.entries()) {
      const words = Math.min(from.features.words.total, to.features.words.total)
      const needed = words < wordsElsewhereMin ? min + shortBy : min
      if ((scores[one * tos.length + other] ?? 0) < needed) continue
      const isAlone = isClear(scores, [one, other], [froms.length, tos.length], {
        isRivalRow: (index) => index !== one,
        isRivalColumn: (index) => index !== other,
      })
      if (isAlone) pairs.push(placesOf(from, to))
    }
  }
  return pairs
}

interface Rivals {
  readonly isRivalRow: (index: number) => boolean
  readonly isRivalColumn: (index: number) => boolean
}

/** Whether no rival in the row or column of a cell comes near its score. */
// oxlint-disable-next-line max-params -- a table, a cell of it, its size, and who counts
function isClear(
  scores: Float64Array,
  [row, column]: readonly [number, number],
  [height, width]: readonly [number, number],
  { isRivalRow, isRivalColumn }: Rivals,
): boolean {
  const limit = (scores[row * width + column] ?? 0) - clearBy
  for (let index = 0; index < width; index += 1) {
    if (isRivalColumn(index) && (scores[row * width + index] ?? 0) > limit) return false
  }
  for (let index = 0; index < height; index += 1) {
    if (isRivalRow(index) && (scores[index * width + column] ?? 0) > limit) return false
  }
  return true
}

function placesOf(
  one: Candidate | undefined,
  other: Candidate | undefined,
): readonly [number, number] {
  return [one?.place ?? 0, other?.place ?? 0]
}

function scoreTable(
  left: readonly Candidate[],
  right: readonly Candidate[],
  min: number,
): Float64Array {
  const scores = new Float64Array(left.length * right.length)
  for (const [one, candidate] of left.entries()) {
    for (const [other, rival] of right.entries()) {
      if (candidate.family !== rival.family) continue
      const score = likeness(candidate.features, rival.features)
      if (score >= min) scores[one * right.length + other] = score
    }
  }
  return scores
}

/** The pairs in increasing order whose scores have the highest sum. */
function bestOrder(scores: Float64Array, height: number, width: number): Pairs {
  const best = new Float64Array((height + 1) * (width + 1))
  const at = (one: number, other: number) => best[one * (width + 1) + other] ?? 0
  for (let one = height - 1; one >= 0; one -= 1) {
    for (let other = width - 1; other >= 0; other -= 1) {
      const score = scores[one * width + other] ?? 0
      best[one * (width + 1) + other] = Math.max(
        at(one + 1, other),
        at(one, other + 1),
        score > 0 ? score + at(one + 1, other + 1) : 0,
      )
    }
  }
  const pairs: [number, number][] = []
  let one = 0
  let other = 0
  while (one < height && other < width) {
    const score = scores[one * width + other] ?? 0
    if (score > 0 && at(one, other) === score + at(one + 1, other + 1)) {
      pairs.push([one, other])
      one += 1
      other += 1
    } else if (at(one, other) === at(one + 1, other)) one += 1
    else other += 1
  }
  return pairs
}
