import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, describe, it } from 'node:test'

import {
  limits,
  startCanary,
  startServer,
  type TestServer,
} from '#test/egress/test-server.ts'

import { EgressRefused, type RefusalReason } from './egress-errors.ts'
import { createEgress } from './egress.ts'

interface Seen {
  readonly at: string
  readonly method: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

describe('redirects', () => {
  const seen: Seen[] = []
  let server: TestServer
  let other: TestServer
  let canary: TestServer

  /** `/to/STATUS/URL` redirects to URL with STATUS; any other path answers. */
  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { url = '', method, headers } = request
    seen.push({ at: url, method, headers, body: await text(request) })
    const [, status, location] = /^\/to\/(\d+)\/(.*)$/.exec(url) ?? []
    if (location !== undefined) {
      response.writeHead(Number(status), { location: decodeURIComponent(location) })
    }
    response.end('arrived')
  }

  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void answer(request, response)

  before(async () => {
    server = await startServer(listener, { address: '127.0.0.2' })
    other = await startServer(listener, { address: '127.0.0.2' })
    canary = await startCanary()
  })
  after(() => Promise.all([server.stop(), other.stop(), canary.stop()]))
  beforeEach(() => {
    seen.length = 0
  })

  const options = { allowedNetworks: ['127.0.0.2/32'], userAgent: 'Lectern/test' }
  const egress = createEgress({ ...options, resolve: async () => ['127.0.0.1'] })
  const chain = (length: number) => {
    let location = '/end'
    for (let hop = 0; hop < length; hop += 1) {
      location = `/to/302/${encodeURIComponent(location)}`
    }
    return server.origin + location
  }
  const redirectTo = (location: string, status = 302) =>
    `${server.origin}/to/${status}/${encodeURIComponent(location)}`

  const forbidden: readonly (readonly [location: string, reason: RefusalReason])[] = [
    ['http://127.0.0.1:PORT/', 'address'],
    ['//127.0.0.1:PORT/', 'address'],
    ['http://2130706433:PORT/', 'address'],
    ['http://0x7f.1:PORT/', 'address'],
    ['http://0:PORT/', 'address'],
    ['http://[::1]:PORT/', 'address'],
    ['http://[::ffff:127.0.0.2]:PORT/', 'address'],
    ['http://docs.example:PORT/', 'address'],
    ['https://127.0.0.1:PORT/', 'address'],
    ['http://169.254.169.254/latest/meta-data/', 'address'],
    ['\\\\127.0.0.1:PORT\\', 'address'],
    ['file:///etc/passwd', 'scheme'],
    ['gopher://127.0.0.1:PORT/_x', 'scheme'],
    ['data:text/plain,x', 'scheme'],
    ['http://user:password@127.0.0.2/', 'credentials'],
    ['http://127.0.0.2:6379/', 'port'],
    ['http://127.0.0.2:22/', 'port'],
    ['http://[/', 'url'],
  ]
  for (const [location, reason] of forbidden) {
    for (const status of [301, 307]) {
      it(`(${status}) lead no one to ${location}`, async () => {
        const url = redirectTo(location.replace('PORT', String(canary.port)), status)
        await assert.rejects(
          egress.fetch(url, limits),
          (error) => error instanceof EgressRefused && error.reason === reason,
        )
        assert.equal(seen.length, 1)
        assert.equal(canary.connections, 0)
      })
    }
  }

  it('ask for the name again, and refuse it when it has moved to a private address', async () => {
    const answers = ['127.0.0.2', '127.0.0.1']
    const rebound = createEgress({
      ...options,
      resolve: async () => [answers.shift() ?? ''],
    })
    await assert.rejects(
      rebound.fetch(`http://docs.example:${server.port}/to/302/%2Fnext`, limits),
      (error) => error instanceof EgressRefused && error.reason === 'address',
    )
    assert.deepEqual(answers, [])
    assert.equal(seen.length, 1)
  })

  for (const status of [301, 302, 303, 307, 308]) {
    it(`are followed when they are ${status}, relative ones too`, async () => {
      const reply = await egress.fetch(redirectTo('../../there?a=b#c', status), limits)
      assert.equal(reply.status, 200)
      assert.equal(reply.body.toString(), 'arrived')
      assert.equal(reply.url, `${server.origin}/there?a=b`)
    })
  }

  for (const status of [300, 304, 305, 306, 399]) {
    it(`are not seen in a ${status}`, async () => {
      const reply = await egress.fetch(redirectTo('/there', status), limits)
      assert.equal(reply.status, status)
      assert.equal(seen.length, 1)
    })
  }

  it('are followed five times and no sixth', async () => {
    assert.equal((await egress.fetch(chain(5), limits)).status, 200)
    assert.equal(seen.length, 6)
    await assert.rejects(
      egress.fetch(chain(6), limits),
      (error) => error instanceof EgressRefused && error.reason === 'redirects',
    )
    await assert.rejects(
      egress.fetch(chain(2), { ...limits, redirectsMax: 1 }),
      (error) => error instanceof EgressRefused && error.reason === 'redirects',
    )
  })

  it('are the answer itself for whoever wants none followed', async () => {
    const reply = await egress.fetch(redirectTo('/there'), { ...limits, redirectsMax: 0 })
    assert.equal(reply.status, 302)
    assert.equal(reply.headers.location, '/there')
    assert.equal(seen.length, 1)
  })

  const secrets = {
    authorization: 'Bearer secret',
    cookie: 'a=b',
    'x-signature': 'secret',
    'x-api-key': 'secret',
  }
  const harmless = { accept: 'application/json', 'accept-language': 'pt' }

  it('carry the headers on to the same origin', async () => {
    await egress.fetch(redirectTo('/there'), {
      ...limits,
      headers: { ...secrets, ...harmless },
    })
    const headers = seen[1]?.headers
    for (const [name, value] of Object.entries({ ...secrets, ...harmless })) {
      assert.equal(headers?.[name], value)
    }
  })

  it('carry only harmless headers to another origin, and do not get them back', async () => {
    const back = `/to/302/${encodeURIComponent(`${server.origin}/back`)}`
    const request = { ...limits, headers: { ...secrets, ...harmless } }
    await egress.fetch(redirectTo(`${other.origin}${back}`), request)

    assert.equal(seen[0]?.headers.authorization, 'Bearer secret')
    assert.equal(seen[2]?.at, '/back')
    for (const { headers } of seen.slice(1)) {
      for (const name of Object.keys(secrets)) {
        assert.equal(headers[name], undefined, name)
      }
      assert.equal(headers.accept, 'application/json')
      assert.equal(headers['user-agent'], 'Lectern/test')
    }
    assert.equal(seen[1]?.headers.host, `127.0.0.2:${other.port}`)
  })

  const post = {
    ...limits,
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'content-language': 'pt' },
    body: 'hello',
  } as const
  for (const status of [301, 302, 303]) {
    it(`turn a POST into a GET without its body (${status})`, async () => {
      await egress.fetch(redirectTo('/there', status), post)
      assert.equal(seen[1]?.method, 'GET')
      assert.equal(seen[1]?.body, '')
      assert.equal(seen[1]?.headers['content-type'], undefined)
      assert.equal(seen[1]?.headers['content-language'], undefined)
      assert.equal(seen[1]?.headers['content-length'], undefined)
    })
  }

  for (const status of [307, 308]) {
    it(`repeat a POST as it was (${status})`, async () => {
      await egress.fetch(redirectTo('/there', status), post)
      assert.equal(seen[1]?.method, 'POST')
      assert.equal(seen[1]?.body, 'hello')
      assert.equal(seen[1]?.headers['content-type'], 'text/plain')
    })
  }

  it('keep HEAD and DELETE what they are', async () => {
    await egress.fetch(redirectTo('/there', 303), { ...limits, method: 'HEAD' })
    assert.equal(seen[1]?.method, 'HEAD')
    await egress.fetch(redirectTo('/there', 302), { ...limits, method: 'DELETE' })
    assert.equal(seen[3]?.method, 'DELETE')
  })
})
