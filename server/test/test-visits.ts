import assert from 'node:assert/strict'
import { hash } from 'node:crypto'

import { send, type WireReply } from '#test/http/test-wire.ts'

import { ownHost, type TestSession } from './sessions/test-browser-session.ts'
import type { TestApi } from './test-api.ts'
import { ok, type PublishedScene } from './test-published.ts'

/** What a browser keeps at the host of a site while it signs in. */
const flow = 'f'.repeat(43)
export const flowHash = hash('sha256', flow, 'base64url')

/** Lets the members of the organization read a site, in place of tokens. */
export async function openToMembers(api: TestApi, siteId: string): Promise<void> {
  const path = `/orgs/${api.organization}/sites/${siteId}/publishing/auth`
  await ok(api.as('admin').patch(path, { signIn: 'members' }))
}

export interface Asked {
  readonly at?: string
  readonly flow?: string
  readonly to?: string
  readonly siteId?: string
}

/** Opens the page at PUBLIC_URL where members sign in to a site. */
export async function askToRead(
  api: TestApi,
  { site, url }: PublishedScene,
  session: Pick<TestSession, 'cookie'> | undefined,
  // oxlint-disable-next-line max-params -- the api, the site, who asks and what else they say
  asked: Asked = {},
): Promise<WireReply> {
  const { siteId = site, ...query } = asked
  const search = new URLSearchParams({ at: url, flow: flowHash, ...query })
  return send(api.url, 'GET', `/~sign-in/site/${siteId}?${search.toString()}`, {
    headers: { host: ownHost, ...(session !== undefined && { cookie: session.cookie }) },
  })
}

/** Where the page leads a browser that may read. */
export function ledTo({ status, headers, text }: WireReply): URL {
  assert.equal(status, 200, text)
  const [, url = ''] = /^0; url=(.+)$/.exec(String(headers['refresh'])) ?? []
  assert.ok(url !== '', text)
  return new URL(url)
}

export interface BroughtCode {
  readonly code: string
  readonly flow?: string
  readonly host?: string
}

/** What the renderer does with a code that a browser brought. */
export async function exchangeCode(
  api: TestApi,
  { site, url }: Pick<PublishedScene, 'site' | 'url'>,
  { code, flow: given = flowHash, host = new URL(url).host }: BroughtCode,
): Promise<{ status: number; secret: string }> {
  const body = JSON.stringify({ code, flow: given, host })
  const reply = await send(api.url, 'POST', `/~render/sites/${site}/visits`, {
    headers: {
      authorization: `Bearer ${api.services.config.RENDERER_SECRET}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    },
    body,
  })
  const { secret = '' } = reply.status === 200 ? JSON.parse(reply.text) : {}
  return { status: reply.status, secret }
}

/** Signs a member in to a site; gives what they read with. */
export async function visitAs(
  api: TestApi,
  scene: PublishedScene,
  session: TestSession,
): Promise<string> {
  const code = ledTo(await askToRead(api, scene, session)).searchParams.get('code') ?? ''
  const { status, secret } = await exchangeCode(api, scene, { code })
  assert.equal(status, 200)
  return secret
}
