import { inflateRawSync } from 'node:zlib'

import { send, type WireReply } from '#test/http/test-wire.ts'
import { ownHost } from '#test/sessions/test-browser-session.ts'
import type { TestApi } from '#test/test-api.ts'

import type { Saying, Signing, TestIdp } from './test-idp.ts'

/** An active provider of the sample organization. */
export interface TestProvider {
  readonly id: string
  readonly entityID: string
  readonly acsURL: string
}

export async function makeProvider(
  api: TestApi,
  idp: TestIdp,
  given: object = {},
): Promise<TestProvider> {
  const { status, body } = await api.as('admin').post(`/orgs/${api.organization}/saml`, {
    label: 'Acme',
    entityID: idp.entityId,
    ssoURL: 'https://idp.example/sso?tenant=1',
    certificate: idp.identity.certificate,
    ...given,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { id: body.id, entityID: body.service.entityID, acsURL: body.service.acsURL }
}

/** A browser that keeps the cookies it is given. */
export class SamlBrowser {
  readonly url: string
  readonly cookies = new Map<string, string>()

  constructor({ url }: { readonly url: string }) {
    this.url = url
  }

  /** Led there by a page of another origin, such as that of an identity provider. */
  async get(path: string): Promise<WireReply> {
    return this.#send('GET', path, { 'sec-fetch-site': 'cross-site' })
  }

  /** By a link on a page of our own origin. */
  async open(path: string): Promise<WireReply> {
    return this.#send('GET', path, { 'sec-fetch-site': 'same-origin' })
  }

  /** From a page of our own origin. */
  async post(path: string, fields: Record<string, string> = {}): Promise<WireReply> {
    const body = new URLSearchParams(fields).toString()
    const given = {
      'sec-fetch-site': 'same-origin',
      'content-length': String(body.length),
      ...(body !== '' && { 'content-type': 'application/x-www-form-urlencoded' }),
    }
    return this.#send('POST', path, given, body)
  }

  /** From the page of an identity provider: no cookie comes along. */
  async bring(path: string, xml: string): Promise<WireReply> {
    const SAMLResponse = Buffer.from(xml).toString('base64')
    const body = new URLSearchParams({ SAMLResponse }).toString()
    const headers = {
      host: ownHost,
      'sec-fetch-site': 'cross-site',
      origin: 'https://idp.example',
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
    }
    return send(this.url, 'POST', path, { headers, body })
  }

  async #send(
    method: string,
    path: string,
    given: Record<string, string>,
    // oxlint-disable-next-line max-params -- a request: method, path, headers and body
    body = '',
  ): Promise<WireReply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { host: ownHost, ...given, ...(cookie !== '' && { cookie }) }
    const reply = await send(this.url, method, path, {
      headers,
      ...(body !== '' && { body }),
    })
    for (const line of reply.headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return reply
  }

  /** Begins to sign in, and gives the id of the request. */
  async begin({ id }: Pick<TestProvider, 'id'>, query = ''): Promise<string> {
    const reply = await this.open(`/sso/saml/${id}/start${query}`)
    return requestIdIn(reply)
  }

  /** Signs in with an honest answer, but for what is said; gives the last answer of the server. */
  async signIn(
    provider: TestProvider,
    idp: TestIdp,
    said: Partial<Saying> = {},
    // oxlint-disable-next-line max-params -- a provider, who answers, what, and how it is signed
    how: Signing = {},
  ): Promise<WireReply> {
    const inResponseTo = await this.begin(provider)
    const { acsURL, entityID: audience } = provider
    const xml = idp.answer(idp.says({ acsURL, audience, inResponseTo }, said), how)
    const brought = await this.bring(new URL(acsURL).pathname, xml)
    return brought.status === 303 ? this.get(pathOf(brought)) : brought
  }
}

/** Where an answer leads. */
export function pathOf({ headers }: WireReply): string {
  return new URL(headers.location ?? '').pathname
}

export function requestXmlIn({ headers }: WireReply): string {
  const asked = new URL(headers.location ?? '').searchParams.get('SAMLRequest') ?? ''
  return inflateRawSync(Buffer.from(asked, 'base64')).toString()
}

export function requestIdIn(reply: WireReply): string {
  const id = /ID="([^"]+)"/.exec(requestXmlIn(reply))?.[1]
  if (id === undefined) throw new Error('The request has no id')
  return id
}
