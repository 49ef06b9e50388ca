import type { OpenApiChanges } from './change.ts'
import { collectChanges } from './collect-changes.ts'
import {
  addRoot,
  BudgetSpent,
  find,
  link,
  openComparison,
  placeId,
  received,
  sent,
  type Comparison,
  type PairNode,
} from './comparison.ts'
import {
  listOperations,
  parameterNamesOf,
  type NamedOperation,
} from './list-operations.ts'
import { recordOrEmptyAt } from './located.ts'
import { matchOperations } from './match-operations.ts'
import { compareOperations } from './operations.ts'
import { compareParameter } from './parameters.ts'
import { compareRequestBody, compareResponse, compareResponses } from './responses.ts'
import { compareSchemas } from './schemas.ts'
import { compareSchemes, compareSecurity } from './security.ts'
import { compareServers, serversOf } from './servers.ts'
import { noteTexts } from './texts.ts'
import { quoted } from './words.ts'

export interface CompareOpenApiOptions {
  /** The budget: how many parts of the documents are compared at most. */
  readonly nodesMax?: number
}

const nodesMaxUsual = 500_000

/** What changed between two OpenAPI documents of version 3.1 or 3.2. Takes anything, never throws. */
export function compareOpenApi(
  before: unknown,
  after: unknown,
  { nodesMax = nodesMaxUsual }: CompareOpenApiOptions = {},
): OpenApiChanges {
  const comparison = openComparison(before, after, nodesMax)
  try {
    compareDocuments(comparison)
    for (const node of comparison.waiting) comparePair(comparison, node)
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error
  }
  const changes = collectChanges(comparison)
  const { isPartial, comparedNodes } = comparison
  return { changes, isPartial, comparedNodes }
}

function compareDocuments(comparison: Comparison): void {
  const { before, after } = comparison
  const node = addRoot(comparison, { operation: undefined, ways: 0 })
  noteTexts(comparison, node, before.root, after.root)
  noteTexts(
    comparison,
    node,
    recordOrEmptyAt(before.root, 'info'),
    recordOrEmptyAt(after.root, 'info'),
  )
  compareServers(comparison, node, serversOf(before), serversOf(after))
  for (const section of ['paths', 'webhooks'] as const) {
    const { matches, moved, removed, added } = matchOperations(
      listOperations(comparison, before, section),
      listOperations(comparison, after, section),
    )
    for (const [old, current] of matches) matchRoot(comparison, old, current)
    for (const [old, current] of moved) {
      noteMoved(matchRoot(comparison, old, current), old, current)
    }
    for (const operation of removed) noteOperation(comparison, operation, 'removed')
    for (const operation of added) noteOperation(comparison, operation, 'added')
  }
}

function waysOf({ isReversed }: NamedOperation): number {
  return isReversed ? received : sent
}

function matchRoot(
  comparison: Comparison,
  before: NamedOperation,
  after: NamedOperation,
): PairNode {
  const root = addRoot(comparison, { operation: after.name, ways: waysOf(after) })
  const places = [before, after].map(({ at, path }) => [placeId(comparison, at), path])
  const subject = { kind: 'operation' as const, before, after }
  link(comparison, root, { key: JSON.stringify(places), subject })
  const names = parameterNamesOf(before.path)
  for (const [position, name] of parameterNamesOf(after.path).entries()) {
    const old = names[position]
    if (old === name || old === undefined) continue
    find(root, {
      rule: 'path-parameter-renamed',
      at: after.item,
      name,
      says: () => `The path parameter ${quoted(old)} is now called ${quoted(name)}.`,
    })
  }
  return root
}

function spelled({ name: { method, path } }: NamedOperation): string {
  return quoted(`${method.toUpperCase()} ${path}`)
}

function noteMoved(node: PairNode, before: NamedOperation, after: NamedOperation): void {
  find(node, {
    rule: 'operation-moved',
    at: after.at,
    says: () => `The operation moved from ${spelled(before)} to ${spelled(after)}.`,
  })
}

function noteOperation(
  comparison: Comparison,
  operation: NamedOperation,
  how: 'added' | 'removed',
): void {
  const { name, at, isReversed } = operation
  const node = addRoot(comparison, { operation: name, ways: waysOf(operation) })
  const noun = isReversed ? 'webhook' : 'operation'
  find(node, {
    rule: `${noun}-${how}`,
    at,
    says: () => `The ${noun} ${spelled(operation)} was ${how}.`,
  })
}

function comparePair(comparison: Comparison, node: PairNode): void {
  const { subject } = node
  switch (subject.kind) {
    case 'schema':
      return compareSchemas(comparison, node, subject)
    case 'operation':
      return compareOperations(comparison, node, subject)
    case 'parameter':
    case 'header':
      return compareParameter(comparison, node, { ...subject, kind: subject.kind })
    case 'request-body':
      return compareRequestBody(comparison, node, subject)
    case 'responses':
      return compareResponses(comparison, node, subject)
    case 'response':
      return compareResponse(comparison, node, subject)
    case 'security':
      return compareSecurity(comparison, node, subject)
    case 'security-scheme':
      return compareSchemes(comparison, node, subject)
    case 'root':
      return undefined
  }
}
