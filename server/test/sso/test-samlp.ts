import samlp from 'samlp'

import type { TestIdentity } from './test-certificates.ts'

interface Asked {
  readonly identity: TestIdentity
  readonly issuer: string
  readonly audience: string
  readonly acsURL: string
  /** The parameter of the address that a browser was led to. */
  readonly request: string
  readonly subject: string
  readonly format?: string
  readonly claims: Readonly<Record<string, string>>
  /** What else the library is told. */
  readonly options?: Readonly<Record<string, unknown>>
}

/** What the identity provider `samlp` answers to a request, as XML. */
export async function answerOfSamlp(asked: Asked): Promise<string> {
  const { identity, issuer, audience, acsURL, request, subject, claims } = asked
  const { format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' } = asked
  function Profile() {
    return {
      getClaims: () => claims,
      getNameIdentifier: () => ({
        nameIdentifier: subject,
        nameIdentifierFormat: format,
      }),
    }
  }
  return new Promise((resolve, reject) => {
    const answer = samlp.auth({
      issuer,
      audience,
      recipient: acsURL,
      destination: acsURL,
      cert: Buffer.from(identity.certificate),
      key: Buffer.from(identity.privateKey),
      digestAlgorithm: 'sha256',
      signatureAlgorithm: 'rsa-sha256',
      getUserFromRequest: () => ({ subject }),
      profileMapper: Profile,
      getPostURL: (...[, , , found]: ((error: null, url: string) => void)[]) =>
        found?.(null, acsURL),
      responseHandler: (response) => resolve(response.toString()),
      ...asked.options,
    })
    const asking = {
      query: { SAMLRequest: request, RelayState: '' },
      method: 'GET',
      headers: {},
    }
    answer(asking, { set: () => undefined, send: reject }, reject)
  })
}
