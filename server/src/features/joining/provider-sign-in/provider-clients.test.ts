import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import type { SignInProvider } from '#/platform/config/sign-in-providers.ts'
import { openTestBrowser } from '#test/sessions/test-form-browser.ts'
import { startTestIssuer } from '#test/sso/test-issuer.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { createProviderClients } from './provider-clients.ts'

describe('what is known of a provider', () => {
  let api: TestApi
  let dead: Server
  let asked = 0
  let provider: SignInProvider
  before(async () => {
    dead = createServer((_request, reply) => {
      asked += 1
      reply.writeHead(500).end()
    })
    dead.listen(0, '127.0.0.1')
    await once(dead, 'listening')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens at a port
    const { port } = dead.address() as AddressInfo
    const entry = {
      kind: 'oidc',
      id: 'dead',
      issuer: `http://127.0.0.1:${port}`,
      clientId: 'lectern',
      clientSecret: 'none',
    } as const
    provider = { ...entry, label: 'Dead', trustsEmail: false }
    api = await startTestApi({
      EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8',
      SIGN_IN_PROVIDERS: JSON.stringify([entry]),
      SIGN_IN_LIMIT_ADDRESS: '1',
      TRUST_PROXY: 'on',
    })
  })
  beforeEach(() => {
    asked = 0
  })
  after(async () => {
    await api.stop()
    dead.close()
  })

  it('is asked for once, however many begin there, also where it cannot be read', async () => {
    const { url } = api
    const begin = async (from: number) =>
      openTestBrowser(url, `192.0.2.${from}`).get('/~sign-in/with/dead')
    const replies = await Promise.all(
      Array.from({ length: 10 }, async (_, at) => begin(at)),
    )
    replies.push(await begin(100))
    assert.deepEqual(
      replies.map(({ status }) => status),
      Array.from({ length: 11 }, () => 503),
    )
    assert.equal(asked, 1)
  })

  it('is asked for by those alone who have been counted', async () => {
    const browser = openTestBrowser(api.url, '192.0.2.200')
    const statuses = []
    for (let turn = 0; turn < 42; turn += 1) {
      statuses.push((await browser.get('/~sign-in/with/dead')).status)
    }
    assert.deepEqual(new Set(statuses.slice(0, 40)), new Set([503]))
    assert.deepEqual(statuses.slice(40), [429, 429])
    await api.rows('delete from sign_in_attempt')
  })

  it('is asked for again half a minute after it could not be read', async () => {
    let nowMs = 0
    const clients = createProviderClients(api.services, () => nowMs)
    const fails = async () =>
      assert.rejects(clients.of(provider), { name: 'Error', problem: 'away' })
    await fails()
    nowMs = 29_999
    await fails()
    assert.equal(asked, 1)
    nowMs = 30_000
    await fails()
    assert.equal(asked, 2)
  })

  it('is kept for an hour once it could be read', async () => {
    const issuer = await startTestIssuer()
    try {
      let nowMs = 0
      const clients = createProviderClients(api.services, () => nowMs)
      const from = { ...provider, issuer: issuer.issuer }
      const [first, second] = await Promise.all([clients.of(from), clients.of(from)])
      assert.equal(first, second)
      nowMs = 3_599_999
      assert.equal(await clients.of(from), first)
      assert.equal(issuer.headers.length, 1)
      nowMs = 3_600_000
      assert.notEqual(await clients.of(from), first)
      assert.equal(issuer.headers.length, 2)
    } finally {
      await issuer.stop()
    }
  })
})
