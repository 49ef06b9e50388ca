import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { createTestSpace } from '../../server/test/test-edits.ts'
import {
  publishSite,
  startTestSites,
  type TestSite,
  type TestSites,
} from './test-sites.ts'

const pagesCount = 40

describe('a public site while the api and its database are away', () => {
  let world: TestSites
  let site: TestSite
  const paths = Array.from({ length: pagesCount }, (_, at) =>
    at === 0 ? '' : `page-${at}`,
  )

  before(async () => {
    world = await startTestSites()
    const space = await createTestSpace(world.api)
    await space.edit(
      ...paths.map((_, at) => ({
        operation: 'insert_page',
        title: `Page ${at}`,
        document: { markdown: `This is page ${at}.\n` },
      })),
    )
    site = await publishSite(world, [space.spaceId])
    // One page is read; that is enough for all of them to be kept.
    assert.equal((await world.read(site.base)).status, 200)
    await world.sites.snapshotIdle()
    await world.api.stop()
  })
  after(async () => world.stop())

  async function readAll(): Promise<void> {
    for (const [at, path] of paths.entries()) {
      const reply = await world.read(site.base + path)
      assert.equal(reply.status, 200, path)
      assert.ok(reply.body.includes(`This is page ${at}.`), path)
    }
  }

  it('shows every page, also those nobody had read', async () => {
    await readAll()
  })

  it('shows them after a restart, and says how old they are', async () => {
    await world.restart()
    await readAll()
    await new Promise((resolve) => setTimeout(resolve, 2100))
    const page = await world.read(`${site.base}page-1`)
    assert.ok(Number(page.headers.age) >= 1, String(page.headers.age))
    assert.equal(page.headers['warning'], undefined)
    assert.equal((await world.read(`${site.base}sitemap-pages.xml`)).status, 200)
  })

  it('still says so when there is no such page, and that search is not to be had', async () => {
    assert.equal((await world.read(`${site.base}nothing-here`)).status, 404)
    const search = await world.read(`${site.base}~search?q=page`)
    assert.equal(search.status, 503)
    assert.equal(search.headers['retry-after'], '5')
    assert.equal((await world.read('/another-site/')).status, 503)
  })
})
