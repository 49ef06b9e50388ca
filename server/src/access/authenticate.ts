import { sql } from 'kysely'

import type { Database } from '#/platform/database/database.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import { type ApiError, unauthenticated } from '#/platform/errors/api-error.ts'
import {
  type Authenticate,
  type Caller,
  type Reader,
  type SiteVisitor,
} from '#/platform/http/caller.ts'
import type { Logger } from '#/platform/logging/logger.ts'
import type { Services } from '#/platform/services.ts'

import { hashToken, isWellFormedToken } from './api-token.ts'
import { isContentToken } from './content-token.ts'
import { createKnownCallers } from './known-callers.ts'
import { findSession, type SessionLimits } from './session.ts'
import { noteUseOfToken, noteUseSurely } from './token-use.ts'

const selectToken = statement('access.token', (p: { hash: string }) =>
  sqlBuilder
    .selectFrom('api_token')
    .select([
      'id',
      'account_id',
      'scopes',
      'organization_id',
      'proven_for',
      'breaks_glass',
    ])
    .where('hash', '=', p.hash)
    .where((eb) =>
      eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<string>`now()`)]),
    ),
)

/** The visitor whose token has this hash; undefined when the token is unknown or expired. */
export type FindVisitor = (hash: string) => Promise<SiteVisitor | undefined>

interface AuthenticatorOptions {
  readonly log: Logger
  readonly nowMs?: () => number
  readonly findVisitor?: FindVisitor
}

const noteEveryMs = 60_000
const notedMax = 1000

const nobody: FindVisitor = async () => Promise.resolve(undefined)

/** Finds who a token stands for; a token that is revoked works for half a second more at most. */
export function createAuthenticator(
  db: Database,
  { log, nowMs = () => performance.now(), findVisitor = nobody }: AuthenticatorOptions,
): Authenticate {
  const callerOf = createKnownCallers(nowMs)
  const touch = async (hash: string, caller: Caller) =>
    caller.breaksGlassOf === undefined
      ? noteUseOfToken(db, hash)
      : noteUseSurely({ db, log }, { hash, caller })
  const ofUser = {
    find: async (hash: string) => findUser(db, hash),
    touch,
    refusal: badToken,
  }
  const ofSite = { ...ofUser, find: findVisitor }

  return (authorization) => {
    const token = tokenFrom(authorization)
    return callerOf(hashToken(token), isContentToken(token) ? ofSite : ofUser)
  }
}

async function findUser(db: Database, hash: string): Promise<Caller | undefined> {
  const row = await db.first(selectToken, { hash })
  return (
    row && {
      userId: row.account_id,
      tokenId: row.id,
      mayWrite: row.scopes.includes('write'),
      organizationId: row.organization_id ?? undefined,
      provenFor: row.proven_for ?? undefined,
      breaksGlassOf: row.breaks_glass ? (row.organization_id ?? undefined) : undefined,
      fileMark: `u${hash}`,
    }
  )
}

/** The bearer of a token or session that the URL of a file names, for as long as it is valid. */
export type FindMarked = (mark: string) => Promise<Reader | undefined>

export function createFindMarked(
  { db, log, config }: Pick<Services, 'db' | 'log'> & { readonly config: SessionLimits },
  findVisitor: FindVisitor,
): FindMarked {
  const notedMs = new Map<string, number>()

  /** Notes, once a minute, that a token for emergencies reads, also where it is not sent itself. */
  function noteUse(hash: string, caller: Caller): void {
    const last = notedMs.get(hash)
    const now = performance.now()
    if (last !== undefined && now - last < noteEveryMs) return
    if (notedMs.size >= notedMax) notedMs.clear()
    notedMs.set(hash, now)
    noteUseSurely({ db, log }, { hash, caller }).catch(() => undefined)
  }

  return async (mark) => {
    const hash = mark.slice(1)
    if (mark.startsWith('s')) return findSession(db, hash, config)
    if (mark.startsWith('v')) return findVisitor(hash)
    const caller = await findUser(db, hash)
    if (caller?.breaksGlassOf !== undefined) noteUse(hash, caller)
    return caller
  }
}

/** The token in an Authorization header; undefined where it has another form. */
export function bearerIn(authorization: string): string | undefined {
  const [scheme = '', token = '', ...rest] = authorization.trim().split(/\s+/)
  const isBearer = scheme.toLowerCase() === 'bearer' && token !== '' && rest.length === 0
  return isBearer ? token : undefined
}

function tokenFrom(authorization: string): string {
  const token = bearerIn(authorization)
  if (token === undefined) {
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
