import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'

import { startCanary, startServer, type TestServer } from '#test/egress/test-server.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { apiDocument, operationBlock, publishSpec } from '#test/test-openapi.ts'
import { newSite, newSpace, type PublishedScene, tokenFor } from '#test/test-published.ts'

const secret = 'planted-secret-0123456789'
const megabyte = 1024 * 1024

interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

describe('a request that is sent for a reader', () => {
  let api: TestApi
  let target: TestServer
  let canary: TestServer
  let scene: PublishedScene
  const received: Received[] = []

  const specs = () => `/orgs/${api.organization}/openapi`
  const urlOf = (path: string) => `${target.origin}/v1${path}`
  const asked = (path: string, more: object = {}) => ({
    operation: `get ${path}`,
    url: urlOf(path),
    headers: [],
    ...more,
  })
  const send = async (body: object, slug = 'pets') =>
    api.as('read').post(`${specs()}/${slug}/requests`, body)
  const sent = async (body: object): Promise<TestBody> => {
    const reply = await send(body)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    return reply.body
  }

  before(async () => {
    // The one is allowed, as a public server would be; the other is an address like any other here.
    target = await startServer(
      (request, response) => {
        void answer(request, response, { received, elsewhere: canary.origin })
      },
      { address: '127.0.0.2' },
    )
    canary = await startCanary(0, '127.0.0.3')
    api = await startTestApi({
      OPENAPI_PROXY: 'on',
      OPENAPI_PROXY_LIMIT_ORGANIZATION: '0',
      EGRESS_ALLOWED_NETWORKS: '127.0.0.2/32',
    })
    const get = { responses: { 200: { description: 'All is well' } } }
    const paths = Object.fromEntries(
      ['/pets', '/redirect', '/huge', '/slow', '/binary', '/cookies', '/gone'].map(
        (path) => [path, { get, post: get, trace: get }],
      ),
    )
    const servers = [{ url: `${target.origin}/v1` }, { url: `${canary.origin}/v1` }]
    await publishSpec(api, 'pets', apiDocument({}, { paths, servers }))
    const space = await newSpace(api, 'Manual', {
      Start: operationBlock('pets', '/pets'),
    })
    scene = await newSite(api, 'Site', [space], { visibility: 'public' })
  })
  after(async () => {
    await api.stop()
    await target.stop()
    await canary.stop()
  })

  it('reaches the server with what it needs, and comes back wrapped', async () => {
    received.length = 0
    const headers = [
      ['Authorization', `Bearer ${secret}`],
      ['X-Trace', 'a'],
      ['x-trace', 'b'],
      ['Content-Type', 'application/json'],
      ['Cookie', 'sid=1'],
      ['Host', 'evil.example'],
      ['Connection', 'x-trace'],
      ['Transfer-Encoding', 'chunked'],
      ['Content-Length', '1'],
      ['X-Forwarded-For', '10.0.0.1'],
      ['X-Real-IP', '10.0.0.1'],
      ['Forwarded', 'for=10.0.0.1'],
      ['Origin', 'https://evil.example'],
      ['Referer', 'https://evil.example'],
      ['Sec-Fetch-Site', 'none'],
      ['Proxy-Authorization', 'x'],
      ['X-HTTP-Method-Override', 'DELETE'],
    ].map(([name, value]) => ({ name, value }))
    const { durationMs, ...answered } = await sent({
      ...asked('/pets', {
        operation: 'post /pets',
        headers,
        body: { text: '{"a":"é"}' },
      }),
      url: `${urlOf('/pets')}?key=${secret}`,
    })
    assert.ok(durationMs >= 0)
    const [got] = received
    assert.equal(got?.method, 'POST')
    assert.equal(got.url, `/v1/pets?key=${secret}`)
    assert.equal(got.body.toString(), '{"a":"é"}')
    const { host, connection: _connection, ...rest } = got.headers
    assert.equal(host, new URL(target.origin).host)
    assert.deepEqual(rest, {
      authorization: `Bearer ${secret}`,
      'x-trace': 'a, b',
      'content-type': 'application/json',
      'content-length': '10',
      'user-agent': 'Lectern',
      'accept-encoding': 'gzip, br',
    })
    assert.equal(answered.outcome, 'answered')
    assert.equal(answered.status, 201)
    assert.equal(answered.body, '<script>alert(1)</script>')
    assert.deepEqual([answered.isBase64, answered.isTruncated], [false, false])
    assert.equal(answered.bodyBytes, 25)
    const names = answered.headers.map(({ name }: TestBody) => name)
    assert.ok(names.includes('content-type'))
    assert.ok(!names.some((name: string) => /^(?:set-cookie|connection)/.test(name)))
  })

  it('brings back what is no text, what is large, and what redirects as it is', async () => {
    const binary = await sent(asked('/binary'))
    assert.equal(binary.isBase64, true)
    assert.deepEqual([...Buffer.from(binary.body, 'base64')], [0, 255, 1])
    const huge = await sent(asked('/huge'))
    assert.equal(huge.isTruncated, true)
    assert.equal(huge.bodyBytes, 2 * megabyte)
    const before_ = canary.connections
    const redirect = await sent(asked('/redirect'))
    assert.equal(redirect.status, 302)
    assert.ok(
      redirect.headers.some(
        ({ name, value }: TestBody) => name === 'location' && value === canary.origin,
      ),
    )
    assert.equal(canary.connections, before_)
    const bytes = Buffer.from([1, 2, 255])
    received.length = 0
    await sent(
      asked('/pets', {
        operation: 'post /pets',
        body: { base64: bytes.toString('base64') },
      }),
    )
    assert.deepEqual(received[0]?.body, bytes)
  })

  it('goes nowhere but to operations of the specification, on its servers', async () => {
    received.length = 0
    for (const url of [
      urlOf('/other'),
      urlOf('/pets/../admin'),
      `${target.origin}/pets`,
      `http://127.0.0.1:${target.port}/v1/pets`,
      'http://evil.example/v1/pets',
      `http://user:${secret}@127.0.0.2:${target.port}/v1/pets`,
      'gopher://127.0.0.2/v1/pets',
      'nonsense',
    ]) {
      const { status, body } = await send(asked('/pets', { url }))
      assert.equal(status, 400, url)
      assert.ok(!JSON.stringify(body).includes(secret))
    }
    assert.equal((await send(asked('/pets', { operation: 'put /pets' }))).status, 404)
    assert.equal((await send(asked('/pets', { operation: 'Pet' }))).status, 404)
    assert.equal((await send(asked('/pets', { operation: 'trace /pets' }))).status, 400)
    assert.deepEqual(received, [])
  })

  it('reaches no address that is not public, though the specification names it', async () => {
    const before_ = canary.connections
    const refused = await sent(asked('/pets', { url: `${canary.origin}/v1/pets` }))
    assert.deepEqual(refused, { outcome: 'refused' })
    assert.equal(canary.connections, before_)
    assert.deepEqual(await sent(asked('/gone')), { outcome: 'unreachable' })
  })

  it('ends when its server does not answer', { timeout: 40_000 }, async () => {
    const startedMs = performance.now()
    assert.deepEqual(await sent(asked('/slow')), { outcome: 'timeout' })
    assert.ok(performance.now() - startedMs < 30_000)
  })

  it('is bounded in all that it brings', async () => {
    const refused: object[] = [
      { body: { text: 'x'.repeat(megabyte + 1) } },
      { body: { text: 'é'.repeat(megabyte / 2 + 1) } },
      { body: { base64: 'no base64!' } },
      { body: { text: 'a', base64: 'YQ==' } },
      { url: `${urlOf('/pets')}?${'x'.repeat(8192)}` },
      { headers: [{ name: 'a b', value: '' }] },
      { headers: [{ name: 'a', value: 'b\r\nc: d' }] },
      { headers: Array.from({ length: 101 }, () => ({ name: 'a', value: 'b' })) },
    ]
    for (const more of refused) {
      const { status } = await send(asked('/pets', { operation: 'post /pets', ...more }))
      assert.ok(status === 400 || status === 413, JSON.stringify(more).slice(0, 60))
    }
  })

  it('is sent for visitors who see the specification, and for nobody else', async () => {
    const url = `${specs()}/pets/requests`
    const visitor = api.withToken(await tokenFor(api, scene.url))
    const reply = await visitor.post(url, asked('/pets'))
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    await publishSpec(api, 'hidden', apiDocument({ '/pets': 'A' }))
    const hidden = await visitor.post(`${specs()}/hidden/requests`, asked('/pets'))
    const missing = await visitor.post(`${specs()}/missing/requests`, asked('/pets'))
    assert.equal(hidden.status, 404)
    assert.equal(hidden.body.error.reason, missing.body.error.reason)
    const outsider = await api.as('outsider').post(url, asked('/pets'))
    const nowhere = url.replace(api.organization, 'nowhere')
    const elsewhere = await api.as('outsider').post(nowhere, asked('/pets'))
    assert.equal(outsider.status, 404)
    assert.equal(outsider.body.error.reason, elsewhere.body.error.reason)
    assert.equal((await api.anonymous().post(url, asked('/pets'))).status, 401)
    assert.equal((await api.as('guest').post(url, asked('/pets'))).status, 403)
  })

  it('is sent only so often for an organization', async () => {
    const limited = await startTestApi({
      OPENAPI_PROXY: 'on',
      OPENAPI_PROXY_LIMIT_ORGANIZATION: '2',
      EGRESS_ALLOWED_NETWORKS: '127.0.0.2/32',
    })
    try {
      const servers = [{ url: `${target.origin}/v1` }]
      await publishSpec(limited, 'pets', apiDocument({ '/pets': 'A' }, { servers }))
      const url = `/orgs/${limited.organization}/openapi/pets/requests`
      const statuses: number[] = []
      for (let count = 0; count < 4; count += 1) {
        statuses.push((await limited.as('read').post(url, asked('/pets'))).status)
      }
      assert.deepEqual(statuses, [200, 200, 429, 429])
    } finally {
      await limited.stop()
    }
  })

  it('is not sent unless the server is set up for it', async () => {
    const usual = await startTestApi()
    try {
      const servers = [{ url: `${target.origin}/v1` }]
      await publishSpec(usual, 'pets', apiDocument({ '/pets': 'A' }, { servers }))
      received.length = 0
      const url = `/orgs/${usual.organization}/openapi/pets/requests`
      const { status } = await usual.as('admin').post(url, asked('/pets'))
      assert.equal(status, 403)
      assert.deepEqual(received, [])
    } finally {
      await usual.stop()
    }
  })
})

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { received, elsewhere }: { received: Received[]; elsewhere: string },
): Promise<void> {
  response.on('error', () => {})
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const { method = '', url = '', headers } = request
  received.push({ method, url, headers, body: Buffer.concat(chunks) })
  const [, , place] = new URL(url, 'http://x').pathname.split('/')
  if (place === 'redirect') {
    response.writeHead(302, { location: elsewhere }).end()
  } else if (place === 'huge') response.end(Buffer.alloc(5 * megabyte, 'é'))
  else if (place === 'binary') response.end(Buffer.from([0, 255, 1]))
  else if (place === 'gone') response.destroy()
  else if (place !== 'slow') {
    response
      .writeHead(201, { 'content-type': 'text/html', 'set-cookie': 'sid=2' })
      .end('<script>alert(1)</script>')
  }
}
