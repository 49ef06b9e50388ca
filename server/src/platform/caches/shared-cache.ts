import { weightOf } from './weight-of.ts'

/** Values that never change once they are made, cached for as long as there is room. */
export interface SharedCache {
  readonly get: (key: string) => unknown
  readonly set: (key: string, value: unknown) => void
  /** The value under a key, made once for all who ask while it is being made. */
  readonly share: (key: string, make: () => Promise<unknown>) => Promise<unknown>
}

/** One value takes no more than this part of the room: a huge one must not empty the cache. */
const shareMax = 1 / 2

export function createSharedCache({
  bytesMax,
}: {
  readonly bytesMax: number
}): SharedCache {
  // A map has insertion order; a value that is read is inserted anew, so the oldest is first.
  const values = new Map<string, { readonly value: unknown; readonly bytes: number }>()
  const flights = new Map<string, Promise<unknown>>()
  let bytes = 0

  function remove(key: string): void {
    bytes -= values.get(key)?.bytes ?? 0
    values.delete(key)
  }

  const cache: SharedCache = {
    get(key) {
      const found = values.get(key)
      if (found === undefined) return undefined
      values.delete(key)
      values.set(key, found)
      return found.value
    },
    set(key, value) {
      remove(key)
      const own = weightOf(value) + weightOf(key)
      if (own > bytesMax * shareMax) return
      values.set(key, { value, bytes: own })
      bytes += own
      for (const oldest of values.keys()) {
        if (bytes <= bytesMax) break
        remove(oldest)
      }
    },
    async share(key, make) {
      const known = cache.get(key) ?? flights.get(key)
      if (known !== undefined) return known
      const flight = made(key, make)
      flights.set(key, flight)
      return flight
    },
  }

  async function made(key: string, make: () => Promise<unknown>): Promise<unknown> {
    try {
      const value = await make()
      cache.set(key, value)
      return value
    } finally {
      flights.delete(key)
    }
  }

  return cache
}
