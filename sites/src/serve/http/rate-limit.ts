export interface RateLimit {
  /** Counts a request; returns the seconds to wait if it is one too many, else undefined. */
  check(address: string): number | undefined
}

const windowMs = 60_000
const addressesMax = 20_000

/** Counts calls per address and minute; forgets the oldest addresses rather than grow. */
export function rateLimit(perMinuteMax: number, now: () => number = Date.now): RateLimit {
  const windows = new Map<string, { count: number; readonly endsMs: number }>()
  return {
    check(address) {
      if (perMinuteMax === 0) return undefined
      const at = now()
      let window = windows.get(address)
      if (window === undefined || window.endsMs <= at) {
        windows.delete(address)
        window = { count: 0, endsMs: at + windowMs }
        windows.set(address, window)
        if (windows.size > addressesMax) {
          const oldest = windows.keys().next()
          if (oldest.done !== true) windows.delete(oldest.value)
        }
      }
      window.count += 1
      if (window.count <= perMinuteMax) return undefined
      return Math.ceil((window.endsMs - at) / 1000)
    },
  }
}
