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
