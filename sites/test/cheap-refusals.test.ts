import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { signJwt } from '@lectern/server/platform/secrets/jwt.ts'

import { createTestSpace } from '../../server/test/test-edits.ts'
import {
  must,
  publishSite,
  startTestSites,
  type TestSite,
  type TestSites,
} from './test-sites.ts'

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const resolving = 'resolvePublishedContentByUrl'

async function spaceWith(world: TestSites, text: string): Promise<string> {
  const space = await createTestSpace(world.api)
  await space.edit({
    operation: 'insert_page',
    title: 'Start',
    document: { markdown: `${text}\n` },
  })
  return space.spaceId
}

describe('what a stranger sends', () => {
  let world: TestSites
  let open: TestSite
  let closed: TestSite
  let token = ''

  before(async () => {
    world = await startTestSites({ SEARCH_RATE_LIMIT: '6' })
    const space = await spaceWith(world, 'For everybody')
    open = await publishSite(world, [space])
    closed = await publishSite(world, [await spaceWith(world, 'For members')], {
      visibility: 'visitor-auth',
    })
    const auth = await world.api.as('admin').get(`${closed.path}/publishing/auth`)
    must(auth, 200)
    token = signJwt(Buffer.from(auth.body.privateKey), { exp: inAnHour(), sub: 'me' })
  })
  after(async () => world.stop())

  /** The calls of the api that a request makes. */
  async function cost(run: () => Promise<unknown>, operation = resolving) {
    const { metrics } = world.sites
    const callsBefore = await metrics.read('apiCalls', operation)
    await run()
    return (await metrics.read('apiCalls', operation)) - callsBefore
  }

  const junk = Array.from(
    { length: 15 },
    (_, at) => `v-junk${at}=a.b.c; p-junk${at}=x; u-junk${at}=W1siYSIsImIiXV0`,
  ).join('; ')

  const readJunk = async () =>
    world.read(`${open.base}nowhere`, { headers: { cookie: junk } })

  it('costs the same with cookies of sites that are elsewhere', async () => {
    const none = await cost(async () => world.read('/no-such-site/a'))
    const many = await cost(async () =>
      world.read('/no-such-site/b', { headers: { cookie: junk } }),
    )
    assert.ok(none === 1 && many <= 1, `${none} and ${many} calls`)
    assert.equal((await readJunk()).status, 404)
    assert.equal(await cost(readJunk, 'searchSiteContent'), 0)
    assert.equal((await readJunk()).status, 404)
  })

  it('does not hide the cookie of the right site, however many there are', async () => {
    const cookie = `${junk}; v-${closed.id}=${token}`
    const page = await world.read(closed.base, { headers: { cookie } })
    assert.equal(page.status, 200)
    assert.ok(page.body.includes('For members'))
  })

  it('is kept in a cookie only if it is a token that was accepted', async () => {
    for (const value of ['a.b.c', 'x'.repeat(3000), 'x'.repeat(3900), token]) {
      const reply = await world.read(`${open.base}?jwt_token=${value}&visitor.a=b&c=d`)
      assert.equal(reply.status, 303)
      assert.equal(reply.headers['set-cookie'], undefined, value.slice(0, 10))
      assert.equal(reply.headers.location, `${open.base}?visitor.a=b&c=d`)
    }
    const preview = await world.read(`${open.base}?preview=nothing`)
    assert.equal(preview.headers['set-cookie'], undefined)
    const entered = await world.read(`${closed.base}?jwt_token=${token}`)
    assert.match(String(entered.headers['set-cookie']), new RegExp(`^v-${closed.id}=`))
  })

  it('is missing, and no failure, where the api does not take the address', async () => {
    for (const length of [100, 2100, 3700]) {
      const preview = 'x'.repeat(length)
      const named = await world.read(`${open.base}?preview=${preview}`)
      assert.equal(named.status, 303, String(length))
      assert.equal(named.headers['set-cookie'], undefined)
      const kept = await world.read(closed.base, {
        headers: { cookie: `p-${closed.id}=${preview}` },
      })
      assert.equal(kept.status, 404, String(length))
    }
    const path = await world.read(`${open.base}${'a'.repeat(3900)}`)
    assert.equal(path.status, 404)
  })

  it('does not make the renderer forget a site by a path that leads nowhere in it', async () => {
    await world.read(open.base)
    const headers = { 'cache-control': 'no-cache' }
    await world.read(`${open.base}~/changes/nothing`, { headers })
    assert.equal(await cost(async () => world.read(open.base)), 0)
  })

  it('is answered with the headers of every page, also when no route takes it', async () => {
    for (const [method, target] of [
      ['GET', '/%ff'],
      ['GET', '/%'],
      ['PUT', '/'],
      ['GET', '/a%2Fb'],
      ['POST', '/'],
    ] as const) {
      const body = method === 'POST' ? 'x'.repeat(9000) : ''
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const reply = await world.read(target, {
        method,
        ...(body !== '' && { body, headers }),
      })
      assert.ok([400, 405, 413].includes(reply.status), `${method} ${target}`)
      assert.match(String(reply.headers['content-security-policy']), /default-src 'none'/)
      assert.equal(reply.headers['x-content-type-options'], 'nosniff')
      assert.match(reply.headers['content-type'] ?? '', /^text\/plain/)
    }
  })

  it('is searched for under the limit of searches', async () => {
    const search = async () =>
      cost(async () => {
        for (let at = 0; at < 12; at += 1) {
          await world.read(`${open.base}gone-${at}-${Math.random()}`)
        }
      }, 'searchSiteContent')
    assert.ok((await search()) <= 6)
    assert.equal(await search(), 0)
    assert.equal((await world.read(`${open.base}~search?q=page`)).status, 429)
  })
})
