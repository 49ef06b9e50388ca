import { hash } from 'node:crypto'

export interface RateLimit {
  /** Counts a request; returns the seconds to wait if it is one too many, else undefined. */
  check(address: string): number | undefined
}

interface Window {
  count: number
  readonly endsMs: number
}

const windowMs = 60_000
const addressesMax = 20_000
/** The windows that all further addresses share while there is no room. */
const sharedMax = 1024

/**
 * Counts calls per address and minute. A window that counts is never dropped for another: addresses
 * that come when there is no room share some, so that many addresses free nobody.
 */
export function rateLimit(
  perMinuteMax: number,
  now: () => number = Date.now,
  max = addressesMax,
): RateLimit {
  // Windows are equally long and inserted when they begin, so the first one ends first.
  const windows = new Map<string, Window>()
  const shared = new Map<number, Window>()

  function windowOf(address: string, at: number): Window {
    for (const [ended, { endsMs }] of windows) {
      if (endsMs > at) break
      windows.delete(ended)
    }
    const known = windows.get(address)
    if (known !== undefined) return known
    const fresh = { count: 0, endsMs: at + windowMs }
    if (windows.size < max) {
      windows.set(address, fresh)
      return fresh
    }
    const place = hash('sha256', address, 'buffer').readUInt32BE() % sharedMax
    const together = shared.get(place)
    if (together !== undefined && together.endsMs > at) return together
    shared.set(place, fresh)
    return fresh
  }

  return {
    check(address) {
      if (perMinuteMax === 0) return undefined
      const at = now()
      const window = windowOf(networkOf(address), at)
      window.count += 1
      if (window.count <= perMinuteMax) return undefined
      return Math.ceil((window.endsMs - at) / 1000)
    },
  }
}

/** The network around an IPv6 address, all of which its owner has; other addresses as they are. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::')
  if (!address.includes(':') || address.includes('.')) {
    return address.replace(/^::ffff:/i, '')
  }
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from(
    { length: Math.max(0, 8 - first.length - last.length) },
    () => '0',
  )
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
