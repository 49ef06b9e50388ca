import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { createTestSpace } from '../../server/test/test-edits.ts'
import {
  must,
  publishSite,
  type SiteReply,
  startTestSites,
  type TestSites,
} from './test-sites.ts'

describe('a site with more readers than it may have in a minute', () => {
  let world: TestSites
  let open = ''
  let shared = ''

  before(async () => {
    world = await startTestSites({ RATE_LIMIT_SITE: '25', SEARCH_RATE_LIMIT: '0' })
    const space = await createTestSpace(world.api)
    await space.edit({
      operation: 'insert_page',
      title: 'Start',
      document: { markdown: 'Read by many\n' },
    })
    open = (await publishSite(world, [space.spaceId])).base
    const site = await publishSite(world, [space.spaceId], { visibility: 'share-link' })
    const link = await world.api
      .as('admin')
      .post(`${site.path}/share-links`, { name: 'One' })
    must(link, 201)
    shared = new URL(link.body.urls.published).pathname
  })
  after(async () => world.stop())

  /** The first answer that is not the page, of as many as the limit lets through. */
  async function refusalOf(target: string, headers = {}): Promise<SiteReply> {
    for (let at = 0; at < 40; at += 1) {
      const reply = await world.read(`${target}${at}`, { headers })
      if (reply.status !== 200 && reply.status !== 308) return reply
    }
    throw new Error('Nothing was refused')
  }

  it('tells them so, and when to come back, with a reference of this request alone', async () => {
    const refused = await refusalOf(`${shared}?at=`)
    assertBusy(refused)
    assert.match(refused.body, /<h1>Too many requests<\/h1>/)
    const again = await world.read(shared)
    const [one, other] = [refused, again].map(
      ({ body }) => /<code>([0-9a-f-]{36})<\/code>/.exec(body)?.[1],
    )
    assert.ok(one !== undefined && other !== undefined && one !== other)
  })

  it('says so on the page of search results, and to the search dialog', async () => {
    assert.equal((await world.read(open)).status, 200)
    const page = await refusalOf(`${open}~search?q=many`)
    assertBusy(page)
    assert.match(page.body, /class="search-summary">[^<]*faster than this site/)
    const json = await world.read(`${open}~search?q=many`, {
      headers: { accept: 'application/json' },
    })
    assertBusy(json)
    assert.deepEqual(JSON.parse(json.body), { query: 'many', hits: [] })
  })

  it('goes on showing the pages that it has', async () => {
    assert.equal((await world.read(open)).status, 200)
  })
})

function assertBusy({ status, headers }: SiteReply): void {
  assert.equal(status, 429)
  const seconds = Number(headers['retry-after'])
  assert.ok(seconds >= 1 && seconds <= 60, headers['retry-after'])
  assert.match(headers['cache-control'] ?? '', /no-store/)
}
