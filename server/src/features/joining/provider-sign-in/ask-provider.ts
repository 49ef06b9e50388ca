import { hash } from 'node:crypto'

import * as client from 'openid-client'

import { countBeginning } from '#/features/joining/sign-in/public.ts'
import {
  hashSecret,
  isSecret,
  newSecret,
} from '#/features/joining/welcome-links/public.ts'
import type { SignInProvider } from '#/platform/config/sign-in-providers.ts'
import type { Database } from '#/platform/database/database.ts'

import { identityFromGitHub } from './github-identity.ts'
import type { ProviderClients } from './provider-clients.ts'
import { ProviderRefusal } from './provider-refusal.ts'
import { insertBegun, takeBegun } from './provider-sign-in-queries.ts'
import { refusalFrom } from './refusal-from.ts'
import {
  type Claims,
  identityFromClaims,
  type VouchedIdentity,
} from './vouched-identity.ts'

const minutes = 10

/** A provider, and what speaks to it. */
export interface Asked {
  readonly provider: SignInProvider
  readonly clients: ProviderClients
  readonly db: Database
  /** Where the provider sends browsers back to. */
  readonly callbackUrl: string
}

interface Beginning {
  /** The network address that the request comes from, and how many may come from there. */
  readonly address: string
  readonly attemptsMax: number
  /** The cookie of the browser, and what the database knows it by. */
  readonly flow: { readonly secret: string; readonly hash: string }
  readonly returnPath: string | undefined
  /** Whether the person is to prove anew who they are. */
  readonly isAgain: boolean
}

/**
 * Begins a sign-in, and gives the address at the provider where it goes on; undefined where too many
 * begin from one network address.
 */
export async function beginAtProvider(
  { provider, clients, db, callbackUrl }: Asked,
  { address, attemptsMax, flow, returnPath, isAgain }: Beginning,
): Promise<string | undefined> {
  const state = newSecret()
  // Counted before the provider is asked for anything: whoever begins costs requests to it.
  const isBegun = await db.transaction(async (tx) => {
    if (!(await countBeginning(tx, address, attemptsMax))) return false
    await tx.run(insertBegun, {
      hash: hashSecret(state),
      providerId: provider.id,
      flowHash: flow.hash,
      returnPath: returnPath ?? null,
      minutes,
    })
    return true
  })
  if (!isBegun) return undefined
  const configuration = await clients.of(provider)
  const { verifier, nonce } = bindingOf(state, flow.secret)
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...paramsOf(provider, { nonce, isAgain }),
  })
  return url.href
}

function paramsOf(
  { kind }: SignInProvider,
  { nonce, isAgain }: { readonly nonce: string; readonly isAgain: boolean },
): Record<string, string> {
  if (kind === 'github') return { scope: 'read:user user:email' }
  const asked = { scope: 'openid email profile', nonce }
  // Google asks nobody anew. Who takes the parameter away is found out by the time in the ID token.
  const anew = isAgain && kind !== 'google'
  const aged = anew ? { ...asked, max_age: '0' } : asked
  // These two let a person choose; others may refuse to be asked for it.
  const lets = kind === 'google' || kind === 'microsoft'
  return lets ? { ...aged, prompt: anew ? 'login' : 'select_account' } : aged
}

/**
 * What only the browser that began can know: made of its cookie, which no provider sees, and of the
 * state, so that neither has to be kept anywhere.
 */
function bindingOf(state: string, cookie: string): { verifier: string; nonce: string } {
  const made = (what: string) => hash('sha256', `${what} ${state} ${cookie}`, 'base64url')
  return { verifier: made('verifier'), nonce: made('nonce') }
}

interface Answer {
  /** The query that the browser came back with. */
  readonly search: string
  readonly flow: { readonly secret: string; readonly hash: string } | undefined
}

export interface Vouched {
  readonly identity: VouchedIdentity
  readonly returnPath: string | null
}

/**
 * Who somebody is that comes back from a provider; undefined where this browser has begun no such
 * sign-in, or it has ended. An answer is used up before it is looked at.
 */
export async function takeAnswer(
  asked: Asked,
  { search, flow }: Answer,
): Promise<Vouched | undefined> {
  const { provider, db, callbackUrl } = asked
  const currentUrl = new URL(`${callbackUrl}${search}`)
  const state = currentUrl.searchParams.get('state') ?? ''
  if (flow === undefined || !isSecret(state)) return undefined
  const begun = await db.transaction(async (tx) =>
    tx.first(takeBegun, {
      hash: hashSecret(state),
      providerId: provider.id,
      flowHash: flow.hash,
    }),
  )
  if (begun === undefined) return undefined
  const identity = await identityBehind(asked, currentUrl, {
    state,
    ...bindingOf(state, flow.secret),
  })
  return { identity, returnPath: begun.return_path }
}

async function identityBehind(
  { provider, clients }: Asked,
  currentUrl: URL,
  { state, verifier, nonce }: { state: string; verifier: string; nonce: string },
): Promise<VouchedIdentity> {
  const configuration = await clients.of(provider)
  const isPlain = provider.kind === 'github'
  try {
    const tokens = await client.authorizationCodeGrant(configuration, currentUrl, {
      expectedState: state,
      pkceCodeVerifier: verifier,
      ...(!isPlain && { expectedNonce: nonce, idTokenExpected: true }),
    })
    if (isPlain) {
      const accessToken = tokens.access_token
      return await identityFromGitHub({ provider, configuration, accessToken })
    }
    const claims = tokens.claims()
    if (claims === undefined) throw new ProviderRefusal('answer', 'no-id-token')
    const further = await furtherClaims(configuration, tokens.access_token, claims)
    return identityFromClaims(provider, claims, further)
  } catch (error) {
    throw refusalFrom(error, 'answer')
  }
}

/** What a provider says only when it is asked once more: an ID token need not have an address. */
async function furtherClaims(
  configuration: client.Configuration,
  accessToken: string,
  { sub, email }: client.IDToken,
): Promise<Claims> {
  const { userinfo_endpoint: url } = configuration.serverMetadata()
  return email === undefined && url !== undefined
    ? client.fetchUserInfo(configuration, accessToken, sub)
    : {}
}
