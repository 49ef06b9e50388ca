/** Stores the entries that were used last, within a limit in bytes. */
export interface ByteLru<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value, bytes: number): void
  delete(key: string): void
  clear(): void
  readonly bytes: number
  readonly size: number
}

interface Held<Value> {
  readonly value: Value
  readonly bytes: number
}

/** The bytes of an entry besides its key and value: the map's slot and the object around it. */
const bytesPerEntry = 200

export function byteLru<Value>(bytesMax: number): ByteLru<Value> {
  // A Map remembers the order of insertion: the first key is the least recently used.
  const held = new Map<string, Held<Value>>()
  let bytes = 0

  function remove(key: string): void {
    const found = held.get(key)
    if (found === undefined) return
    bytes -= found.bytes
    held.delete(key)
  }

  return {
    get(key) {
      const found = held.get(key)
      if (found === undefined) return undefined
      held.delete(key)
      held.set(key, found)
      return found.value
    },
    set(key, value, valueBytes) {
      remove(key)
      const cost = valueBytes + key.length * 2 + bytesPerEntry
      if (cost > bytesMax) return
      held.set(key, { value, bytes: cost })
      bytes += cost
      while (bytes > bytesMax) {
        const oldest = held.keys().next()
        if (oldest.done === true) break
        remove(oldest.value)
      }
    },
    delete: remove,
    clear() {
      held.clear()
      bytes = 0
    },
    get bytes() {
      return bytes
    },
    get size() {
      return held.size
    },
  }
}
