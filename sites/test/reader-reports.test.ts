import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { ask } from '../../server/test/test-insights.ts'
import { newSpace } from '../../server/test/test-published.ts'
import {
  customize,
  publishSite,
  startTestSites,
  type TestSite,
  type TestSites,
} from './test-sites.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('reports of readers', () => {
  let world: TestSites
  let space = ''
  before(async () => {
    world = await startTestSites()
    space = await newSpace(world.api, 'Guide', { Start: 'Here.', Setup: 'There.' })
  })
  after(async () => world.stop())

  async function see(
    site: TestSite,
    path: string,
    headers: Record<string, string> = {},
  ): Promise<number> {
    const { status } = await world.read(`${site.base}~seen`, {
      method: 'POST',
      body: new URLSearchParams({ path, from: 'https://search.example' }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': firefox,
        'accept-language': 'fr-CH, fr;q=0.9',
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
    })
    return status
  }

  async function counted({ path }: TestSite, query: object) {
    await world.sites.reportsSent()
    return ask(world.api, { at: `${path}/insights` }, query)
  }

  it('tell which pages are seen, and where there is none', async () => {
    const site = await publishSite(world, [space])
    for (const path of ['', 'setup', 'setup', 'gone/away', '~search']) {
      assert.equal(await see(site, site.base + path), 204, path)
    }
    const { pages } = (await world.api.as('admin').get(`/spaces/${space}/content/pages`))
      .body
    const views = await counted(site, {
      groupBy: [{ column: 'page' }, { column: 'url' }],
      order: { by: { column: 'url' }, direction: 'asc' },
    })
    const setup = pages.find(({ path }: { path: string }) => path === 'setup').id
    const origin = `http://${world.host}${site.base}`
    assert.deepEqual(views, {
      page: [{ page: pages[0].id, space }, null, { page: setup, space }],
      url: [origin, `${origin}gone/away`, `${origin}setup`],
      eventsCount: [1, 1, 2],
    })
    const from = await counted(site, {
      groupBy: [{ column: 'referrerDomain' }],
      select: [{ column: 'visitorsCount' }],
    })
    assert.deepEqual(from, { referrerDomain: ['search.example'], visitorsCount: [1] })
    const languages = await counted(site, { groupBy: [{ column: 'visitorLanguage' }] })
    assert.deepEqual(languages, { visitorLanguage: ['fr'], eventsCount: [4] })
  })

  it('are not made of readers who ask for it, of programs and by other sites', async () => {
    const site = await publishSite(world, [space])
    assert.equal(await see(site, site.base, { dnt: '1' }), 204)
    assert.equal(await see(site, site.base, { 'sec-gpc': '1' }), 204)
    assert.equal(await see(site, site.base, { 'user-agent': 'Examplebot/1.0' }), 204)
    assert.equal(await see(site, site.base, { 'sec-fetch-site': 'cross-site' }), 403)
    for (const path of ['', '%', `/${'x'.repeat(3000)}`, '/%00']) {
      assert.equal(await see(site, path), 204)
    }
    const search = { headers: { 'user-agent': firefox, dnt: '1' } }
    assert.equal((await world.read(`${site.base}~search?q=setup`, search)).status, 200)
    assert.deepEqual(await counted(site, {}), { eventsCount: [0] })
  })

  it('tell what was searched for last, and whether it was found', async () => {
    const site = await publishSite(world, [space])
    for (const query of ['nev', 'never', 'Never Written']) {
      const reply = await world.read(
        `${site.base}~search?q=${encodeURIComponent(query)}`,
        {
          headers: { 'user-agent': firefox, accept: 'application/json' },
        },
      )
      assert.equal(reply.status, 200)
    }
    const searches = await counted(site, {
      groupBy: [{ column: 'eventSearchQuery' }, { column: 'eventSearchOutcome' }],
      where: [{ column: 'eventType', values: ['search_type_query'] }],
    })
    assert.equal(searches['eventSearchQuery']?.at(-1), 'never written')
    assert.deepEqual(new Set(searches['eventSearchOutcome']), new Set(['none']))
  })

  it('tell no visitors apart where the site does not want it', async () => {
    const site = await publishSite(world, [space])
    await customize(world, site, { insights: { trackingCookie: false } })
    assert.equal(await see(site, site.base, { 'cache-control': 'no-cache' }), 204)
    const views = await counted(site, {
      select: [{ column: 'eventsCount' }, { column: 'visitorsCount' }],
    })
    assert.deepEqual(views, { eventsCount: [1], visitorsCount: [0] })
  })

  it('take searches of two readers for two, also where these are not told apart', async () => {
    const site = await publishSite(world, [space])
    await customize(world, site, { insights: { trackingCookie: false } })
    const agents = [firefox, `${firefox} Other/1`]
    for (const [at, agent] of agents.entries()) {
      const headers = { 'user-agent': agent, accept: 'application/json' }
      const query = at === 0 ? 'nev' : 'never'
      assert.equal(
        (await world.read(`${site.base}~search?q=${query}`, { headers })).status,
        200,
      )
    }
    const searches = await counted(site, { groupBy: [{ column: 'eventSearchQuery' }] })
    assert.deepEqual(new Set(searches['eventSearchQuery']), new Set(['nev', 'never']))
  })

  it('are lost without harm while the api is away, and not made at all when off', async () => {
    const site = await publishSite(world, [space])
    await world.restart({ READER_REPORTS: 'off' })
    assert.equal(await see(site, site.base), 204)
    assert.deepEqual(await counted(site, {}), { eventsCount: [0] })
    await world.restart()
    await world.read(site.base)
    await world.sites.snapshotIdle()
    assert.equal(await see(site, site.base), 204)
    await world.api.stop()
    await world.sites.reportsSent()
    assert.equal((await world.read(site.base)).status, 200)
    assert.equal(await see(site, site.base), 204)
  })
})
