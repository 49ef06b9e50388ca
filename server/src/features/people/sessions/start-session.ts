import type { SignInWay } from '@lectern/contract/sessions.ts'

import { hashOfSecret } from '#/access/secret-form.ts'
import { mintSessionSecret } from '#/access/session.ts'
import { lockAccount } from '#/features/people/users/public.ts'
import type { Config } from '#/platform/config/config.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import { sessionCookie } from '#/platform/http/session-cookie.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { deviceFrom } from './device.ts'
import {
  deleteAccountLinksOf,
  deleteAllSessionsOfOrganization,
  deletePendingEmailChange,
  deletePendingSignInsOf,
  deleteSessions,
  deleteSessionsOf,
  deleteSessionsOfOrganization,
  deleteSignInLinksOf,
  insertSession,
  selectMoments,
  selectOldestSessions,
  takeSession,
} from './session-queries.ts'

const sessionsMax = 100
const addressCharactersMax = 64

type Limits = Pick<Config, 'SESSION_HOURS'>

/** How and where somebody proved who they are. */
export interface SignIn {
  readonly way: SignInWay
  /** The address that the request came from. */
  readonly address: string
  readonly userAgent: string | undefined
  /**
   * When somebody proved it to whom we believe; now where nothing is said. Null where that is not
   * known, which counts as too long ago for what needs a fresh sign-in.
   */
  readonly provenAt?: string | null | undefined
}

export interface NewSession extends SignIn {
  readonly accountId: string
  /** The one organization that the session has rights in: the one that says who somebody is. */
  readonly organizationId?: string | undefined
}

export interface StartedSession {
  readonly id: string
  /** The Set-Cookie header with the secret, which is in no other place. */
  readonly cookie: string
}

/**
 * Signs somebody in. An account with as many sessions as it may have loses its oldest one; those of
 * an organization's provider are counted by themselves, and push out no others.
 */
export async function startSession(
  tx: Transaction,
  { SESSION_HOURS: hours }: Limits,
  session: NewSession,
): Promise<StartedSession> {
  const { accountId, organizationId = null } = session
  // The oldest are found behind the lock, so that two sign-ins never both take the last place.
  const [, beyond, moments] = await Promise.all([
    tx.first(lockAccount, { userId: accountId }),
    tx.many(selectOldestSessions, { accountId, organizationId, kept: sessionsMax - 1 }),
    tx.first(selectMoments, { hours, ...proofOf(session) }),
  ])
  if (beyond.length > 0) {
    await tx.run(deleteSessions, { hashes: beyond.map(({ hash }) => hash) })
  }
  const [id, secret] = [newId(), mintSessionSecret()]
  const { now, expires_at: expiresAt, proven_at: authenticatedAt } = written(moments)
  await tx.run(insertSession, {
    hash: hashOfSecret(secret),
    id,
    accountId,
    ...columnsOf(session),
    organizationId,
    createdAt: now,
    authenticatedAt,
    expiresAt,
  })
  return { id, cookie: sessionCookie(secret, hours) }
}

/**
 * Gives a session a new secret; the old one is refused within a second. With a sign-in, the session
 * lasts as long as a new one. Undefined where the session has ended meanwhile.
 */
export async function renewSession(
  tx: Transaction,
  { SESSION_HOURS: hours }: Limits,
  { hash, signIn }: { readonly hash: string; readonly signIn?: SignIn },
): Promise<StartedSession | undefined> {
  const [former, moments] = await Promise.all([
    tx.first(takeSession, { hash }),
    tx.first(selectMoments, { hours, ...proofOf(signIn) }),
  ])
  if (former === undefined) return undefined
  const secret = mintSessionSecret()
  const { expires_at: expiresAt, proven_at: provenAt } = written(moments)
  // What is not known leaves the proof that there was.
  const isProven = signIn !== undefined && signIn.provenAt !== null
  await tx.run(insertSession, {
    hash: hashOfSecret(secret),
    id: former.id,
    accountId: former.account_id,
    ...(signIn === undefined ? former : columnsOf(signIn)),
    organizationId: former.organization_id,
    createdAt: former.created_at,
    authenticatedAt: isProven ? provenAt : former.authenticated_at,
    expiresAt: signIn === undefined ? former.expires_at : expiresAt,
  })
  return { id: former.id, cookie: sessionCookie(secret, hours) }
}

/** Ends the sessions of an account, all or all but one, and what would begin others. */
export async function endSessionsOf(
  tx: Transaction,
  accountId: string,
  { exceptId = '' }: { readonly exceptId?: string | undefined } = {},
): Promise<void> {
  await Promise.all([
    tx.run(deleteSessionsOf, { accountId, exceptId }),
    tx.run(deleteSignInLinksOf, { accountId }),
    tx.run(deleteAccountLinksOf, { accountId }),
    tx.run(deletePendingSignInsOf, { accountId }),
    tx.run(deletePendingEmailChange, { accountId }),
  ])
}

/** Ends the sessions of an account that have rights in one organization alone. */
export async function endSessionsOfOrganization(
  tx: Transaction,
  { organizationId, userId: accountId }: { organizationId: string; userId: string },
): Promise<void> {
  await tx.run(deleteSessionsOfOrganization, { organizationId, accountId })
}

/** Ends all sessions that have rights in one organization alone, but for one. */
export async function endAllSessionsOfOrganization(
  tx: Transaction,
  {
    organizationId,
    exceptId = '',
  }: { organizationId: string; exceptId?: string | undefined },
): Promise<void> {
  await tx.run(deleteAllSessionsOfOrganization, { organizationId, exceptId })
}

/** A proof is no later than now, whoever says when it was. */
function proofOf(signIn: SignIn | undefined): { readonly provenAt: string | null } {
  return { provenAt: signIn?.provenAt === undefined ? 'infinity' : signIn.provenAt }
}

function columnsOf({ way, address, userAgent }: SignIn) {
  return {
    way,
    device: deviceFrom(userAgent),
    address: address.slice(0, addressCharactersMax),
  }
}
