import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { assertRefusal, exchange, send, type WireOptions } from '#test/http/test-wire.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('refusals on the wire', () => {
  let api: TestApi
  let teams: string
  let signedIn: Record<string, string>
  before(async () => {
    api = await startTestApi()
    teams = `/v1/orgs/${api.organization}/teams`
    signedIn = { authorization: `Bearer ${api.tokens.admin}` }
  })
  after(async () => api.stop())

  const call = async (method: string, path: string, options: WireOptions = {}) =>
    send(api.url, method, path, {
      ...options,
      headers: { ...signedIn, ...options.headers },
    })
  const anonymously = async (method: string, path: string, options?: WireOptions) =>
    send(api.url, method, path, options)

  describe('unknown routes', () => {
    it('asks for a token before it says that a route does not exist', async () => {
      const reply = await anonymously('GET', '/v1/nope')
      assertRefusal(reply, 401, 'unauthenticated')
      assert.equal(reply.headers['www-authenticate'], 'Bearer')
      assertRefusal(
        await anonymously('GET', '/v1/nope', {
          headers: { authorization: 'Bearer lec_u_nonsense' },
        }),
        401,
        'unauthenticated',
      )
      const { message } = assertRefusal(
        await call('GET', '/v1/nope'),
        404,
        'unknown_route',
      )
      assert.match(message, /GET \/v1\/nope/)
    })

    it('does not read the body of a request to nowhere', async () => {
      for (const type of ['application/json', 'text/plain']) {
        const options = { headers: { 'content-type': type }, body: '{' }
        assertRefusal(await call('POST', '/v1/nope', options), 404, 'unknown_route')
        assertRefusal(await anonymously('POST', '/nope', options), 404, 'unknown_route')
        assertRefusal(
          await anonymously('POST', '/v1/nope', options),
          401,
          'unauthenticated',
        )
      }
    })

    it('answers outside /v1 in the same form', async () => {
      for (const path of ['/', '/nope', '//other.example/v1', '/V1/orgs']) {
        assertRefusal(await anonymously('GET', path), 404, 'unknown_route')
      }
      assertRefusal(
        await anonymously('POST', '/livez', {
          headers: { 'content-type': 'application/json' },
          body: '{',
        }),
        404,
        'unknown_route',
      )
    })
  })

  describe('methods', () => {
    it('answers 405 with Allow when the path takes other methods', async () => {
      for (const method of ['POST', 'PATCH', 'DELETE', 'TRACE', 'QUERY']) {
        const reply = await call(method, teams)
        const { message } = assertRefusal(reply, 405, 'method_not_allowed')
        assert.deepEqual(String(reply.headers.allow).split(', ').toSorted(), [
          'GET',
          'HEAD',
          'OPTIONS',
          'PUT',
        ])
        assert.ok(message.includes(method))
      }
    })

    it('finds the method wrong before it looks at the body', async () => {
      const options = { headers: { 'content-type': 'text/plain' }, body: '{' }
      assertRefusal(await call('POST', teams, options), 405, 'method_not_allowed')
      assertRefusal(await anonymously('POST', teams, options), 401, 'unauthenticated')
    })

    it('refuses HEAD where there is nothing to get', async () => {
      const reply = await call('HEAD', `${teams}/some/members/someone`)
      assert.equal(reply.status, 405)
      assert.equal(reply.headers.allow, 'PUT, DELETE, OPTIONS')
    })

    it('answers HEAD like GET without the body', async () => {
      const got = await call('GET', teams)
      const head = await call('HEAD', teams)
      assert.equal(head.status, 200)
      assert.equal(head.text, '')
      for (const name of [
        'content-type',
        'content-length',
        'cache-control',
        'vary',
        'access-control-allow-origin',
      ]) {
        assert.equal(head.headers[name], got.headers[name], name)
      }
      assert.equal((await anonymously('HEAD', teams)).status, 401)
      assert.equal((await call('HEAD', `${teams}/nope`)).status, 404)
    })
  })

  describe('cross-origin requests', () => {
    it('answers OPTIONS with 204 and everything a browser asks for, without a token', async () => {
      for (const path of [teams, '/v1/', '/v1/nope']) {
        const reply = await anonymously('OPTIONS', path, {
          headers: {
            origin: 'https://app.example',
            'access-control-request-method': 'PATCH',
            'access-control-request-headers': 'authorization,if-match',
          },
        })
        assert.equal(reply.status, 204)
        assert.equal(reply.text, '')
        assert.equal(reply.headers['access-control-allow-origin'], '*')
        assert.equal(
          reply.headers['access-control-allow-methods'],
          'GET, POST, PUT, PATCH, DELETE',
        )
        assert.equal(
          reply.headers['access-control-allow-headers'],
          'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer, X-Request-Id, traceparent',
        )
        assert.ok(reply.headers['x-request-id'])
      }
      assert.equal((await anonymously('OPTIONS', teams)).status, 204)
    })

    it('lets scripts of any origin read the headers of every answer', async () => {
      const exposed =
        'Location, Link, Deprecation, ETag, X-Request-Id, Idempotent-Replayed, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Unknown-Keys'
      const origin = { headers: { origin: 'https://app.example' } }
      const replies = [
        await call('GET', teams, origin),
        await call('GET', `${teams}/nope`, origin),
        await call('GET', '/v1/orgs/%zz/teams', origin),
        await call('POST', teams, origin),
        await anonymously('GET', teams, origin),
      ]
      assert.deepEqual(
        replies.map(({ status }) => status),
        [200, 404, 400, 405, 401],
      )
      for (const { headers } of replies) {
        assert.equal(headers['access-control-allow-origin'], '*')
        assert.equal(headers['access-control-expose-headers'], exposed)
      }
    })
  })

  describe('request ids', () => {
    it("keeps the caller's request id when it can stand in a log line", async () => {
      for (const id of ['a', 'req-1.2:3/4+5=6_7', 'x'.repeat(128)]) {
        const reply = await call('GET', `${teams}/nope`, {
          headers: { 'x-request-id': id },
        })
        assert.equal(reply.headers['x-request-id'], id)
        assert.equal(assertRefusal(reply, 404, 'not_found').requestId, id)
      }
    })

    it('replaces a request id that is too long or not plain', async () => {
      for (const id of ['', 'x'.repeat(129), 'two words', 'semi;colon', '<b>']) {
        const reply = await call('GET', teams, { headers: { 'x-request-id': id } })
        assert.equal(reply.status, 200)
        assert.match(String(reply.headers['x-request-id']), /^[0-9a-f-]{36}$/)
      }
    })

    it('accepts traceparent, well formed or not', async () => {
      for (const traceparent of [
        '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
        'ff-nonsense',
        '',
      ]) {
        const reply = await call('GET', teams, { headers: { traceparent } })
        assert.equal(reply.status, 200)
      }
    })
  })

  describe('paths', () => {
    it('ignores a trailing slash', async () => {
      assert.equal((await call('GET', `${teams}/`)).text, (await call('GET', teams)).text)
      for (const path of ['/v1', '/v1/']) {
        const reply = await anonymously('GET', path)
        assert.equal(reply.status, 200)
        assert.deepEqual(Object.keys(JSON.parse(reply.text)), ['version', 'build'])
      }
      assert.equal((await call('POST', `${teams}/`)).status, 405)
    })

    it('refuses text in a path that is no text', async () => {
      for (const id of ['%00', 'a%00b', '%ED%A0%80', '%C3%28', '%zz', '%']) {
        const reply = await call('GET', `/v1/orgs/${id}/teams`)
        assertRefusal(reply, 400, 'invalid_text')
      }
    })

    it('refuses identifiers of absurd length', async () => {
      for (const length of [129, 2049, 9000]) {
        const reply = await call('GET', `/v1/orgs/${'x'.repeat(length)}/teams`)
        const { message } = assertRefusal(reply, 400, 'invalid_request')
        assert.ok(message.length < 200, 'does not send it all back')
      }
    })
  })

  it('answers what is not HTTP in the same form', async () => {
    const cases: [string, number][] = [
      ['NONSENSE\r\n\r\n', 400],
      [`GET /v1/ HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
      [`PUT ${teams} HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n`, 400],
    ]
    for (const [bytes, status] of cases) {
      const [head = '', body = ''] = (await exchange(api.url, bytes)).split('\r\n\r\n')
      assert.ok(head.startsWith(`HTTP/1.1 ${status} `), head)
      const { error } = JSON.parse(body)
      assert.equal(error.code, status)
      assert.equal(error.reason, 'invalid_request')
      assert.ok(head.includes(`X-Request-Id: ${error.requestId}`))
    }
    assert.equal((await anonymously('GET', '/v1/')).status, 200)
  })

  it('keeps its own counsel about a failure inside, and quotes the request id', async () => {
    await api.rows('alter table team rename column title to heading')
    try {
      const { message } = assertRefusal(await call('GET', teams), 500, 'internal_error')
      assert.doesNotMatch(message, /column|title|team/)
    } finally {
      await api.rows('alter table team rename column heading to title')
    }
    assert.equal((await call('GET', teams)).status, 200)
  })
})
