import { increasing, type Pairs } from '#/compare/sequence.ts'

/** The places, in each side, of the base pieces that stay in order. */
export interface InOrder {
  readonly ours: Kept
  readonly theirs: Kept
}

type Kept = ReadonlyMap<number, number>

/** The limit of pieces for judging both sides together; with more, each side is judged alone. */
const piecesMax = 1500

/**
 * Decides which pieces stay in order and which moved, for both sides together: where two pieces
 * swapped places, either may have moved, and both sides must choose the same one. A piece that the
 * other side still has is the better choice, as a piece that one side moved and the other removed
 * is a conflict. The pairs are ordered by base index.
 */
export function chooseInOrder(ours: Pairs, theirs: Pairs): InOrder {
  const plain = { ours: new Map(increasing(ours)), theirs: new Map(increasing(theirs)) }
  if (plain.ours.size === ours.length && plain.theirs.size === theirs.length) return plain
  if (ours.length > piecesMax || theirs.length > piecesMax) return plain
  const has = { ours: new Map(ours), theirs: new Map(theirs) }
  const alone = {
    ours: heaviest(ours, weigh(has.theirs)),
    theirs: heaviest(theirs, weigh(has.ours)),
  }
  const first = {
    ours: alone.ours,
    theirs: heaviest(theirs, weigh(has.ours, alone.ours)),
  }
  const second = {
    ours: heaviest(ours, weigh(has.theirs, alone.theirs)),
    theirs: alone.theirs,
  }
  const [one, other] = [worth(first, has), worth(second, has)]
  if (one !== other) return one > other ? first : second
  const names = [name(first), name(second)] as const
  // These choices differ only by the sides: taking one would make the result depend on their order.
  if (names[0] === names[1]) return alone
  return names[0] < names[1] ? first : second
}

type Weights = (index: number, count: number) => number

/**
 * The weight of each piece for staying in order: preferred pieces outweigh all others; then pieces
 * that the other side lacks count more.
 */
function weigh(other: Kept, preferred: Kept = new Map<number, number>()): Weights {
  return (index, count) => {
    const own = preferred.has(index) ? (count + 1) * (count + 1) : count + 1
    return other.has(index) ? own : own + 1
  }
}

/**
 * The worth of a choice: pieces in order on both sides count more than on one, and moved pieces
 * that the other side lacks count against it.
 */
function worth({ ours, theirs }: InOrder, has: InOrder): number {
  let sum = 0
  for (const [kept, mine, its, other] of [
    [ours, has.ours, has.theirs, theirs],
    [theirs, has.theirs, has.ours, ours],
  ] as const) {
    for (const index of mine.keys()) {
      if (kept.has(index)) sum += other.has(index) ? 3 : 2
      else if (!its.has(index)) sum -= mine.size + its.size
    }
  }
  return sum
}

/** The name of a choice: equal for two choices that differ only by a swap of the sides. */
function name({ ours, theirs }: InOrder): string {
  return [ours, theirs]
    .map((kept) => [...kept.keys()].join(' '))
    .toSorted()
    .join('|')
}

/** The increasing choice of pairs with the largest weight. */
function heaviest(pairs: Pairs, weightOf: Weights): Kept {
  const chains: Chain[] = []
  let best: Chain | undefined
  for (const pair of pairs) {
    const before = heaviestBefore(chains, pair[1])
    const weight = (before?.weight ?? 0) + weightOf(pair[0], pairs.length)
    const chain: Chain = { pair, before, weight }
    chains.push(chain)
    if (best === undefined || weight > best.weight) best = chain
  }
  const chosen: (readonly [number, number])[] = []
  for (let chain = best; chain !== undefined; chain = chain.before) {
    chosen.push(chain.pair)
  }
  return new Map(chosen.toReversed())
}

interface Chain {
  readonly pair: readonly [number, number]
  readonly before: Chain | undefined
  readonly weight: number
}

function heaviestBefore(chains: readonly Chain[], place: number): Chain | undefined {
  let best: Chain | undefined
  for (const chain of chains) {
    if (chain.pair[1] > place) continue
    if (best === undefined || chain.weight > best.weight) best = chain
  }
  return best
}
