import { type RawBuilder, sql } from 'kysely'

import type { Config } from '#/platform/config/config.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import { ApiError, unauthenticated } from '#/platform/errors/api-error.ts'
import type {
  AuthenticateSession,
  Caller,
  RenewedSession,
  SessionOfCaller,
} from '#/platform/http/caller.ts'

import { createKnownCallers } from './known-callers.ts'
import { hashOfSecret, secretForm } from './secret-form.ts'

/** 43 characters of 62 are 256 bits. */
const form = secretForm('lec_s_', 43)

export const mintSessionSecret = form.mint

export type SessionLimits = Pick<Config, 'SESSION_IDLE_HOURS'>

/** The condition of a session that was used lately enough, and has not reached its end. */
export function isOpen(idleHours: number): RawBuilder<boolean> {
  return sql`expires_at > now()
    and last_used_at > now() - make_interval(hours => ${idleHours}::integer)`
}

/** The condition of a session whose person has proved just now who they are. */
export const isFreshNow = sql<boolean>`authenticated_at > now() - interval '10 minutes'`

interface OfSession {
  readonly hash: string
}

/** The condition of a session that gets another secret, but not while the former one still counts. */
export const isRenewalDue = sql<boolean>`renewal_due
  and (renewed_at is null or renewed_at < now() - interval '30 seconds')`

const selectSession = statement(
  'access.session',
  (p: OfSession & { readonly idleHours: number }) =>
    sqlBuilder
      .selectFrom('browser_session')
      .select(['id', 'account_id', 'organization_id', isRenewalDue.as('is_due')])
      .where('hash', '=', p.hash)
      .where(isOpen(p.idleHours)),
)

/** What a session is stored under that had another secret until just now. */
const selectRenewed = statement('access.renewed-session', (p: OfSession) =>
  sqlBuilder
    .selectFrom('former_session')
    .select('session_hash')
    .where('hash', '=', p.hash)
    .where('expires_at', '>', sql<string>`now()`),
)

const touchSession = statement('access.touch-session', (p: OfSession) =>
  sqlBuilder
    .updateTable('browser_session')
    .set({ last_used_at: sql`now()` })
    .where('hash', '=', p.hash)
    .where('last_used_at', '<', sql<string>`now() - interval '1 minute'`),
)

const selectFreshness = statement('access.session-freshness', (p: OfSession) =>
  sqlBuilder
    .selectFrom('browser_session')
    .select(isFreshNow.as('is_fresh'))
    .where('hash', '=', p.hash),
)

/** Gives a session another secret; undefined where another request has done so. */
export type RenewSession = (hash: string) => Promise<RenewedSession | undefined>

interface SessionAuthenticatorOptions {
  readonly renew?: RenewSession
  readonly nowMs?: () => number
}

/** Finds whose session a cookie names; one that has ended works for half a second more at most. */
export function createSessionAuthenticator(
  db: Database,
  limits: SessionLimits,
  { nowMs = () => performance.now(), renew }: SessionAuthenticatorOptions = {},
): AuthenticateSession {
  const callerOf = createKnownCallers(nowMs)
  const lookup = {
    find: async (hash: string) => findToRenew(db, hash, { limits, renew }),
    touch: async (hash: string) =>
      db.transaction(async (tx) => tx.run(touchSession, { hash })),
    refusal: signedOut,
  }
  return (secret) => {
    if (!form.isWellFormed(secret)) throw signedOut()
    return callerOf(hashOfSecret(secret), lookup)
  }
}

/** Whose session it is, also by the secret that it had until just now. */
export async function findSession(
  db: Queryable,
  hash: string,
  limits: SessionLimits,
): Promise<Caller | undefined> {
  return findToRenew(db, hash, { limits })
}

interface ToRenew {
  readonly limits: SessionLimits
  readonly renew?: RenewSession | undefined
}

async function findToRenew(
  db: Queryable,
  hash: string,
  { limits, renew }: ToRenew,
): Promise<Caller | undefined> {
  const { SESSION_IDLE_HOURS: idleHours } = limits
  const own = await db.first(selectSession, { hash, idleHours })
  if (own !== undefined) return callerOfSession(own, hash, renew)
  const renewed = await db.first(selectRenewed, { hash })
  if (renewed === undefined) return undefined
  const { session_hash: sessionHash } = renewed
  const row = await db.first(selectSession, { hash: sessionHash, idleHours })
  return row && callerOfSession(row, sessionHash)
}

interface FoundSession {
  readonly id: string
  readonly account_id: string
  readonly organization_id: string | null
  readonly is_due: boolean
}

function callerOfSession(row: FoundSession, hash: string, renew?: RenewSession): Caller {
  const isDue = row.is_due && renew !== undefined
  return {
    userId: row.account_id,
    tokenId: row.id,
    mayWrite: true,
    organizationId: row.organization_id ?? undefined,
    // A session is bound to an organization by the provider that vouches for it.
    provenFor: row.organization_id ?? undefined,
    fileMark: `s${hash}`,
    session: { id: row.id, hash, ...(isDue && { renew: async () => renew(hash) }) },
  }
}

/** Notes, once a minute, that a session is in use elsewhere than at our own pages. */
export async function noteUseOfSession(db: Database, hash: string): Promise<void> {
  await db.transaction(async (tx) => tx.run(touchSession, { hash }))
}

/** Whether the person behind a session proved in the last 10 minutes who they are. */
export async function isFresh(
  db: Queryable,
  { hash }: Pick<SessionOfCaller, 'hash'>,
): Promise<boolean> {
  const own = await db.first(selectFreshness, { hash })
  if (own !== undefined) return own.is_fresh
  // Another request has just given the session another secret.
  const renewed = await db.first(selectRenewed, { hash })
  if (renewed === undefined) return false
  const now = await db.first(selectFreshness, { hash: renewed.session_hash })
  return now?.is_fresh === true
}

/**
 * Refuses a session whose sign-in is not fresh. Tokens have no sign-in: the operation says whether
 * they may do it nevertheless.
 */
export async function requireFreshSignIn(
  db: Queryable,
  { caller: { session } }: { readonly caller: Caller },
  { tokens }: { readonly tokens: 'allowed' | 'refused' },
): Promise<void> {
  if (session === undefined) {
    if (tokens === 'refused') throw signInAgain('An API token cannot do this.')
  } else if (!(await isFresh(db, session))) {
    throw signInAgain(
      'Yours is older than that, or by an identity provider that does not say when it asked for a proof; then take another way.',
    )
  }
}

function signInAgain(why: string): ApiError {
  return new ApiError(
    403,
    'sign_in_again',
    `This needs a browser that was signed in during the last 10 minutes. ${why} Sign in again and repeat it.`,
  )
}

function signedOut(): ApiError {
  return unauthenticated('You are not signed in any more. Sign in again.')
}
