import {
  find,
  link,
  placeId,
  resolved,
  type Comparison,
  type PairNode,
} from './comparison.ts'
import { listNamed } from './named-parts.ts'
import { recordOrEmptyAt, recordsIn, type Located } from './located.ts'
import { operationsOf } from './list-operations.ts'
import { quoted } from './words.ts'

/** A request that the API makes to a URL that a caller gave: to the caller, it is received. */
interface CallbackOperation {
  readonly at: Located
  readonly item: Located
  readonly path: string
  readonly callback: string
}

/** Compares the callbacks of two operations, by name, expression and method. */
export function compareCallbacks(
  comparison: Comparison,
  node: PairNode,
  operation: Located,
  other: Located,
): void {
  const before = callbacksOf(comparison, operation)
  const after = callbacksOf(comparison, other)
  for (const [key, old] of before) {
    const current = after.get(key)
    if (current === undefined) {
      noteCallback(node, old, 'removed')
      continue
    }
    const id = `${placeId(comparison, old.at)}|${placeId(comparison, current.at)}`
    const subject = {
      kind: 'operation' as const,
      before: { ...old, isReversed: true },
      after: { ...current, isReversed: true },
    }
    link(comparison, node, { key: id, subject }, { isTurned: true })
  }
  for (const [key, current] of after) {
    if (!before.has(key)) noteCallback(node, current, 'added')
  }
}

function noteCallback(
  node: PairNode,
  { at, callback }: CallbackOperation,
  how: 'added' | 'removed',
): void {
  find(node, {
    rule: `callback-${how}`,
    at,
    name: callback,
    says: () => `The callback ${quoted(callback)} was ${how}.`,
  })
}

function callbacksOf(
  comparison: Comparison,
  operation: Located,
): ReadonlyMap<string, CallbackOperation> {
  const found = new Map<string, CallbackOperation>()
  const callbacks = recordOrEmptyAt(operation, 'callbacks')
  for (const [callback, expressions] of listNamed(comparison, callbacks)) {
    for (const place of recordsIn(expressions)) {
      const item = resolved(comparison, place)
      if (item === undefined) continue
      const path = place.token
      for (const [method, at] of operationsOf(comparison, item)) {
        found.set(JSON.stringify([callback, path, method]), { at, item, path, callback })
      }
    }
  }
  return found
}
