import { commonSubsequence, increasing, type Pairs } from '#/compare/sequence.ts'
import { fingerprint } from '#/document/fingerprint.ts'
import type { Block } from '#/document/nodes.ts'

import { innerBlocks } from './nested.ts'

/**
 * Assigns to each block of `after` the block of `before` whose place it takes, in order: equal
 * blocks, then containers with common blocks, then blocks of one type, then the rest.
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

/** The pairs that a finder adds in each gap between the existing pairs. */
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

/** Pairs containers of one type that have the most blocks in common. */
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
