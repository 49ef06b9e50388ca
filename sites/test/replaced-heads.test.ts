import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { signJwt } from '@lectern/server/platform/secrets/jwt.ts'

import { createTestSpace, type TestSpace } from '../../server/test/test-edits.ts'
import { type DeafProxy, startDeafProxy } from './deaf-proxy.ts'
import {
  must,
  publishSite,
  startTestSites,
  type TestSite,
  type TestSites,
  until,
} from './test-sites.ts'

/** As if all that happened in the space so far were eleven minutes ago. */
async function age({ api }: TestSites, { spaceId }: TestSpace): Promise<void> {
  const older = `update revision set created_at = ((created_at at time zone 'UTC') - interval '11 minutes') at time zone 'UTC'
    where space_id = $1`
  await api.rows(older, [spaceId])
}

function insert(title: string, markdown: string) {
  return { operation: 'insert_page', title, document: { markdown } }
}

describe('a head that was replaced unheard of', () => {
  let world: TestSites
  let proxy: DeafProxy
  let space: TestSpace
  let site: TestSite

  before(async () => {
    world = await startTestSites()
    proxy = await startDeafProxy(world.api.url)
    await world.restart({ API_URL: proxy.url })
    space = await createTestSpace(world.api)
    await space.edit(insert('Start', 'As it was.\n'))
    await until(() => world.sites.isLive())
    site = await publishSite(world, [space.spaceId])
    await until(isHeld)
    await world.sites.snapshotIdle()
    assert.equal(await isHeld(), true)
    proxy.goDeaf()
  })
  after(async () => {
    await world.stop()
    await proxy.close()
  })

  const resolutions = async () =>
    world.sites.metrics.read('apiCalls', 'resolvePublishedContentByUrl')

  /** The renderer knows the head by itself; no page was read for that. */
  async function isHeld(): Promise<boolean> {
    const asked = await resolutions()
    await world.read(`${site.base}~theme/none.css`)
    return (await resolutions()) === asked
  }

  it('is asked for once more, and its successor is shown', async () => {
    await space.edit(insert('Next', 'As it is.\n'))
    await age(world, space)
    const asked = await resolutions()
    const page = await world.read(`${site.base}next`)
    assert.equal(page.status, 200)
    assert.ok(page.body.includes('As it is.'))
    assert.equal(await resolutions(), asked + 1)
    assert.equal((await world.read(`${site.base}next`)).status, 200)
    assert.equal(await resolutions(), asked + 1)
  })

  it('is read no longer for a body, which is never shown empty for that', async () => {
    await space.edit(insert('Last', 'At last.\n'), insert('Other', 'Also there.\n'))
    const fresh = { headers: { 'cache-control': 'no-cache' } }
    assert.ok((await world.read(`${site.base}last`, fresh)).body.includes('At last.'))
    await space.edit(insert('After', 'Afterwards.\n'))
    await age(world, space)
    // The index of the old head is in memory; the text of this page is not.
    for (const path of ['other', 'other.md']) {
      assert.ok((await world.read(site.base + path)).body.includes('Also there.'), path)
    }
  })

  it('is no reason to show a site that is gone', async () => {
    await space.edit(insert('Then', 'Gone.\n'))
    await age(world, space)
    must(await world.api.as('admin').post(`${site.path}/unpublish`), 200)
    const asked = await resolutions()
    const gone = await world.read(`${site.base}then`)
    assert.equal(gone.status, 404)
    assert.ok((await resolutions()) <= asked + 2)
  })
})

describe('a head of another space, for a reader of a private site', () => {
  let world: TestSites
  let site: TestSite
  let near: TestSpace
  let far: TestSpace
  let cookie = ''

  before(async () => {
    world = await startTestSites()
    const admin = world.api.as('admin')
    near = await createTestSpace(world.api)
    far = await createTestSpace(world.api)
    const { changes } = await far.edit(insert('Target', 'Far away.\n'))
    const target = `lectern:page/${changes[0].page}?space=${far.spaceId}`
    await near.edit(insert('Start', 'Here.\n'), insert('Links', `To [it](${target}).\n`))
    site = await publishSite(world, [near.spaceId], { visibility: 'visitor-auth' })
    const made = await admin.post(`${site.path}/sections`, { spaceId: far.spaceId })
    must(made, 201)
    const auth = await admin.get(`${site.path}/publishing/auth`)
    must(auth, 200)
    const exp = Math.floor(Date.now() / 1000) + 3600
    cookie = `v-${site.id}=${signJwt(Buffer.from(auth.body.privateKey), { exp })}`
  })
  after(async () => world.stop())

  it('is asked for once more, so that links into it stay', async () => {
    const get = async (path: string) =>
      world.read(site.base + path, { headers: { cookie } })
    // From here on the renderer thinks it knows the heads of both.
    assert.equal((await get('')).status, 200)
    await far.edit(insert('More', 'Farther.\n'))
    await age(world, far)
    const page = await get('links')
    assert.equal(page.status, 200)
    assert.match(page.body, /<a href="[^"]+"[^>]*>it<\/a>/)
  })
})
