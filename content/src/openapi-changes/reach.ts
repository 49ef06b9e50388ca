import type { OperationName } from './change.ts'
import {
  eitherWay,
  received,
  sent,
  type Comparison,
  type Edge,
  type Finding,
  type PairNode,
  type Root,
} from './comparison.ts'

/** The operations that a finding reaches, and the ways that data goes there. */
export interface Reach {
  readonly ways: number
  /** The first few, by path and method. */
  readonly first: readonly OperationName[]
  readonly count: number
}

export interface Found {
  readonly finding: Finding
  readonly nodes: readonly PairNode[]
}

const firstMax = 5
const stepsMax = 2_000_000

/**
 * Finds whom findings reach. The ways are exact whatever the size of the documents: they decide
 * what is breaking. Counting operations ends after a number of steps, and then says less.
 */
export function findReach<Each extends Found>(
  comparison: Comparison,
  all: readonly Each[],
): (each: Each) => Reach {
  const ways = spreadWays(comparison.roots)
  const found = new Map<PairNode, Counted[]>()
  const counts = new Map<Each, Counted>()
  for (const each of all) {
    const counted: Counted = {
      finding: each.finding,
      first: [],
      count: 0,
      last: undefined,
    }
    counts.set(each, counted)
    for (const node of each.nodes) {
      const known = found.get(node)
      if (known === undefined) found.set(node, [counted])
      else known.push(counted)
    }
  }
  const roots = comparison.roots.toSorted((one, other) =>
    byOperation(one.operation, other.operation),
  )
  const walk = { found, useful: leadingTo(comparison, found), steps: 0 }
  for (const root of roots) countFrom(root, walk)
  if (walk.steps > stepsMax) comparison.isPartial = true
  return (each) => {
    const { first = [], count = 0 } = counts.get(each) ?? {}
    const reached = each.nodes.reduce((sum, node) => sum | (ways.get(node) ?? 0), 0)
    return { ways: reached, first, count }
  }
}

interface Counted {
  readonly finding: Finding
  readonly first: OperationName[]
  count: number
  /** The operation that was counted last, so that none counts twice. */
  last: OperationName | undefined
}

function spreadWays(roots: readonly Root[]): ReadonlyMap<PairNode, number> {
  const ways = new Map<PairNode, number>()
  const waiting: (readonly [PairNode, number])[] = roots.map(({ node, ways: start }) => [
    node,
    start,
  ])
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, added] = next
    const known = ways.get(node) ?? 0
    const all = known | added
    if (all === known) continue
    ways.set(node, all)
    for (const edge of node.edges) {
      const passed = passedOn(edge, all)
      if ((passed & ~(ways.get(edge.to) ?? 0)) !== 0) waiting.push([edge.to, passed])
    }
  }
  return ways
}

function passedOn({ isTurned, ways }: Edge, from: number): number {
  return (isTurned ? turned(from) : from) & ways
}

function turned(ways: number): number {
  return ((ways & sent) === 0 ? 0 : received) | ((ways & received) === 0 ? 0 : sent)
}

/** The pairs from which a finding is reached: no others need be walked for each operation. */
function leadingTo(
  { nodes, roots }: Comparison,
  found: ReadonlyMap<PairNode, unknown>,
): ReadonlySet<PairNode> {
  const parents = new Map<PairNode, PairNode[]>()
  for (const node of [...roots.map((root) => root.node), ...nodes.values()]) {
    for (const { to } of node.edges) {
      const known = parents.get(to)
      if (known === undefined) parents.set(to, [node])
      else known.push(node)
    }
  }
  const leading = new Set<PairNode>(found.keys())
  const waiting = [...leading]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const parent of parents.get(node) ?? []) {
      if (leading.has(parent)) continue
      leading.add(parent)
      waiting.push(parent)
    }
  }
  return leading
}

interface Walk {
  readonly found: ReadonlyMap<PairNode, readonly Counted[]>
  readonly useful: ReadonlySet<PairNode>
  steps: number
}

function countFrom({ operation, node: start, ways: startWays }: Root, walk: Walk): void {
  if (operation === undefined || !walk.useful.has(start)) return
  const seen = new Map<PairNode, number>()
  const waiting: (readonly [PairNode, number])[] = [[start, startWays]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, ways] = next
    const known = seen.get(node) ?? 0
    if ((ways & ~known) === 0) continue
    seen.set(node, known | ways)
    for (const counted of walk.found.get(node) ?? []) countOnce(counted, operation, ways)
    for (const edge of node.edges) {
      walk.steps += 1
      if (walk.steps > stepsMax) return
      const passed = passedOn(edge, ways)
      if (passed !== 0 && walk.useful.has(edge.to)) waiting.push([edge.to, passed])
    }
  }
}

function countOnce(counted: Counted, operation: OperationName, ways: number): void {
  if (counted.last === operation || (ways & eitherWay) === 0) return
  counted.last = operation
  counted.count += 1
  if (counted.first.length < firstMax) counted.first.push(operation)
}

export function byOperation(
  one: OperationName | undefined,
  other: OperationName | undefined,
): number {
  return (
    byText(one?.path ?? '', other?.path ?? '') ||
    byText(one?.method ?? '', other?.method ?? '')
  )
}

export function byText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
