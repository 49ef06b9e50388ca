import type { NamedOperation } from './list-operations.ts'
import { templateOf } from './list-operations.ts'

export interface MatchedOperations {
  readonly matches: readonly (readonly [NamedOperation, NamedOperation])[]
  /** The same operation id under another path or method. */
  readonly moved: readonly (readonly [NamedOperation, NamedOperation])[]
  readonly removed: readonly NamedOperation[]
  readonly added: readonly NamedOperation[]
}

/** Matches operations by path and method, then by the path's form, then by operation id. */
export function matchOperations(
  before: readonly NamedOperation[],
  after: readonly NamedOperation[],
): MatchedOperations {
  const exact = matchBy(before, after, ({ name }) => `${name.method} ${name.path}`)
  const formed = matchBy(
    exact.removed,
    exact.added,
    ({ name }) => `${name.method} ${templateOf(name.path)}`,
  )
  const moved = matchBy(formed.removed, formed.added, ({ name }) => name.operationId)
  return {
    matches: [...exact.matches, ...formed.matches],
    moved: moved.matches,
    removed: moved.removed,
    added: moved.added,
  }
}

function matchBy(
  before: readonly NamedOperation[],
  after: readonly NamedOperation[],
  keyOf: (operation: NamedOperation) => string | undefined,
): Omit<MatchedOperations, 'moved'> {
  const waiting = new Map<string, NamedOperation>()
  for (const operation of after) {
    const key = keyOf(operation)
    if (key !== undefined && !waiting.has(key)) waiting.set(key, operation)
  }
  const matches: (readonly [NamedOperation, NamedOperation])[] = []
  const removed: NamedOperation[] = []
  const taken = new Set<NamedOperation>()
  for (const operation of before) {
    const key = keyOf(operation)
    const other = key === undefined ? undefined : waiting.get(key)
    if (key === undefined || other === undefined) {
      removed.push(operation)
      continue
    }
    waiting.delete(key)
    taken.add(other)
    matches.push([operation, other])
  }
  return { matches, removed, added: after.filter((each) => !taken.has(each)) }
}
