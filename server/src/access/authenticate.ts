import { sql } from 'kysely'

import type { Database } from '#/platform/database/database.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import { type ApiError, unauthenticated } from '#/platform/errors/api-error.ts'
import {
  type Authenticate,
  type Caller,
  isVisitor,
  type Reader,
  type SiteVisitor,
} from '#/platform/http/caller.ts'

import { hashToken, isWellFormedToken } from './api-token.ts'
import { isContentToken } from './content-token.ts'

// The time an answer is cached: half of the second within which a revocation must take effect.
const cachedMs = 500
const cacheEntriesMax = 20_000
const cacheBytesMax = 16 * 1024 * 1024
const lastUseEveryMs = 60_000

const selectToken = statement('access.token', (p: { hash: string }) =>
  sqlBuilder
    .selectFrom('api_token')
    .select(['id', 'account_id', 'scopes', 'organization_id'])
    .where('hash', '=', p.hash)
    .where((eb) =>
      eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<string>`now()`)]),
    ),
)

const touchToken = statement('access.touch-token', (p: { hash: string }) =>
  sqlBuilder
    .updateTable('api_token')
    .set({ last_used_at: sql`now()` })
    .where('hash', '=', p.hash)
    .where((eb) =>
      eb.or([
        eb('last_used_at', 'is', null),
        eb('last_used_at', '<', sql<string>`now() - interval '1 minute'`),
      ]),
    ),
)

/** The visitor whose token has this hash; undefined when the token is unknown or expired. */
export type FindVisitor = (hash: string) => Promise<SiteVisitor | undefined>

interface AuthenticatorOptions {
  readonly nowMs?: () => number
  readonly findVisitor?: FindVisitor
}

const nobody: FindVisitor = async () => Promise.resolve(undefined)

interface Entry {
  /** Undefined for a token that is unknown, expired or revoked. */
  readonly caller: Reader | undefined
  readonly untilMs: number
}

/**
 * Looks tokens up by their hash and caches each answer, also a refusal, for a moment. The clock
 * never goes back, unlike the time of day, which would keep a revoked token valid for longer.
 */
export function createAuthenticator(
  db: Database,
  { nowMs = () => performance.now(), findVisitor = nobody }: AuthenticatorOptions = {},
): Authenticate {
  const known = createEntries(nowMs)
  // Refusals have room of their own: tokens that somebody makes up never crowd out valid ones.
  const refused = createEntries(nowMs)
  const asking = new Map<string, Promise<Reader>>()
  const touchedMs = new Map<string, number>()

  return (authorization) => {
    const token = tokenFrom(authorization)
    const hash = hashToken(token)
    const entry = known.get(hash) ?? refused.get(hash)
    if (entry !== undefined && entry.untilMs > nowMs()) return callerOf(entry, hash)
    const pending = asking.get(hash) ?? ask(hash, isContentToken(token))
    asking.set(hash, pending)
    return pending
  }

  async function ask(hash: string, isOfSite: boolean): Promise<Reader> {
    // Computed before the query, so that the cached answer is never older than it seems.
    const untilMs = nowMs() + cachedMs
    try {
      const caller = await (isOfSite ? findVisitor(hash) : findUser(db, hash))
      const entry = { caller, untilMs }
      known.forget(hash)
      refused.forget(hash)
      const entries = caller === undefined ? refused : known
      entries.remember(hash, entry)
      return callerOf(entry, hash)
    } finally {
      asking.delete(hash)
    }
  }

  function callerOf({ caller }: Entry, hash: string): Reader {
    if (caller === undefined) throw badToken()
    if (!isVisitor(caller)) noteUse(hash)
    return caller
  }

  function noteUse(hash: string): void {
    const last = touchedMs.get(hash)
    const now = nowMs()
    if (last !== undefined && now - last < lastUseEveryMs) return
    remember(touchedMs, hash, now)
    // Nobody waits for the update, and losing one only makes "last used" a little older.
    db.transaction(async (tx) => tx.run(touchToken, { hash })).catch(() => undefined)
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

async function findUser(db: Database, hash: string): Promise<Caller | undefined> {
  const row = await db.first(selectToken, { hash })
  return (
    row && {
      userId: row.account_id,
      tokenId: row.id,
      mayWrite: row.scopes.includes('write'),
      organizationId: row.organization_id ?? undefined,
      fileMark: `u${hash}`,
    }
  )
}

/** The bearer of a token that the URL of a file names, for as long as the token is valid. */
export type FindMarked = (mark: string) => Promise<Reader | undefined>

export function createFindMarked(db: Database, findVisitor: FindVisitor): FindMarked {
  return async (mark) => {
    const hash = mark.slice(1)
    return mark.startsWith('v') ? findVisitor(hash) : findUser(db, hash)
  }
}

function tokenFrom(authorization: string): string {
  const [scheme = '', token = '', ...rest] = authorization.trim().split(/\s+/)
  if (scheme.toLowerCase() !== 'bearer' || token === '' || rest.length > 0) {
    throw unauthenticated(
      'The Authorization header must read "Bearer <token>", with one API token.',
    )
  }
  if (!isWellFormedToken(token) && !isContentToken(token)) throw badToken()
  return token
}

function badToken(): ApiError {
  return unauthenticated(
    'The API token is unknown, expired or revoked, or was not copied whole.',
  )
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
