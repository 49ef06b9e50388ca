import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
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

async function spaceWith(world: TestSites, text: string): Promise<string> {
  const space = await createTestSpace(world.api)
  await space.edit(
    { operation: 'insert_page', title: 'Start', document: { markdown: `${text}\n` } },
    { operation: 'insert_page', title: 'More', document: { markdown: `${text} too\n` } },
  )
  return space.spaceId
}

function assertPrivate(headers: Record<string, unknown>): void {
  assert.equal(headers['cache-control'], 'private, no-store')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['x-robots-tag'], 'noindex')
}

describe('a site that is shared by link', () => {
  let world: TestSites
  let site: TestSite
  let base = ''
  let link = ''

  before(async () => {
    world = await startTestSites()
    const space = await spaceWith(world, 'Only with the link')
    site = await publishSite(world, [space], { visibility: 'share-link' })
    const made = await world.api
      .as('admin')
      .post(`${site.path}/share-links`, { name: 'One' })
    must(made, 201)
    link = `${site.path}/share-links/${made.body.id}`
    base = new URL(made.body.urls.published).pathname
    if (!base.endsWith('/')) base += '/'
  })
  after(async () => world.stop())

  it('is read with its key only, and every link in it keeps the key', async () => {
    const page = await world.read(base)
    assert.equal(page.status, 200)
    assert.ok(page.body.includes('Only with the link'))
    assert.ok(page.body.includes(`href="${base}more"`))
    assertPrivate(page.headers)
    assert.equal((await world.read(`${base}more`)).status, 200)
    for (const target of [
      site.base,
      `${site.base}more`,
      `${site.base}${'x'.repeat(24)}/`,
    ]) {
      const refused = await world.read(target)
      assert.equal(refused.status, 404, target)
      assert.ok(!refused.body.includes('Only with'), target)
    }
  })

  it('lets nobody but the reader keep an address with a key, whatever becomes of it', async () => {
    const respelled = await world.read(`/${base}more`)
    assert.equal(respelled.status, 308)
    assert.equal(respelled.headers['cache-control'], 'private, max-age=3600')
    assert.equal(respelled.headers['referrer-policy'], 'no-referrer')
    assertPrivate((await world.read(`${site.base}${'x'.repeat(24)}/more`)).headers)
  })

  it('is not for search engines nor for agents that were not told of it', async () => {
    assert.match((await world.read(`${base}robots.txt`)).body, /Disallow: \/\n/)
    assert.equal((await world.read(`${base}sitemap.xml`)).status, 404)
    assert.match((await world.read(base)).body, /<meta name="robots" content="noindex/)
  })

  it('is closed at once when the link is switched off, also for what was read before', async () => {
    assert.equal((await world.read(`${base}more`)).status, 200)
    must(await world.api.as('admin').patch(link, { active: false }), 200)
    const refused = await world.read(`${base}more`)
    assert.equal(refused.status, 404)
    assert.ok(!refused.body.includes('Only with'))
    must(await world.api.as('admin').patch(link, { active: true }), 200)
  })

  it('is neither on disk nor served while the api is away', async () => {
    assert.equal((await world.read(base)).status, 200)
    await world.sites.snapshotIdle()
    const kept = await readdir(path.join(world.snapshotFolder, 'v1/sites'))
    assert.ok(!kept.includes(site.id))
    await world.api.stop()
    const away = await world.read(base)
    assert.equal(away.status, 503)
    assert.ok(!away.body.includes('Only with'))
  })
})

describe('a site for visitors who bring a token', () => {
  let world: TestSites
  let site: TestSite
  let token = ''

  before(async () => {
    world = await startTestSites()
    const space = await spaceWith(world, 'For members')
    site = await publishSite(world, [space], { visibility: 'visitor-auth' })
    const auth = await world.api.as('admin').get(`${site.path}/publishing/auth`)
    must(auth, 200)
    token = signJwt(Buffer.from(auth.body.privateKey), { exp: inAnHour(), sub: 'me' })
  })
  after(async () => world.stop())

  it('takes the token out of the address into a cookie, and reads with that', async () => {
    const entered = await world.read(`${site.base}more?jwt_token=${token}&a=b`)
    assert.equal(entered.status, 303)
    assert.equal(entered.headers.location, `${site.base}more?a=b`)
    assertPrivate(entered.headers)
    const [cookie = ''] = entered.headers['set-cookie'] ?? []
    assert.match(cookie, new RegExp(`^v-${site.id}=.*; Path=/; HttpOnly; SameSite=Lax$`))
    const page = await world.read(`${site.base}more`, {
      headers: { cookie: cookie.split(';', 1).join('') },
    })
    assert.equal(page.status, 200)
    assert.ok(page.body.includes('For members too'))
    assert.ok(!page.body.includes(token))
    assertPrivate(page.headers)
  })

  it('is never kept with the token that is still in its address', async () => {
    const respelled = await world.read(`/${site.base}more?jwt_token=${token}`)
    assert.equal(respelled.status, 308)
    assertPrivate(respelled.headers)
  })

  it('shows nothing to anybody else, also after somebody has read it', async () => {
    const [head = '', , tail = ''] = token.split('.')
    const forged = [
      '',
      `v-${site.id}=x.y.z`,
      `v-${site.id}=${head}.${Buffer.from('{"exp":9999999999}').toString('base64url')}.${tail}`,
      `v-${site.id}=${signJwt(Buffer.from('another key of somebody'), { exp: inAnHour() })}`,
      `v-other=${token}`,
    ]
    for (const cookie of forged) {
      const reply = await world.read(`${site.base}more`, {
        headers: cookie === '' ? {} : { cookie },
      })
      assert.equal(reply.status, 404, cookie)
      assert.ok(!reply.body.includes('For members'), cookie)
    }
  })
})
