import { type RawBuilder, sql } from 'kysely'

import type { Config } from '#/platform/config/config.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import { ApiError, unauthenticated } from '#/platform/errors/api-error.ts'
import type {
  AuthenticateSession,
  Caller,
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

const selectSession = statement(
  'access.session',
  (p: OfSession & { readonly idleHours: number }) =>
    sqlBuilder
      .selectFrom('browser_session')
      .select(['id', 'account_id', 'organization_id'])
      .where('hash', '=', p.hash)
      .where(isOpen(p.idleHours)),
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

interface SessionAuthenticatorOptions {
  readonly nowMs?: () => number
}

/** Finds whose session a cookie names; one that has ended works for half a second more at most. */
export function createSessionAuthenticator(
  db: Database,
  limits: SessionLimits,
  { nowMs = () => performance.now() }: SessionAuthenticatorOptions = {},
): AuthenticateSession {
  const callerOf = createKnownCallers(nowMs)
  const lookup = {
    find: async (hash: string) => findSession(db, hash, limits),
    touch: async (hash: string) =>
      db.transaction(async (tx) => tx.run(touchSession, { hash })),
    refusal: signedOut,
  }
  return (secret) => {
    if (!form.isWellFormed(secret)) throw signedOut()
    return callerOf(hashOfSecret(secret), lookup)
  }
}

export async function findSession(
  db: Queryable,
  hash: string,
  { SESSION_IDLE_HOURS: idleHours }: SessionLimits,
): Promise<Caller | undefined> {
  const row = await db.first(selectSession, { hash, idleHours })
  return (
    row && {
      userId: row.account_id,
      tokenId: row.id,
      mayWrite: true,
      organizationId: row.organization_id ?? undefined,
      // A session is bound to an organization by the provider that vouches for it.
      provenFor: row.organization_id ?? undefined,
      fileMark: `s${hash}`,
      session: { id: row.id, hash },
    }
  )
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
  return (await db.first(selectFreshness, { hash }))?.is_fresh === true
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
