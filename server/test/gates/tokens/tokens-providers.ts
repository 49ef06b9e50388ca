import { openTestBrowser } from '../../sessions/test-form-browser.ts'
import type { TestIssuer } from '../../sso/test-issuer.ts'

import type { Secret } from './tokens-secrets.ts'

/** The settings of a server whose people sign in with an issuer. */
export function settingsFor({
  issuer,
  clientId,
  clientSecret,
}: TestIssuer): Record<string, string> {
  const entry = { kind: 'oidc', id: 'one', issuer, clientId, clientSecret }
  return {
    EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8',
    SIGN_IN_PROVIDERS: JSON.stringify([entry]),
  }
}

/** Somebody comes from a provider, is asked which account is theirs, and is refused in other ways. */
export async function plantProviders(issuer: TestIssuer, url: string): Promise<Secret[]> {
  const secrets: Secret[] = [
    { name: 'client secret of a provider', text: issuer.clientSecret },
  ]
  const browser = openTestBrowser(url)
  const honest = issuer.says
  const odd: (typeof honest)[] = [
    honest,
    () => ({ status: 500, body: { error: 'server_error', token: issuer.clientSecret } }),
    () => ({ status: 400, body: { error: issuer.clientSecret } }),
    () => ({ idToken: `${issuer.clientSecret}.x.y` }),
    (nonce) => ({ claims: issuer.claims(nonce, { iss: 'https://other.example' }) }),
  ]
  for (const says of odd) {
    issuer.says = says
    const begun = await browser.get('/~sign-in/with/one')
    const asked = begun.headers['location'] ?? ''
    if (begun.status !== 303) throw new Error(`Nothing was begun: ${begun.status}`)
    const back = issuer.answer(asked)
    const reply = await browser.get(back)
    await browser.get(back)
    const waiting = (reply.headers['location'] ?? '').replace('http://lectern.test', '')
    if (waiting !== '') await browser.get(waiting)
    secrets.push(
      ...['state', 'nonce'].map((name) => ({
        name: `${name} of a sign-in`,
        text: new URL(asked).searchParams.get(name) ?? '',
      })),
      { name: 'PKCE verifier', text: issuer.asked.at(-1)?.get('code_verifier') ?? '' },
      ...(waiting === ''
        ? []
        : [{ name: 'secret of an identity', text: waiting.split('/').at(-1) ?? '' }]),
    )
  }
  issuer.says = honest
  const flow = /__Host-lectern-flow=([\w-]+)/.exec(browser.cookies())?.[1]
  if (flow === undefined) throw new Error('The browser has no cookie')
  return [...secrets, { name: 'cookie of a sign-in', text: flow }]
}
