/** A cache that stores texts until more recently used ones need the room. */
export interface TextCache {
  readonly get: (key: string) => string | undefined
  readonly set: (key: string, text: string) => void
  readonly bytes: () => number
}

/** One text takes no more than this part of the room: a huge one must not empty the cache. */
const shareMax = 1 / 8

export function createTextCache({ bytesMax }: { readonly bytesMax: number }): TextCache {
  // A map has insertion order; a text that is read is inserted anew, so the oldest is first.
  const texts = new Map<string, string>()
  let bytes = 0

  function remove(key: string, text: string): void {
    texts.delete(key)
    bytes -= sizeOf(key, text)
  }

  return {
    bytes: () => bytes,
    get(key) {
      const text = texts.get(key)
      if (text === undefined) return undefined
      texts.delete(key)
      texts.set(key, text)
      return text
    },
    set(key, text) {
      const before = texts.get(key)
      if (before !== undefined) remove(key, before)
      const size = sizeOf(key, text)
      if (size > bytesMax * shareMax) return
      texts.set(key, text)
      bytes += size
      for (const [oldest, oldText] of texts) {
        if (bytes <= bytesMax) break
        remove(oldest, oldText)
      }
    },
  }
}

/** The bytes an entry takes at most: two for a code unit, and the overhead of the map. */
function sizeOf(key: string, text: string): number {
  return 2 * (key.length + text.length) + 128
}
