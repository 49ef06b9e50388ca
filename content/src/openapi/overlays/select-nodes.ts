import { type JSONPathQuery, jsonpath, TokenKind } from 'json-p3'

import { isContainer, isRecord, ownValue } from './json-value.ts'
import { isTrue } from './filters.ts'
import { type PathNode, type Search, spend } from './search.ts'

export function openSearch(document: unknown, stepsMax: number): Search {
  const root = { value: document, key: '', depth: 1 }
  return { root, select: selectNodes, stepsLeft: stepsMax }
}

function selectNodes(
  search: Search,
  query: JSONPathQuery,
  from: PathNode,
): Iterable<PathNode> {
  let nodes: Iterable<PathNode> = [from]
  for (const { token, selectors } of query.segments) {
    const isDescent = token.kind === TokenKind.DDOT
    nodes = through(search, isDescent ? descend(search, nodes) : nodes, selectors)
  }
  return nodes
}

type Selector = JSONPathQuery['segments'][number]['selectors'][number]

function* through(
  search: Search,
  nodes: Iterable<PathNode>,
  selectors: readonly Selector[],
): Generator<PathNode> {
  for (const node of nodes) {
    for (const selector of selectors) yield* selected(search, node, selector)
  }
}

function* descend(search: Search, nodes: Iterable<PathNode>): Generator<PathNode> {
  for (const node of nodes) {
    const waiting = [children(search, [node])]
    for (let last = waiting.at(-1); last !== undefined; last = waiting.at(-1)) {
      const next = last.next()
      if (next.done === true) {
        waiting.pop()
        continue
      }
      yield next.value
      if (isContainer(next.value.value)) waiting.push(childrenOf(search, next.value))
    }
  }
}

function* children(search: Search, nodes: readonly PathNode[]): Generator<PathNode> {
  for (const node of nodes) {
    spend(search)
    yield node
  }
}

function* childrenOf(search: Search, { value, depth }: PathNode): Generator<PathNode> {
  if (Array.isArray(value)) {
    const list: unknown[] = value
    for (let key = 0; key < list.length; key++) {
      spend(search)
      yield { value: list[key], parent: list, key, depth: depth + 1 }
    }
  } else if (isRecord(value)) {
    for (const key of Object.keys(value)) {
      spend(search)
      yield { value: value[key], parent: value, key, depth: depth + 1 }
    }
  }
}

const { NameSelector, IndexSelector, SliceSelector, WildcardSelector, FilterSelector } =
  jsonpath.selectors

function* selected(
  search: Search,
  node: PathNode,
  selector: Selector,
): Generator<PathNode> {
  spend(search)
  if (selector instanceof NameSelector) {
    yield* named(node, selector.name)
  } else if (selector instanceof IndexSelector) {
    yield* indexed(node, selector.index)
  } else if (selector instanceof SliceSelector) {
    yield* sliced(search, node, selector)
  } else if (selector instanceof WildcardSelector) {
    yield* childrenOf(search, node)
  } else if (selector instanceof FilterSelector) {
    for (const child of childrenOf(search, node)) {
      if (isTrue(search, selector.expression, child)) yield child
    }
  }
}

function* named({ value, depth }: PathNode, key: string): Generator<PathNode> {
  if (!isRecord(value) || !Object.hasOwn(value, key)) return
  yield { value: ownValue(value, key), parent: value, key, depth: depth + 1 }
}

function* indexed({ value, depth }: PathNode, index: number): Generator<PathNode> {
  if (!Array.isArray(value)) return
  const list: unknown[] = value
  const key = index < 0 ? list.length + index : index
  if (key < 0 || key >= list.length) return
  yield { value: list[key], parent: list, key, depth: depth + 1 }
}

interface Slice {
  readonly start?: number | undefined
  readonly stop?: number | undefined
  readonly step?: number | undefined
}

function* sliced(
  search: Search,
  { value, depth }: PathNode,
  { start, stop, step = 1 }: Slice,
): Generator<PathNode> {
  if (!Array.isArray(value) || step === 0) return
  const list: unknown[] = value
  const { length } = list
  const isForward = step > 0
  const [lowest, highest] = isForward ? [0, length] : [-1, length - 1]
  const bounded = (index: number) =>
    Math.min(Math.max(index < 0 ? length + index : index, lowest), highest)
  const first = start === undefined ? (isForward ? 0 : length - 1) : bounded(start)
  const end = stop === undefined ? (isForward ? length : -1) : bounded(stop)
  for (let key = first; isForward ? key < end : key > end; key += step) {
    spend(search)
    yield { value: list[key], parent: list, key, depth: depth + 1 }
  }
}
