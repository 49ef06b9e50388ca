import { compareCallbacks } from './callbacks.ts'
import {
  find,
  linkParts,
  resolved,
  type Comparison,
  type LocatedOperation,
  type PairNode,
} from './comparison.ts'
import { recordAt, recordOrEmptyAt, textAt, valueAt, type Located } from './located.ts'
import { compareParameters } from './parameters.ts'
import { linkSecurity } from './security.ts'
import { compareServers, serversOf } from './servers.ts'
import { compareDeprecation, noteTexts } from './texts.ts'
import { quoted } from './words.ts'

interface Pair {
  readonly before: LocatedOperation
  readonly after: LocatedOperation
}

/** Compares two operations that belong together; their parts are linked. */
export function compareOperations(
  comparison: Comparison,
  node: PairNode,
  pair: Pair,
): void {
  const [before, after] = [pair.before.at, pair.after.at]
  compareOperationIds(node, before, after)
  compareDeprecation(node, before, after)
  noteTexts(comparison, node, before, after)
  noteTexts(comparison, node, pair.before.item, pair.after.item)
  compareParameters(comparison, node, pair)
  compareRequestBodies(comparison, node, before, after)
  const responses = {
    before: recordOrEmptyAt(before, 'responses'),
    after: recordOrEmptyAt(after, 'responses'),
  }
  linkParts(comparison, node, { kind: 'responses', ...responses }, { isTurned: true })
  compareCallbacks(comparison, node, before, after)
  if (pair.after.isReversed) return
  linkSecurity(comparison, node, before, after)
  compareOwnServers(comparison, node, pair)
}

function compareOperationIds(node: PairNode, before: Located, after: Located): void {
  const [old, current] = [textAt(before, 'operationId'), textAt(after, 'operationId')]
  if (old === current) return
  find(node, {
    rule: 'operation-id-changed',
    at: after,
    says: () =>
      `The operation id changed from ${old === undefined ? 'none' : quoted(old)} to ${current === undefined ? 'none' : quoted(current)}.`,
  })
}

function compareRequestBodies(
  comparison: Comparison,
  node: PairNode,
  operation: Located,
  other: Located,
): void {
  const before = bodyOf(comparison, operation)
  const after = bodyOf(comparison, other)
  if (before !== undefined && after !== undefined) {
    linkParts(comparison, node, { kind: 'request-body', before, after })
  } else if (before !== undefined) {
    find(node, {
      rule: 'request-body-removed',
      at: before,
      says: () => 'The request body was removed.',
    })
  } else if (after !== undefined) {
    const isRequired = valueAt(after, 'required') === true
    find(node, {
      rule: isRequired ? 'required-request-body-added' : 'optional-request-body-added',
      at: after,
      says: () => `${isRequired ? 'A required' : 'An optional'} request body was added.`,
    })
  }
}

function bodyOf(comparison: Comparison, operation: Located): Located | undefined {
  const body = recordAt(operation, 'requestBody')
  return body && resolved(comparison, body)
}

/** Compares servers where the operation or its path has some of its own. */
function compareOwnServers(
  comparison: Comparison,
  node: PairNode,
  { before, after }: Pair,
): void {
  const old = serversOf(comparison.before, before)
  const current = serversOf(comparison.after, after)
  if (!old.isOwn && !current.isOwn) return
  compareServers(comparison, node, old, current)
}
