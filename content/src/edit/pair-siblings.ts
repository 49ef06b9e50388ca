import { commonSubsequence, increasing, type Pairs } from '#/compare/sequence.ts'
import { fingerprint } from '#/document/fingerprint.ts'
import type { Block } from '#/document/nodes.ts'

import { innerBlocks } from './nested.ts'

/**
 * Which of the blocks before each of the blocks after takes the place of, in order: equal ones, then
 * those that hold some of the same, then those of one type, then whichever is left over.
 */
export function pairSiblings(
  before: readonly Block[],
  after: readonly Block[],
): ReadonlyMap<number, number> {
  const finders = [pairEqual, pairHolders, pairTypes, pairLeftOver]
  const pairs = finders.reduce<Pairs>(
    (found, find) =>
      [...found, ...pairBetween(found, before, after, find)].toSorted(byPlace),
    [],
  )
  return new Map(pairs.map(([left, right]) => [right, left]))
}

type Finder = (before: readonly Block[], after: readonly Block[]) => Pairs

function byPlace([one]: Pairs[number], [other]: Pairs[number]): number {
  return one - other
}

/** What a finder pairs in each gap between the pairs there are. */
function pairBetween(
  pairs: Pairs,
  before: readonly Block[],
  after: readonly Block[],
  find: Finder,
): Pairs {
  let left = 0
  let right = 0
  const ends = [...pairs, [before.length, after.length] as const]
  return ends.flatMap(([leftEnd, rightEnd]) => {
    const [fromLeft, fromRight] = [left, right]
    left = leftEnd + 1
    right = rightEnd + 1
    if (fromLeft === leftEnd || fromRight === rightEnd) return []
    return find(before.slice(fromLeft, leftEnd), after.slice(fromRight, rightEnd)).map(
      ([one, other]) => [fromLeft + one, fromRight + other] as const,
    )
  })
}

const pairEqual: Finder = (before, after) =>
  commonSubsequence(before.map(fingerprint), after.map(fingerprint))

const pairTypes: Finder = (before, after) =>
  commonSubsequence(
    before.map(({ type }) => type),
    after.map(({ type }) => type),
  )

const pairLeftOver: Finder = (before, after) =>
  before.slice(0, after.length).map((_, index) => [index, index])

/** Containers of one type that have the most blocks in common. */
const pairHolders: Finder = (before, after) => {
  const holders = new Map<string, number>()
  before.forEach((block, index) => {
    for (const inner of innerBlocks(block) ?? []) {
      holders.set(`${block.type} ${fingerprint(inner)}`, index)
    }
  })
  if (holders.size === 0) return []
  const found = after.flatMap((block, right) => {
    const counts = new Map<number, number>()
    for (const inner of innerBlocks(block) ?? []) {
      const left = holders.get(`${block.type} ${fingerprint(inner)}`)
      if (left !== undefined) counts.set(left, (counts.get(left) ?? 0) + 1)
    }
    return [...counts].map(([left, count]) => ({ left, right, count }))
  })
  const partners = new Map<number, number>()
  const taken = new Set<number>()
  for (const { left, right } of found.toSorted((one, other) => other.count - one.count)) {
    if (partners.has(left) || taken.has(right)) continue
    partners.set(left, right)
    taken.add(right)
  }
  return increasing([...partners].toSorted(byPlace))
}
