import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { indexSpace } from '@lectern/server/features/writing/search/index-space.ts'

import { lockForReads, lockTable } from '../../server/test/database/test-table-lock.ts'
import { newSpace } from '../../server/test/test-published.ts'
import {
  publishSite,
  type SiteReply,
  startTestSites,
  type TestSites,
} from './test-sites.ts'

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

  const page = async (words: string) => world.read(`${base}~search?q=${words}`)
  const json = async (words: string) =>
    world.read(`${base}~search?q=${words}`, { headers: { accept: 'application/json' } })
  /** The first look at the vocabulary runs out of time, the second finds words as written. */
  const inPart = async (ask: () => Promise<SiteReply>) =>
    lockForReads(1, world.api.databaseUrl, 'search_vocabulary', ask)

  it('shows what it found, and says that there may be more', async () => {
    const form = await inPart(async () => page('roses'))
    assert.equal(form.status, 200)
    assert.match(form.body, new RegExp(`href="${base}watering`))
    assert.equal(
      summary(form),
      'Results: 1. Not everything could be searched in time: there may be more.',
    )
    const { body } = await inPart(async () => json('roses'))
    const { hits, partial } = JSON.parse(body)
    assert.deepEqual([hits.length, partial], [1, true])
  })

  it('says nothing of that once it looked at everything', async () => {
    assert.equal(summary(await page('roses')), 'Results: 1')
    assert.equal(JSON.parse((await json('roses')).body).partial, undefined)
  })

  it('does not say that there is nothing when it found nothing', async () => {
    const unlock = await lockTable(world.api.databaseUrl, 'search_section')
    try {
      const [form, answer] = await Promise.all([page('roses'), json('roses')])
      assert.equal(form.status, 200)
      assert.equal(
        summary(form),
        'Nothing found for “roses” yet: not everything could be searched in time. Try again in a moment.',
      )
      const expected = { query: 'roses', hits: [], partial: true }
      assert.deepEqual(JSON.parse(answer.body), expected)
      for (const { headers } of [form, answer]) {
        assert.equal(headers['cache-control'], 'no-store')
      }
    } finally {
      await unlock()
    }
    const failures = await world.sites.metrics.read('apiFailures', 'searchSiteContent')
    assert.equal(failures, 0, 'the site has not failed')
  })

  const searches = async () => world.sites.metrics.read('apiCalls', 'searchSiteContent')

  it('leaves no page about a missing one in a cache', async () => {
    const missing = async () => world.read(`${base}about-roses`)
    const searchesBefore = await searches()
    const partial = await inPart(missing)
    assert.equal(partial.status, 404)
    assert.equal(partial.headers['cache-control'], 'no-store')
    const whole = await missing()
    assert.match(whole.body, new RegExp(`href="${base}watering`))
    assert.match(whole.headers['cache-control'] ?? '', /^public/)
    await missing()
    assert.equal((await searches()) - searchesBefore, 2)
  })
})

function summary({ body }: SiteReply): string | undefined {
  return /class="search-summary">([^<]*)</.exec(body)?.[1]
}
