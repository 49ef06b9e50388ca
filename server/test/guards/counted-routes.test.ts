import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import Fastify from 'fastify'

import { countedRoutes } from '#/start/api.ts'
import { send } from '#test/http/test-wire.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const most = 2
const nobody = async () => Promise.reject(new Error('nobody asks here'))

describe('routes outside the API that anybody may ask for', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi({ RATE_LIMIT_SITE: String(most), TRUST_PROXY: 'on' })
  })
  after(async () => api.stop())

  /** Every counted route, as a request with made-up parameters. */
  async function requests(): Promise<{ method: string; path: string }[]> {
    const found: { method: string; path: string }[] = []
    const server = Fastify()
    server.addHook('onRoute', ({ method, url }) => {
      const path = url.replaceAll(/:\w+|\*/g, 'x')
      for (const each of [method].flat()) found.push({ method: each, path })
    })
    const readers = {
      findMarked: async () => Promise.resolve(undefined),
      holdsForAll: () => false,
      isInSettings: async () => Promise.resolve(false),
    }
    for (const add of countedRoutes(readers, nobody)) {
      await server.register(async (scope) => add(scope, api.services))
    }
    await server.ready()
    await server.close()
    return found
  }

  it('all answer 429 with the time to wait when an address asks too often', async () => {
    const all = await requests()
    const paths = new Set(all.map(({ path }) => path))
    for (const path of ['/~welcome/x', '/~unsubscribe/x', '/~storage/x', '/reference/']) {
      assert.ok(paths.has(path), path)
    }
    const wrong: Record<string, unknown> = {}
    for (const [at, { method, path }] of all.entries()) {
      const headers = { 'x-forwarded-for': `203.0.113.${at}` }
      const ask = async () => send(api.url, method, path, { headers })
      for (let turn = 0; turn < most; turn += 1) {
        const { status } = await ask()
        if (status === 429 || status >= 500) wrong[`${method} ${path} within`] = status
      }
      const { status, headers: answered } = await ask()
      const seconds = Number(answered['retry-after'])
      if (status !== 429 || !(seconds >= 1)) wrong[`${method} ${path}`] = status
    }
    assert.deepEqual(wrong, {})
  })

  it('tell people on a page, in plain words, how long to wait', async () => {
    for (const path of ['/~welcome/secret', '/~unsubscribe/token']) {
      const headers = { 'x-forwarded-for': `198.51.100.${path.length}` }
      const ask = async () => send(api.url, 'GET', path, { headers })
      for (let turn = 0; turn < most; turn += 1) await ask()
      const { headers: answered, text } = await ask()
      assert.match(answered['content-type'] ?? '', /^text\/html/)
      assert.equal(answered['cache-control'], 'no-store')
      assert.match(text, /Wait \d+ seconds?, then open the link again/)
      assert.ok(!text.includes('on our side'))
    }
  })
})
