import { isFresh } from '#/access/session.ts'
import {
  type Browser,
  enter,
  type Entered,
  enterOrAsk,
  findPerson,
  maySignUp,
} from '#/features/joining/sign-in/public.ts'
import { hashSecret, newSecret } from '#/features/joining/welcome-links/public.ts'
import { useIdentity } from '#/features/people/identities/public.ts'
import {
  accountOfIdentity,
  addIdentity,
  type Identity,
  waysInto,
} from '#/features/people/sign-in-methods/public.ts'
import { lockAccount } from '#/features/people/users/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Caller } from '#/platform/http/caller.ts'
import type { Services } from '#/platform/services.ts'

import type { Vouched } from './ask-provider.ts'
import { findWaiting, type Waiting } from './find-waiting.ts'
import { deleteWaiting, insertWaiting } from './provider-sign-in-queries.ts'

// As long as a mailed link works, and the time to ask for one.
const minutes = 30

/** Whose browser it is, at which provider. */
export interface At {
  readonly providerId: string
  readonly flowHash: string
  readonly browser: Browser
}

export type Finished =
  | { readonly kind: 'entered'; readonly entered: Entered; readonly to: string | null }
  /** The identity waits for the person to say what is to become of it. */
  | { readonly kind: 'waits'; readonly secret: string }

/** Signs in whom a provider vouches for, or has the identity wait where a person must say more. */
export async function finishSignIn(
  tx: Transaction,
  services: Pick<Services, 'config'>,
  { browser, ...at }: At,
  { identity, returnPath }: Vouched,
): Promise<Finished> {
  const accountId = await lockedAccountOf(tx, identity)
  if (accountId !== undefined && !endsAnother(browser, accountId)) {
    const entered = await enterAs(tx, services, browser, { ...identity, accountId })
    return { kind: 'entered', entered, to: returnPath }
  }
  const secret = newSecret()
  await tx.run(insertWaiting, {
    ...at,
    ...identity,
    hash: hashSecret(secret),
    returnPath,
    minutes,
  })
  return { kind: 'waits', secret }
}

/** Whether the browser is signed in as somebody else: that does not end without a word. */
function endsAnother({ former }: Browser, accountId: string): boolean {
  return former !== undefined && former.userId !== accountId
}

/**
 * The account of an identity, locked, so that nobody gets in by one that is just being removed; none
 * where it has come to another meanwhile.
 */
async function lockedAccountOf(
  tx: Transaction,
  identity: Identity,
): Promise<string | undefined> {
  const userId = await accountOfIdentity(tx, identity)
  if (userId === undefined) return undefined
  await tx.first(lockAccount, { userId })
  return (await accountOfIdentity(tx, identity)) === userId ? userId : undefined
}

interface Entering extends Identity {
  readonly accountId: string
  readonly hasTwoFactors: boolean
  readonly provenAt: string | null
}

async function enterAs(
  tx: Transaction,
  { config }: Pick<Services, 'config'>,
  browser: Browser,
  // oxlint-disable-next-line max-params -- as those of enter, which it stands before
  { provider, subject, accountId, hasTwoFactors, provenAt: said }: Entering,
): Promise<Entered> {
  await tx.run(useIdentity, { provider, subject, organizationId: null })
  const provenAt =
    said ?? ((await provesOtherwise(tx, config, accountId)) ? null : undefined)
  const entry = { accountId, way: 'oidc', provenAt } as const
  return hasTwoFactors
    ? { cookies: await enter(tx, { config }, browser, entry) }
    : enterOrAsk(tx, { config }, browser, entry)
}

/**
 * Whether an account has a way in that proves now who somebody is. Where it has none, a provider that
 * says no time is believed to have asked now: otherwise nothing could be changed any more.
 */
async function provesOtherwise(
  tx: Transaction,
  config: Services['config'],
  accountId: string,
): Promise<boolean> {
  const ways = await waysInto(tx, config, accountId)
  return ways.some(({ type, isOff }) => type !== 'provider' && isOff !== true)
}

export interface Named {
  readonly displayName: string
  readonly email: string
}

/** What can become of an identity that waits, in this browser. */
export type Choice =
  | { readonly kind: 'gone' }
  /** The browser is signed in as somebody else than the account that the identity belongs to. */
  | { readonly kind: 'replaces'; readonly former: Named }
  /** The browser is signed in freshly to an account that the identity can belong to. */
  | { readonly kind: 'joins'; readonly person: Named; readonly knownAs: string }
  /** Somebody has to sign in first, or again. */
  | {
      readonly kind: 'signs-in-first'
      readonly knownAs: string
      /** The address that an account may be opened with. */
      readonly mayOpen: string | undefined
    }

export interface OfWaiting extends At {
  readonly secret: string
}

export async function choiceOf(
  tx: Transaction,
  { config }: Pick<Services, 'config'>,
  of: OfWaiting,
): Promise<Choice> {
  const waiting = await findWaiting(tx, { config }, of)
  return waiting === undefined
    ? { kind: 'gone' }
    : choiceFor(tx, { config, browser: of.browser }, waiting)
}

async function choiceFor(
  tx: Transaction,
  {
    config,
    browser: { former },
  }: Pick<Services, 'config'> & { readonly browser: Browser },
  waiting: Waiting,
): Promise<Choice> {
  const knownAs = waiting.known_as
  const person = await findPerson(tx, former)
  if ((await accountOfIdentity(tx, waiting)) !== undefined) {
    return { kind: 'replaces', former: person ?? { displayName: 'nobody', email: '' } }
  }
  const isOwn = person !== undefined && (await isWholeAndFresh(tx, former))
  if (isOwn) return { kind: 'joins', person, knownAs }
  const email = waiting.proven_email
  const mayOpen =
    email !== null && (await maySignUp(tx, config, email)) ? email : undefined
  return { kind: 'signs-in-first', knownAs, mayOpen }
}

/** Whether a browser is signed in to an account as a whole, and freshly. */
async function isWholeAndFresh(
  tx: Transaction,
  former: Caller | undefined,
): Promise<boolean> {
  const session = former?.organizationId === undefined ? former?.session : undefined
  return session !== undefined && (await isFresh(tx, session))
}

/** Does what the person has agreed to; where that cannot be done any more, says what can. */
export async function choose(
  tx: Transaction,
  services: Services,
  of: OfWaiting,
): Promise<Finished | Choice> {
  const waiting = await findWaiting(tx, services, of)
  if (waiting === undefined) return { kind: 'gone' }
  const { browser } = of
  const { provider, subject, known_as: knownAs, return_path: to } = waiting
  const used = { hash: hashSecret(of.secret) }
  const accountId = await lockedAccountOf(tx, waiting)
  if (accountId !== undefined) {
    await tx.run(deleteWaiting, used)
    const entering = {
      provider,
      subject,
      accountId,
      hasTwoFactors: waiting.has_two_factors,
      provenAt: waiting.authenticated_at,
    }
    const entered = await enterAs(tx, services, browser, entering)
    return { kind: 'entered', entered, to }
  }
  const choice = await choiceFor(tx, { config: services.config, browser }, waiting)
  if (choice.kind !== 'joins' || browser.former === undefined) return choice
  const context = { ...services, caller: browser.former }
  const cookie = await addIdentity(tx, context, { provider, subject, knownAs })
  await tx.run(deleteWaiting, used)
  const cookies = cookie === undefined ? [] : [cookie]
  return { kind: 'entered', entered: { cookies }, to }
}
