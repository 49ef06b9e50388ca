import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import Fastify from 'fastify'

import { countedRoutes } from '#/start/api.ts'
import { send } from '#test/http/test-wire.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { root } from './source-files.ts'

const most = 2

interface CountedRequest {
  readonly method: string
  readonly path: string
  readonly isCompressed: boolean
}

/** Where an answer is small: what is stored would be compressed anew for each who asks. */
const pages = [
  /^\/(?:favicon[^/]*|robots.txt)?$/,
  /^\/(?:v1\/openapi.json$|reference)/,
  /^\/[os]\/x/,
  /^\/~(?:app|first-run|welcome|unsubscribe|sign-in)(?:\/|$)/,
  /^\/~openapi\/x\/x\/x\/changes\/x$/,
  /^\/sso\//,
  /^\/~tls/,
]

/** For the proxy and the renderer alone. */
const inside = new Set(['/~tls', '/~render'])

const nobody = async () => Promise.reject(new Error('nobody asks here'))

describe('routes outside the API that anybody may ask for', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi({ RATE_LIMIT_SITE: String(most), TRUST_PROXY: 'on' })
  })
  after(async () => api.stop())

  /** Every counted route, as a request with made-up parameters. */
  async function requests(): Promise<CountedRequest[]> {
    const found: CountedRequest[] = []
    const server = Fastify()
    server.addHook('onRoute', ({ method, url, compress }) => {
      const path = url.replaceAll(/:\w+|\*/g, 'x')
      const isCompressed = compress !== false
      for (const each of [method].flat()) found.push({ method: each, path, isCompressed })
    })
    const readers = {
      findMarked: async () => Promise.resolve(undefined),
      holdsForAll: () => false,
      isInSettings: async () => Promise.resolve(false),
    }
    for (const add of countedRoutes(readers, {
      authenticate: nobody,
      authenticateSession: nobody,
    })) {
      await server.register(async (scope) => add(scope, api.services))
    }
    await server.ready()
    await server.close()
    return found
  }

  it('are reached through the ingress of the chart, if they are for people', async () => {
    const values = await readFile(join(root, 'deploy/helm/lectern/values.yaml'), 'utf8')
    const [, listed = ''] = /^ {2}paths:\s*\[([^\]]*)\]/m.exec(values) ?? []
    const open = new Set(listed.split(',').map((one) => one.trim()))
    assert.ok(open.has('/v1'))
    const first = (await requests())
      .map((request) => `/${request.path.split('/')[1]}`)
      .filter((one) => one !== '/' && !inside.has(one) && !open.has(one))
    assert.deepEqual([...new Set(first)], [])
  })

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

  it('compress nothing that they read from storage', async () => {
    const compressed = (await requests())
      .filter(({ method, isCompressed }) => method === 'GET' && isCompressed)
      .map(({ path }) => path)
      .filter((path) => !pages.some((page) => page.test(path)))
    assert.deepEqual(compressed, [])
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
