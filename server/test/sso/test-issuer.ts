import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'

type Claims = Record<string, unknown>

/** What the token endpoint answers: claims to sign, a token as it is, or something else entirely. */
export interface Saying {
  readonly claims?: Claims
  readonly idToken?: string | undefined
  readonly status?: number
  readonly body?: object
  /** Never answers. */
  readonly hangs?: boolean
}

export interface TestIssuer {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What it answers from now on, by the nonce of the sign-in. */
  says: (nonce: string) => Saying | Promise<Saying>
  /** The forms that its token endpoint was sent, the newest last. */
  readonly asked: URLSearchParams[]
  readonly headers: Record<string, string | string[] | undefined>[]
  /** Claims of an honest answer. */
  claims(nonce: string, more?: Claims): Claims
  sign(claims: Claims, key?: CryptoKey): Promise<string>
  /** Where a browser is led back to from an address that it was led to. */
  answer(authorizationUrl: string, more?: Record<string, string>): string
  stop(): Promise<void>
}

const supported = {
  id_token_signing_alg_values_supported: ['RS256'],
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
}

/** An issuer of OpenID Connect that says whatever a test wants. */
export async function startTestIssuer(
  metadata: Record<string, unknown> = {},
): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }]
  const nonces = new Map<string, string>()
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${portOf(server)}`
  const it: TestIssuer = {
    issuer,
    clientId: 'lectern',
    clientSecret: 'the secret of a test issuer',
    says: (nonce) => ({ claims: it.claims(nonce) }),
    asked: [],
    headers: [],
    claims: (nonce, more = {}) => {
      const now = Math.floor(Date.now() / 1000)
      return {
        iss: issuer,
        aud: 'lectern',
        sub: 'somebody',
        nonce,
        iat: now,
        exp: now + 300,
        ...more,
      }
    },
    sign: async (claims, key = privateKey) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key),
    answer(authorizationUrl, more = {}) {
      const { searchParams } = new URL(authorizationUrl)
      const code = `code-${nonces.size}`
      nonces.set(code, searchParams.get('nonce') ?? '')
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      const state = searchParams.get('state') ?? ''
      back.search = new URLSearchParams({ code, state, ...more }).toString()
      return back.pathname + back.search
    },
    stop: async () => close(server),
  }

  async function token(body: string, reply: ServerResponse): Promise<void> {
    const form = new URLSearchParams(body)
    it.asked.push(form)
    const said = await it.says(nonces.get(form.get('code') ?? '') ?? '')
    if (said.hangs === true) return
    const signed = said.claims === undefined ? undefined : await it.sign(said.claims)
    const idToken = 'idToken' in said ? said.idToken : signed
    const access = { access_token: 'an access token', token_type: 'Bearer' }
    const whole = { ...access, ...(idToken !== undefined && { id_token: idToken }) }
    send(reply, said.body ?? whole, said.status)
  }

  const document = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    ...supported,
    ...metadata,
  }
  server.on('request', (request, reply) => {
    it.headers.push(request.headers)
    if (request.url === '/token') {
      void text(request).then(async (body) => token(body, reply))
    } else send(reply, request.url === '/jwks' ? { keys } : document)
  })
  return it
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}

function portOf(server: Server): number {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens at a port
  return (server.address() as AddressInfo).port
}

function send(reply: ServerResponse, body: object, status = 200): void {
  reply
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify(body))
}
