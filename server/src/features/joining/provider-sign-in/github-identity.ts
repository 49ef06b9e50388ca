import * as client from 'openid-client'

import { emailFrom } from '#/features/joining/sign-in/public.ts'
import type { SignInProvider } from '#/platform/config/sign-in-providers.ts'

import { ProviderRefusal } from './provider-refusal.ts'
import { identityOf, type VouchedIdentity } from './vouched-identity.ts'

type Answer = Readonly<Record<string, unknown>>

interface Asking {
  readonly provider: SignInProvider
  readonly configuration: client.Configuration
  readonly accessToken: string
}

/** Asks GitHub whom a token is for: it speaks OAuth 2, and gives no ID token. */
export async function identityFromGitHub(asking: Asking): Promise<VouchedIdentity> {
  const user = recordOf(await ask(asking, '/user'))
  const addresses = await ask(asking, '/user/emails')
  const { id, name, login } = user
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0) {
    throw new ProviderRefusal('answer', 'subject')
  }
  const email = Array.isArray(addresses) ? primaryOf(addresses) : undefined
  return identityOf(asking.provider, {
    issuer: asking.provider.issuer,
    subject: String(id),
    names: [name, login],
    email,
    isProven: email !== undefined,
    hasTwoFactors: false,
    provenAt: null,
  })
}

/** The first address of the account, if GitHub has seen that mail to it arrives. */
function primaryOf(addresses: readonly unknown[]): string | undefined {
  const primary = addresses
    .map(recordOf)
    .find((each) => each['primary'] === true && each['verified'] === true)
  return emailFrom(primary?.['email'])
}

async function ask(
  { provider, configuration, accessToken }: Asking,
  path: string,
): Promise<unknown> {
  const { issuer } = provider
  const api =
    issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`
  const url = new URL(`${api}${path}`)
  const reply = await client.fetchProtectedResource(
    configuration,
    accessToken,
    url,
    'GET',
  )
  if (reply.status !== 200) {
    throw new ProviderRefusal(reply.status >= 500 ? 'away' : 'answer', 'github')
  }
  try {
    return await reply.json()
  } catch {
    throw new ProviderRefusal('away', 'github')
  }
}

function recordOf(value: unknown): Answer {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
