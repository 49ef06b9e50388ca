import type { OperationName } from './change.ts'
import {
  below,
  memberOf,
  openDocument,
  type Located,
  type OpenApiDocument,
} from './located.ts'
import type { RuleId } from './rules.ts'
import type { SchemaView } from './schema-view.ts'

/** The ways that data goes, as bits: callers send it, callers receive it. */
export const sent = 1
export const received = 2
export const eitherWay = 3

/** A difference that was found, before it is known whom it reaches. */
export interface Finding {
  readonly rule: RuleId
  readonly at: Located
  readonly name?: string
  /** The ways that it counts for: a read-only field does not count where it would be sent. */
  readonly ways: number
  /** A sentence, given the name of its place. */
  readonly says: (where: string) => string
}

/** Two parts of the documents that belong together. Each pair is compared once. */
export interface PairNode {
  readonly subject: Subject
  readonly findings: Finding[]
  readonly edges: Edge[]
}

export interface Edge {
  readonly to: PairNode
  /** Whether data goes the other way there, as in responses. */
  readonly isTurned: boolean
  readonly ways: number
}

export type Subject =
  | { readonly kind: 'schema'; readonly before: SchemaView; readonly after: SchemaView }
  | {
      readonly kind: 'operation'
      readonly before: LocatedOperation
      readonly after: LocatedOperation
    }
  | {
      readonly kind:
        | 'parameter'
        | 'header'
        | 'request-body'
        | 'responses'
        | 'response'
        | 'security'
        | 'security-scheme'
        | 'root'
      readonly before: Located
      readonly after: Located
    }

export interface LocatedOperation {
  readonly at: Located
  /** The path item around it, whose parameters and servers it shares. */
  readonly item: Located
  readonly path: string
  /** Whether the API is the one that calls: in webhooks and callbacks. */
  readonly isReversed: boolean
}

/** An operation from which pairs are reached. */
export interface Root {
  readonly operation: OperationName | undefined
  readonly node: PairNode
  readonly ways: number
}

export interface Comparison {
  readonly before: OpenApiDocument
  readonly after: OpenApiDocument
  readonly roots: Root[]
  readonly nodes: Map<string, PairNode>
  /** Pairs in the order in which they are compared: those near the operations first. */
  readonly waiting: PairNode[]
  readonly ids: WeakMap<object, number>
  /** Views of schemas, by the object that is the schema. */
  readonly views: WeakMap<object, SchemaView>
  readonly nodesMax: number
  idsGiven: number
  comparedNodes: number
  isPartial: boolean
}

/** Ends a comparison whose budget is used up. */
export class BudgetSpent extends Error {}

export function openComparison(
  before: unknown,
  after: unknown,
  nodesMax: number,
): Comparison {
  return {
    before: openDocument(before, true),
    after: openDocument(after, false),
    roots: [],
    nodes: new Map(),
    waiting: [],
    ids: new WeakMap(),
    views: new WeakMap(),
    nodesMax,
    idsGiven: 0,
    comparedNodes: 0,
    isPartial: false,
  }
}

/** Counts parts of the documents that are looked at. */
export function spend(comparison: Comparison, nodes = 1): void {
  if (comparison.comparedNodes + nodes > comparison.nodesMax) {
    comparison.isPartial = true
    comparison.comparedNodes = comparison.nodesMax
    throw new BudgetSpent('The budget of the comparison is used up')
  }
  comparison.comparedNodes += nodes
}

/** A name for an object that holds as long as the comparison. */
export function idOf(comparison: Comparison, value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const known = comparison.ids.get(value)
  if (known !== undefined) return known
  comparison.idsGiven += 1
  comparison.ids.set(value, comparison.idsGiven)
  return comparison.idsGiven
}

export interface LinkOptions {
  readonly isTurned?: boolean
  readonly ways?: number
}

/** Has a pair compared, once, and notes that it is reached from here. */
export function link(
  comparison: Comparison,
  from: PairNode,
  to: { readonly key: string; readonly subject: Subject },
  { isTurned = false, ways = eitherWay }: LinkOptions = {},
): void {
  const key = `${to.subject.kind} ${to.key}`
  let node = comparison.nodes.get(key)
  if (node === undefined) {
    node = { subject: to.subject, findings: [], edges: [] }
    comparison.nodes.set(key, node)
    comparison.waiting.push(node)
  }
  from.edges.push({ to: node, isTurned, ways })
}

type PlainKind = Exclude<Subject['kind'], 'schema' | 'operation'>

/** Links two parts that are known by where they are written. */
export function linkParts(
  comparison: Comparison,
  from: PairNode,
  { kind, ...pair }: { kind: PlainKind; before: Located; after: Located },
  options?: LinkOptions,
): void {
  const key = `${placeId(comparison, pair.before)}|${placeId(comparison, pair.after)}`
  link(comparison, from, { key, subject: { kind, ...pair } }, options)
}

/** A name for a place, which is the same by whatever way it was reached. */
export function placeId(
  comparison: Comparison,
  { value, parent, token }: Located,
): string {
  if (parent === undefined) return `${idOf(comparison, value)}`
  return `${idOf(comparison, parent.value)}/${token}`
}

export function addRoot(
  comparison: Comparison,
  root: Omit<Root, 'node'> & { readonly before?: Located; readonly after?: Located },
): PairNode {
  const { operation, ways, before = comparison.before.root } = root
  const node: PairNode = {
    subject: { kind: 'root', before, after: root.after ?? comparison.after.root },
    findings: [],
    edges: [],
  }
  comparison.roots.push({ operation, ways, node })
  return node
}

type NewFinding = Omit<Finding, 'ways'> & { readonly ways?: number }

export function find(node: PairNode, finding: NewFinding): void {
  node.findings.push({ ways: eitherWay, ...finding })
}

const hopsMax = 32

/** Follows the reference that an object may be; undefined where it leads nowhere. */
export function resolved(comparison: Comparison, located: Located): Located | undefined {
  let at = located
  for (let hop = 0; hop < hopsMax; hop += 1) {
    const reference = memberOf(at.value, '$ref')
    if (typeof reference !== 'string') return at
    const target = targetOf(comparison, at.isOld, reference)
    if (target === undefined) return undefined
    at = target
  }
  return undefined
}

/** What a reference inside the document leads to. */
export function targetOf(
  comparison: Comparison,
  isOld: boolean,
  reference: string,
): Located | undefined {
  const { root, targets } = isOld ? comparison.before : comparison.after
  if (targets.has(reference)) return targets.get(reference)
  const target = walkTo(comparison, root, reference)
  targets.set(reference, target)
  return target
}

function walkTo(
  comparison: Comparison,
  root: Located,
  reference: string,
): Located | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined
  let at = root
  for (const part of reference.split('/').slice(1)) {
    spend(comparison)
    const token = unescaped(part)
    if (typeof at.value !== 'object' || at.value === null) return undefined
    if (!Object.hasOwn(at.value, token)) return undefined
    at = below(at, token, Reflect.get(at.value, token))
  }
  return at
}

function unescaped(part: string): string {
  const token = part.includes('%') ? decoded(part) : part
  return token.replaceAll('~1', '/').replaceAll('~0', '~')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
