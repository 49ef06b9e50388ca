import type { FastifyRequest } from 'fastify'

import {
  type Means,
  noteSignedIn,
  type NotedSignIn,
  type Origin,
  originOf,
} from '#/features/joining/sign-in-notes/public.ts'
import {
  deleteSession,
  renewSession,
  type SignIn,
  startSession,
} from '#/features/people/sessions/public.ts'
import type { Config } from '#/platform/config/config.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { AuthenticateSession, Caller } from '#/platform/http/caller.ts'
import type { Services } from '#/platform/services.ts'

import { rememberDevice } from './devices.ts'
import { deviceCookie } from './own-cookies.ts'
import { createFindSignedIn } from './signed-in.ts'

/** What a request tells of the browser that sent it. */
export interface Browser extends Origin {
  /** Who it is signed in as already. */
  readonly former: Caller | undefined
  /** What it is recognised by later, with the header that lets it. */
  readonly device: { readonly hash: string; readonly cookie: string }
}

export type FindBrowser = (
  request: Pick<FastifyRequest, 'headers' | 'host' | 'id' | 'ip'>,
) => Promise<Browser>

export function createFindBrowser(
  config: Pick<Config, 'PUBLIC_URL'>,
  authenticateSession: AuthenticateSession,
): FindBrowser {
  const findSignedIn = createFindSignedIn(config, authenticateSession)
  return async (request) => ({
    ...originOf(request),
    former: await findSignedIn(request),
    device: deviceCookie.give(request, config.PUBLIC_URL),
  })
}

/** A browser that nobody was ever signed in with. */
export function newBrowser(of: Origin): Browser {
  return { ...of, former: undefined, device: deviceCookie.renew() }
}

export interface Entry extends Omit<NotedSignIn, 'by'> {
  readonly way: SignIn['way']
  /** What the audit log calls it, where that is more than the way. */
  readonly by?: Means
  /** When it was proven to a provider: null where that is not known, undefined for now. */
  readonly provenAt?: string | null | undefined
}

/**
 * Signs a browser in, and gives the Set-Cookie headers of the answer. A browser has one session: the
 * same one again for the same account, in place of any other.
 */
export async function enter(
  tx: Transaction,
  { config }: Pick<Services, 'config'>,
  browser: Browser,
  { way, by = way, provenAt, ...noted }: Entry,
): Promise<string[]> {
  await noteSignedIn(tx, browser, { ...noted, by })
  const { accountId, organizationId } = noted
  const { address, userAgent, former, device } = browser
  const signIn: SignIn = { way, address, userAgent, provenAt }
  // The provider of an organization says nothing about an account as a whole.
  if (organizationId === undefined) {
    await rememberDevice(tx, { hash: device.hash, accountId })
  }
  if (former?.session !== undefined) {
    const { id: sessionId, hash } = former.session
    const isSame = former.userId === accountId && former.organizationId === organizationId
    const renewed = isSame ? await renewSession(tx, config, { hash, signIn }) : undefined
    if (renewed !== undefined) return [renewed.cookie, device.cookie]
    await tx.run(deleteSession, { accountId: former.userId, sessionId })
  }
  const session = { ...signIn, accountId, organizationId }
  return [(await startSession(tx, config, session)).cookie, device.cookie]
}
