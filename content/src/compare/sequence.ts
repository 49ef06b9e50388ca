/** Pairs of indexes of the members of two lists that belong together. */
export type Pairs = readonly (readonly [before: number, after: number])[]

/** The limit of cells in the table that compares a stretch without unique members. */
const cellsMax = 262_144
/** The limit of splits of a stretch at its unique members, which bounds the time. */
const splitsMax = 40

interface Stretch {
  readonly beforeStart: number
  readonly beforeEnd: number
  readonly afterStart: number
  readonly afterEnd: number
  readonly splits: number
}

/**
 * A long common subsequence in near-linear time: first the common start and end, then the members
 * that occur once on each side, then the stretches between those members. Equal members keep their
 * order.
 */
export function commonSubsequence(
  before: readonly string[],
  after: readonly string[],
): Pairs {
  const pairs: [number, number][] = []
  const waiting: Stretch[] = [
    {
      beforeStart: 0,
      beforeEnd: before.length,
      afterStart: 0,
      afterEnd: after.length,
      splits: 0,
    },
  ]
  for (let stretch = waiting.pop(); stretch !== undefined; stretch = waiting.pop()) {
    const middle = trimEnds(before, after, stretch, pairs)
    if (
      middle.beforeStart === middle.beforeEnd ||
      middle.afterStart === middle.afterEnd
    ) {
      continue
    }
    const anchors =
      middle.splits < splitsMax ? increasing(uniquePairs(before, after, middle)) : []
    if (anchors.length === 0) {
      for (const [left, right] of tableOf(before, after, middle)) {
        pairs.push([left, right])
      }
    } else for (const rest of stretchesAround(anchors, middle)) waiting.push(rest)
    // A list of a hundred thousand members is too long for a spread into `push`.
    for (const [left, right] of anchors) pairs.push([left, right])
  }
  return pairs.toSorted(([one], [other]) => one - other)
}

/** The longest choice of pairs in which both indexes increase; `pairs` is in order of the first. */
export function increasing(pairs: Pairs): Pairs {
  /** `ends`: the last pair of the best chain of each length; `previous`: the pair before each. */
  const ends: number[] = []
  const previous: number[] = []
  const afterAt = (index: number | undefined) => pairs[index ?? -1]?.[1] ?? -1
  for (const [index, [, after]] of pairs.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (afterAt(ends[middle]) < after) low = middle + 1
      else high = middle
    }
    previous.push(ends[low - 1] ?? -1)
    ends[low] = index
  }
  const chain: (readonly [number, number])[] = []
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) {
    const pair = pairs[index]
    if (pair === undefined) break
    chain.push(pair)
  }
  return chain.toReversed()
}

function trimEnds(
  before: readonly string[],
  after: readonly string[],
  stretch: Stretch,
  pairs: [number, number][],
): Stretch {
  let { beforeStart, beforeEnd, afterStart, afterEnd } = stretch
  while (
    beforeStart < beforeEnd &&
    afterStart < afterEnd &&
    before[beforeStart] === after[afterStart]
  ) {
    pairs.push([beforeStart, afterStart])
    beforeStart += 1
    afterStart += 1
  }
  while (
    beforeStart < beforeEnd &&
    afterStart < afterEnd &&
    before[beforeEnd - 1] === after[afterEnd - 1]
  ) {
    beforeEnd -= 1
    afterEnd -= 1
    pairs.push([beforeEnd, afterEnd])
  }
  return { beforeStart, beforeEnd, afterStart, afterEnd, splits: stretch.splits }
}

/** The members that occur exactly once in each stretch, ordered by their index in `before`. */
function uniquePairs(
  before: readonly string[],
  after: readonly string[],
  stretch: Stretch,
): Pairs {
  const inBefore = onlyPlaces(before, stretch.beforeStart, stretch.beforeEnd)
  const inAfter = onlyPlaces(after, stretch.afterStart, stretch.afterEnd)
  const pairs: [number, number][] = []
  for (const [member, place] of inBefore) {
    const other = inAfter.get(member)
    if (place >= 0 && other !== undefined && other >= 0) pairs.push([place, other])
  }
  return pairs
}

/** The index of each member; -1 when it occurs more than once. */
function onlyPlaces(
  members: readonly string[],
  start: number,
  end: number,
): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (let index = start; index < end; index += 1) {
    const member = members[index] ?? ''
    places.set(member, places.has(member) ? -1 : index)
  }
  return places
}

function stretchesAround(anchors: Pairs, stretch: Stretch): readonly Stretch[] {
  const stretches: Stretch[] = []
  const splits = stretch.splits + 1
  let { beforeStart, afterStart } = stretch
  for (const [before, after] of anchors) {
    stretches.push({
      beforeStart,
      beforeEnd: before,
      afterStart,
      afterEnd: after,
      splits,
    })
    beforeStart = before + 1
    afterStart = after + 1
  }
  const { beforeEnd, afterEnd } = stretch
  return [...stretches, { beforeStart, beforeEnd, afterStart, afterEnd, splits }]
}

/** The longest common subsequence of a small stretch; empty for a large stretch. */
function tableOf(
  before: readonly string[],
  after: readonly string[],
  { beforeStart, beforeEnd, afterStart, afterEnd }: Stretch,
): Pairs {
  const left = before.slice(beforeStart, beforeEnd)
  const right = after.slice(afterStart, afterEnd)
  const width = right.length + 1
  if (width * (left.length + 1) > cellsMax) return []
  const lengths = lengthsOf(left, right)
  const pairs: [number, number][] = []
  let one = 0
  let other = 0
  while (one < left.length && other < right.length) {
    const cell = one * width + other
    if (left[one] === right[other]) {
      pairs.push([beforeStart + one, afterStart + other])
      one += 1
      other += 1
    } else if ((lengths[cell + width] ?? 0) >= (lengths[cell + 1] ?? 0)) one += 1
    else other += 1
  }
  return pairs
}

/** The length of the common subsequence of every suffix of `left` with every suffix of `right`. */
function lengthsOf(left: readonly string[], right: readonly string[]): Uint32Array {
  const width = right.length + 1
  const lengths = new Uint32Array(width * (left.length + 1))
  for (let one = left.length - 1; one >= 0; one -= 1) {
    for (let other = right.length - 1; other >= 0; other -= 1) {
      const cell = one * width + other
      lengths[cell] =
        left[one] === right[other]
          ? (lengths[cell + width + 1] ?? 0) + 1
          : Math.max(lengths[cell + width] ?? 0, lengths[cell + 1] ?? 0)
    }
  }
  return lengths
}
