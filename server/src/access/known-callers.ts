import type { ApiError } from '#/platform/errors/api-error.ts'
import { type Caller, isVisitor, type Reader } from '#/platform/http/caller.ts'

// The time an answer is cached: half of the second within which a revocation must take effect.
const cachedMs = 500
const cacheEntriesMax = 20_000
const cacheBytesMax = 16 * 1024 * 1024
const lastUseEveryMs = 60_000

/** How a kind of secret is looked up. */
export interface Lookup {
  readonly find: (hash: string) => Promise<Reader | undefined>
  /** Writes the time of a use of what was found. One that must not be lost is its own care. */
  readonly touch: (hash: string, caller: Caller) => Promise<unknown>
  /** The refusal of what was not found. */
  readonly refusal: () => ApiError
}

interface Entry {
  /** Undefined for a secret that is unknown, expired or revoked. */
  readonly caller: Reader | undefined
  readonly untilMs: number
}

/**
 * Looks secrets up by their hash and caches each answer, also a refusal, for a moment. The clock
 * never goes back, unlike the time of day, which would keep a revoked secret valid for longer.
 */
export function createKnownCallers(nowMs: () => number) {
  const known = createEntries(nowMs)
  // Refusals have room of their own: secrets that somebody makes up never crowd out valid ones.
  const refused = createEntries(nowMs)
  const asking = new Map<string, Promise<Reader>>()
  const touchedMs = new Map<string, number>()

  return (hash: string, lookup: Lookup): Promise<Reader> | Reader => {
    const entry = known.get(hash) ?? refused.get(hash)
    if (entry !== undefined && entry.untilMs > nowMs()) {
      return callerOf(entry, hash, lookup)
    }
    const pending = asking.get(hash) ?? ask(hash, lookup)
    asking.set(hash, pending)
    return pending
  }

  async function ask(hash: string, lookup: Lookup): Promise<Reader> {
    // Computed before the query, so that the cached answer is never older than it seems.
    const untilMs = nowMs() + cachedMs
    try {
      const caller = await lookup.find(hash)
      const entry = { caller, untilMs }
      known.forget(hash)
      refused.forget(hash)
      const entries = caller === undefined ? refused : known
      entries.remember(hash, entry)
      return callerOf(entry, hash, lookup)
    } finally {
      asking.delete(hash)
    }
  }

  function callerOf({ caller }: Entry, hash: string, lookup: Lookup): Reader {
    if (caller === undefined) throw lookup.refusal()
    if (!isVisitor(caller)) noteUse(hash, caller, lookup)
    return caller
  }

  function noteUse(hash: string, caller: Caller, { touch }: Lookup): void {
    const last = touchedMs.get(hash)
    const now = nowMs()
    if (last !== undefined && now - last < lastUseEveryMs) return
    remember(touchedMs, hash, now)
    // Nobody waits for the update, and losing one only makes "last used" a little older.
    touch(hash, caller).catch(() => undefined)
  }
}

/** Answers until they end, and no more of them than there is room for: the oldest go first. */
function createEntries(nowMs: () => number) {
  const entries = new Map<string, Entry>()
  let bytes = 0

  function forget(hash: string): void {
    const entry = entries.get(hash)
    if (entry === undefined) return
    bytes -= bytesOf(entry)
    entries.delete(hash)
  }

  return {
    get: (hash: string) => entries.get(hash),
    forget,
    remember(hash: string, entry: Entry): void {
      forget(hash)
      entries.set(hash, entry)
      bytes += bytesOf(entry)
      for (const [oldest, { untilMs }] of entries) {
        const hasRoom = entries.size <= cacheEntriesMax && bytes <= cacheBytesMax
        if (hasRoom && untilMs > nowMs()) break
        forget(oldest)
      }
    },
  }
}

function bytesOf({ caller }: Entry): number {
  return caller !== undefined && isVisitor(caller) ? caller.bytes : 0
}

/** Sets a key and, in a full map, deletes the oldest: maps iterate in order of insertion. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > cacheEntriesMax) {
    const oldest = map.keys().next()
    if (oldest.done !== true) map.delete(oldest.value)
  }
}
