import { copyOf, isRecord, type JsonRecord, ownValue, setOwn } from './json-value.ts'
import type { PathNode } from './search.ts'

/**
 * Merges an update into an object, as the Overlay Specification says: objects key by key, lists one
 * after the other; everything else is replaced.
 */
export function mergeInto(target: JsonRecord, update: Readonly<JsonRecord>): void {
  for (const key of Object.keys(update)) {
    const value = ownValue(update, key)
    const old = ownValue(target, key)
    if (isRecord(old) && isRecord(value)) {
      mergeInto(old, value)
    } else if (Array.isArray(old) && Array.isArray(value)) {
      for (const each of value) old.push(copyOf(each))
    } else {
      setOwn(target, key, copyOf(value))
    }
  }
}

/** Removes places from what holds them; all of a list at once, since the others move up. */
export function removeAll(nodes: readonly PathNode[]): void {
  const gone = new Map<unknown[], Set<number | string>>()
  for (const { parent, key } of nodes) {
    if (Array.isArray(parent)) {
      const keys = gone.get(parent) ?? new Set()
      gone.set(parent, keys.add(key))
    } else if (parent !== undefined) {
      // oxlint-disable-next-line typescript/no-dynamic-delete -- the key was found in it
      delete parent[key]
    }
  }
  for (const [list, keys] of gone) {
    const kept = list.filter((_, index) => !keys.has(index))
    list.length = 0
    for (const each of kept) list.push(each)
  }
}
