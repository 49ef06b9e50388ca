import { hash } from 'node:crypto'

import { bucketKinds } from './rate-buckets.ts'

interface Window {
  count: number
  readonly endsMs: number
}

interface Counted {
  readonly current: number
  readonly ttl: number
}

/** The buckets of one process, for installations without Redis. */
export interface LocalBuckets {
  readonly count: (key: string, windowMs: number) => Counted
  /** The buckets in memory, by kind. */
  readonly sizes: () => Readonly<Record<string, number>>
}

/** The most buckets of a kind that count in the same minute: some 10 MB. */
const bucketsMax = 50_000
/** The buckets that all further callers of a kind share while there is no room. */
const sharedMax = 1024

/**
 * Counts by fixed windows. A bucket that counts is never dropped for another: callers who come when
 * there is no room share some buckets, so that many addresses neither take memory nor free anybody.
 */
export function createLocalBuckets({
  nowMs = () => performance.now(),
  max = bucketsMax,
}: { readonly nowMs?: () => number; readonly max?: number } = {}): LocalBuckets {
  // Kinds have room of their own: addresses can be had in any number, tokens and sites cannot.
  const tables = new Map(bucketKinds.map((kind) => [kind, createTable(max)]))
  return {
    count(key, windowMs) {
      const kind = bucketKinds.find((each) => key.startsWith(`${each} `))
      const table = tables.get(kind ?? 'address')
      const atMs = nowMs()
      const window = table?.windowOf(key, atMs, windowMs) ?? { count: 0, endsMs: atMs }
      window.count += 1
      return { current: window.count, ttl: window.endsMs - atMs }
    },
    sizes: () =>
      Object.fromEntries(
        bucketKinds.map((kind) => [kind, tables.get(kind)?.size() ?? 0]),
      ),
  }
}

function createTable(max: number) {
  // Windows are equally long and inserted when they begin, so the first one ends first.
  const own = new Map<string, Window>()
  const shared = new Map<string, Window>()

  function open(into: Map<string, Window>, key: string, endsMs: number): Window {
    const window = { count: 0, endsMs }
    into.delete(key)
    into.set(key, window)
    return window
  }

  function dropEnded(atMs: number): void {
    for (const [key, { endsMs }] of own) {
      if (endsMs > atMs) break
      own.delete(key)
    }
  }

  return {
    size: () => own.size + shared.size,
    windowOf(key: string, atMs: number, windowMs: number): Window {
      dropEnded(atMs)
      const known = own.get(key)
      if (known !== undefined) return known
      if (own.size < max) return open(own, key, atMs + windowMs)
      const place = sharedPlaceOf(key)
      const together = shared.get(place)
      if (together !== undefined && together.endsMs > atMs) return together
      return open(shared, place, atMs + windowMs)
    },
  }
}

function sharedPlaceOf(key: string): string {
  return String(hash('sha256', key, 'buffer').readUInt32BE() % sharedMax)
}
