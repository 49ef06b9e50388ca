import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { createTestSpace } from '../../server/test/test-edits.ts'
import { type DeafProxy, startDeafProxy } from './deaf-proxy.ts'
import { publishSite, startTestSites, type TestSites } from './test-sites.ts'

describe('a site that the api does not answer for', () => {
  let world: TestSites
  let proxy: DeafProxy
  before(async () => {
    world = await startTestSites()
    proxy = await startDeafProxy(world.api.url)
    await world.restart({ API_URL: proxy.url })
  })
  after(async () => {
    await world.stop()
    await proxy.close()
  })

  /** Unlisted, so that no page of it is on disk. */
  const publish = async () => {
    const space = await createTestSpace(world.api)
    const { spaceId } = space
    const pages = ['Start', 'One', 'Two', 'Three', 'Four']
    await space.edit(
      ...pages.map((title) => ({
        operation: 'insert_page',
        title,
        document: { markdown: `This is ${title}.\n` },
      })),
    )
    return {
      spaceId,
      ...(await publishSite(world, [spaceId], { visibility: 'unlisted' })),
    }
  }

  it('answers what does not need a search that takes too long', async () => {
    const { base } = await publish()
    assert.equal((await world.read(base)).status, 200)
    proxy.hold('/search')
    const startedMs = performance.now()
    const missing = await world.read(`${base}slow-words`)
    const tookMs = performance.now() - startedMs
    assert.equal((await world.read(`${base}one`)).status, 200, 'the api is still asked')
    assert.equal(missing.status, 404)
    assert.equal(missing.headers['cache-control'], 'no-store')
    assert.ok(tookMs < 4000, `took ${tookMs} ms`)
    const asked = await world.sites.metrics.read('apiCalls', 'searchSiteContent')
    assert.equal(asked, 1)
  })

  it('takes no other site along', async () => {
    const failing = await publish()
    const other = await publish()
    assert.equal((await world.read(failing.base)).status, 200)
    assert.equal((await world.read(other.base)).status, 200)
    proxy.refuse(failing.spaceId)
    for (const path of ['one', 'two', 'three', 'four']) {
      assert.equal((await world.read(failing.base + path)).status, 503)
      const page = await world.read(other.base + path)
      assert.equal(page.status, 200, path)
    }
    assert.equal((await world.read(failing.base)).status, 200)
  })
})
