import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'

import { createTestSpace } from '../../server/test/test-edits.ts'
import {
  publishSite,
  startTestSites,
  type TestSite,
  type TestSites,
} from './test-sites.ts'

async function siteWith(world: TestSites, text: string): Promise<TestSite> {
  const space = await createTestSpace(world.api)
  await space.edit({
    operation: 'insert_page',
    title: 'Start',
    document: { markdown: `${text}\n` },
  })
  return publishSite(world, [space.spaceId])
}

describe('a site asked for by many spellings of its host', () => {
  let world: TestSites
  let site: TestSite
  const proxies = { TRUSTED_PROXIES: '127.0.0.1', SHARED_CACHE_SECONDS: '300' }
  before(async () => {
    world = await startTestSites()
    site = await siteWith(world, 'Seen by all')
  })
  after(async () => world.stop())

  it('is kept once, in memory and on disk, whatever port is named', async () => {
    const [name = ''] = world.host.split(':')
    for (let port = 1; port <= 40; port += 1) {
      const reply = await world.read(site.base, { host: `${name}:${port}` })
      assert.equal(reply.status, 200)
    }
    for (const host of [name, name.toUpperCase(), `${name}.`]) {
      assert.equal((await world.read(site.base, { host })).status, 200, host)
    }
    await world.sites.snapshotIdle()
    const kept = await readdir(path.join(world.snapshotFolder, 'v1/places'))
    assert.equal(kept.length, 1)
    assert.equal(await world.sites.metrics.read('pages', 'composed'), 1)
  })

  it('is found by the host alone, also behind a proxy, and what else decides is named', async () => {
    await world.restart(proxies)
    const forwarded = { 'x-forwarded-host': world.host, 'x-forwarded-proto': 'https' }
    const elsewhere = await world.read(site.base, {
      host: 'victim.localhost',
      headers: forwarded,
    })
    assert.equal(elsewhere.status, 404)
    const page = await world.read(site.base, {
      headers: { ...forwarded, 'x-forwarded-host': 'victim.localhost' },
    })
    assert.equal(page.status, 200)
    assert.match(page.headers['cache-control'] ?? '', /s-maxage=300/)
    assert.equal(page.headers.vary, 'accept, accept-encoding, x-forwarded-proto')
    assert.ok(page.headers['strict-transport-security'])
    const strange = await world.read(site.base, {
      headers: { 'x-forwarded-proto': 'gopher' },
    })
    assert.equal(strange.headers['strict-transport-security'], undefined)
  })

  it('is found by the forwarded host where that is the one source, of proxies only', async () => {
    await world.restart({ ...proxies, SITES_HOST_HEADER: 'x-forwarded-host' })
    const headers = { 'x-forwarded-host': world.host }
    const page = await world.read(site.base, { host: 'victim.localhost', headers })
    assert.equal(page.status, 200)
    assert.match(page.headers.vary ?? '', /x-forwarded-host, x-forwarded-proto/)
    assert.equal((await world.read(site.base)).status, 400)
    await world.restart({
      TRUSTED_PROXIES: '192.0.2.1',
      SITES_HOST_HEADER: 'x-forwarded-host',
    })
    assert.equal((await world.read(site.base, { headers })).status, 400)
  })

  it('is redirected to on the port that the reader uses', async () => {
    await world.restart()
    const renamed = await world.api.as('admin').patch(site.path, { basename: 'renamed' })
    assert.equal(renamed.status, 200)
    const [name = ''] = world.host.split(':')
    const moved = await world.read(site.base, {
      host: `${name}:8443`,
      headers: { 'cache-control': 'no-cache' },
    })
    assert.equal(moved.status, 308)
    assert.equal(moved.headers.location, '/renamed/')
  })

  it('is shown under any name that can be one segment of a path', async () => {
    for (const basename of ['a:b@c&d=e+f;g,h$i', '100% #1?', 'Guide d’été', '"<b>']) {
      const renamed = await world.api.as('admin').patch(site.path, { basename })
      const base = new URL(renamed.body.urls.published).pathname
      const headers = { 'cache-control': 'no-cache' }
      const page = await world.read(base, { headers })
      assert.equal(page.status, 200, base)
      assert.match(page.body, /Seen by all/)
      const [, style = ''] = /href="([^"]+~assets\/[^"]+)"/.exec(page.body) ?? []
      assert.equal((await world.read(style.replaceAll('&amp;', '&'))).status, 200, style)
    }
    await world.api.as('admin').patch(site.path, { basename: 'renamed' })
  })

  it('is redirected to on that port when the name of the organization has changed', async () => {
    const { api } = world
    const organization = `/orgs/${api.organization}`
    const renamed = await api.as('admin').patch(organization, { hostname: 'beta' })
    assert.equal(renamed.status, 200)
    const [name = ''] = world.host.split(':')
    const locations: Record<string, string | undefined> = {}
    for (const port of [':8443', '', ':99999']) {
      const { status, headers } = await world.read(`${site.base}guide`, {
        host: name + port,
        headers: { 'cache-control': 'no-cache' },
      })
      assert.equal(status, 302)
      locations[port] = headers.location
    }
    assert.deepEqual(locations, {
      ':8443': 'http://beta.localhost:8443/renamed/guide',
      '': 'http://beta.localhost/renamed/guide',
      ':99999': 'http://beta.localhost/renamed/guide',
    })
  })
})
