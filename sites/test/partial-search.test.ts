import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { indexSpace } from '@lectern/server/features/writing/search/index-space.ts'

import { lockTable } from '../../server/test/database/test-table-lock.ts'
import { newSpace } from '../../server/test/test-published.ts'
import { publishSite, startTestSites, type TestSites } from './test-sites.ts'

describe('a search that runs out of time', () => {
  let world: TestSites
  let base = ''
  before(async () => {
    world = await startTestSites()
    const { organization: organizationId, services } = world.api
    const spaceId = await newSpace(world.api, 'Guide', {
      Start: 'Welcome.',
      Watering: 'Water the roses at dawn.',
    })
    await indexSpace(services, { organizationId, spaceId })
    base = (await publishSite(world, [spaceId])).base
    assert.equal((await world.read(base)).status, 200)
  })
  after(async () => world.stop())

  it('is answered, and no failure of the site', async () => {
    const unlock = await lockTable(world.api.databaseUrl, 'search_section')
    try {
      assert.equal((await world.read(`${base}~search?q=roses`)).status, 200)
    } finally {
      await unlock()
    }
    assert.equal(await world.sites.metrics.read('apiFailures', 'searchSiteContent'), 0)
  })
})
