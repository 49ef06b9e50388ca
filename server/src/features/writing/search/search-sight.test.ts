import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'

import { createTestSpace, indexTestSpace, writePages } from '#test/search/test-index.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import {
  newSite,
  newSpace,
  ok,
  type PublishedScene,
  tokenFor,
} from '#test/test-published.ts'

import { renewIndexes } from './search-jobs.ts'

const topics = ['roses', 'moss', 'fern', 'hazel', 'ivy', 'juniper', 'larch', 'maple']
/** What is there for everybody: enough that words can be common. */
const openPages = Object.fromEntries(
  topics.map((topic) => [
    `About ${topic}`,
    Array.from(
      { length: 30 },
      (_, part) => `## ${topic} ${part}\n\nWater the ${topic} at dawn, part ${part}.\n\n`,
    ).join('') + `## End\n\nA waterfall near the ${topic}, giraffe and alpha.\n`,
  ]),
)

/** Words that look like those of the questions, and would crowd out the others. */
const alike = Array.from({ length: 400 }, (_, at) => `watea${at.toString(36)}x`)
const lookalikes = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `giraf${letter}`)
const closedText = [
  ...alike,
  ...lookalikes,
  'secretword alpha roses waterwheels juniperus girafe dawns hazels',
].join(' ')
const closedSections = Array.from(
  { length: 150 },
  (_, part) => `## Alpha ${part}\n\nRoses and giraffe, secretword ${part}.\n\n`,
).join('')

const questions = [
  'water',
  'wat',
  'wa',
  'watre',
  'waterfalls',
  'roses',
  'giraffe',
  'girafe',
  'giraf',
  'alpha',
  'alpha secretword',
  'secretword',
  'secretword roses',
  'secret',
  'dawns',
  'roses alpha giraffe secretword',
  'roses alpha giraffe nothingness',
  '"water the roses"',
  'juniperus',
  'hazels at',
  'part',
  'waterwheel',
]

async function answers(
  ask: (query: string) => Promise<TestBody>,
): Promise<Map<string, TestBody>> {
  const found = new Map<string, TestBody>()
  for (const query of questions) found.set(query, await ask(query))
  assert.ok([...found.values()].filter(({ count }) => count > 0).length > 10)
  return found
}

function assertSame(now: Map<string, TestBody>, before_: Map<string, TestBody>): void {
  for (const [query, body] of now) assert.deepEqual(body, before_.get(query), query)
}

describe('what a search says does not depend on what the reader does not see', () => {
  let api: TestApi
  // Words of one test would be visible in the next.
  beforeEach(async () => {
    api = await startTestApi()
  })
  afterEach(async () => api.stop())

  it('of pages and parts of pages that conditions hide from a visitor', async () => {
    const space = await newSpace(api, 'Guide', openPages)
    const site = await newSite(api, 'Site', [space])
    await indexTestSpace(api, space)
    const token = await tokenFor(api, site.url)
    const search = `/orgs/${api.organization}/sites/${site.site}/search`
    const ask = async (query: string) =>
      ok(api.withToken(token).post(search, { query, scope: { mode: 'all' } }))
    const open = await answers(ask)

    const condition = 'visitor.claims.beta == true'
    const hidden = [closedText, closedSections, closedText].map((markdown, at) => ({
      operation: 'insert_page',
      title: `Closed ${at}`,
      document: { markdown },
      condition,
    }))
    const parts = {
      operation: 'insert_page',
      title: 'Secretword',
      document: { markdown: `{% if ${condition} %}\n${closedText}\n{% endif %}` },
    }
    const changes = [...hidden, parts]
    await ok(api.as('admin').post(`/spaces/${space}/content`, { changes }))
    const [page] = await api.rows(
      `select entry_id as id from entry_version where space_id = $1 and title = 'Closed 0'`,
      [space],
    )
    const below = {
      operation: 'insert_page',
      title: 'Below',
      document: { markdown: closedText },
      into: page.id,
    }
    await ok(api.as('admin').post(`/spaces/${space}/content`, { changes: [below] }))
    await indexTestSpace(api, space)
    assertSame(await answers(ask), open)
    const member = await ok(api.as('admin').post(search, { query: 'secretword' }))
    assert.equal(member.items.length, 1)
  })

  for (const spaces of [1, 25]) {
    it(`of closed spaces beside ${spaces} open to a member`, async () => {
      const name = `Member ${spaces}`
      const open: string[] = []
      for (let at = 0; at < spaces; at += 1) {
        open.push(await createTestSpace(api, `${name} ${at}`))
      }
      const [first = ''] = open
      const pages = Object.entries(openPages).map(([title, markdown], at) => ({
        id: `open${at}`,
        title,
        markdown,
      }))
      await writePages(api, first, pages)
      await indexTestSpace(api, first)
      const ask = async (query: string) =>
        ok(
          api
            .as('read')
            .get(`/orgs/${api.organization}/search?query=${encodeURIComponent(query)}`),
        )
      const before_ = await answers(ask)
      const closed = await createTestSpace(api, `${name} closed`)
      await api.rows(`update content_node set base_level = 'guest' where id = $1`, [
        closed,
      ])
      await writePages(api, closed, [
        { id: 'one', title: 'Closed', markdown: closedText },
        { id: 'two', title: 'Alpha', markdown: closedSections },
      ])
      await indexTestSpace(api, closed)
      assertSame(await answers(ask), before_)
    })
  }
})

const beta = { type: 'boolean' }
const unsigned = { type: 'object', properties: { beta }, additionalProperties: false }
const jsonSchema = {
  type: 'object',
  properties: { unsigned },
  additionalProperties: false,
}

describe('a search by a visitor for whom conditions hold', () => {
  let api: TestApi
  let scene: PublishedScene
  const condition = 'visitor.claims.unsigned.beta == true'
  before(async () => {
    api = await startTestApi()
    const space = await newSpace(api, 'Guide', { Open: 'Moss and ferns.' })
    const pages = [
      { id: 'upper', title: 'Upper', markdown: 'Above.', attributes: { condition } },
      { id: 'lower', title: 'Lower', markdown: 'Wolverines sleep.', parentId: 'upper' },
      { id: 'plain', title: 'Plain', markdown: 'Badgers dig.' },
      { id: 'under', title: 'Under', markdown: 'Otters swim.', parentId: 'plain' },
    ]
    await writePages(api, space, pages)
    await indexTestSpace(api, space)
    scene = await newSite(api, 'Site', [space])
    const site = `/orgs/${api.organization}/sites/${scene.site}`
    await ok(api.as('admin').put(`${site}/adaptive-schema`, { jsonSchema }))
    await ok(api.as('admin').patch(site, { adaptiveContent: { enabled: true } }))
  })
  after(async () => api.stop())

  async function find(query: string, claims: object = {}): Promise<string[]> {
    const visitor = { unsignedClaims: claims }
    const token = await tokenFor(api, scene.url, { visitor })
    const search = `/orgs/${api.organization}/sites/${scene.site}/search`
    const { items } = await ok(api.withToken(token).post(search, { query }))
    return items.flatMap(({ pages }: TestBody) => pages.map(({ id }: TestBody) => id))
  }
  const isBeta = { beta: true }

  it('finds pages below a condition by endings, beginnings and typos too', async () => {
    for (const query of ['wolverines', 'wolverine', 'wolv', 'wolvreines']) {
      assert.deepEqual(await find(query, isBeta), ['lower'], query)
      assert.deepEqual(await find(query), [], query)
      assert.deepEqual(await find(query, { beta: false }), [], query)
    }
  })

  it('follows a condition that pages above get, lose, or come under', async () => {
    const { space } = scene
    const badger = {
      id: 'plain',
      title: 'Plain',
      markdown: 'Badgers dig.',
      isAgain: true,
    }
    assert.deepEqual(await find('otter'), ['under'])
    for (const place of [{ attributes: { condition } }, { parentId: 'upper' }]) {
      await writePages(api, space, [{ ...badger, ...place }])
      // The index does not know yet.
      assert.deepEqual(await find('otters'), [])
      await indexTestSpace(api, space)
      assert.deepEqual(await find('otter'), [])
      assert.deepEqual(await find('otter', isBeta), ['under'])
      await writePages(api, space, [badger])
      await indexTestSpace(api, space)
      assert.deepEqual(await find('otter'), ['under'])
    }
    const sights = await api.rows(
      `select s.sections, s.conditions from search_sight as s
       where s.space_id = $1 and s.sight <> ''`,
      [space],
    )
    assert.deepEqual(sights, [{ sections: 2, conditions: [condition] }])
  })

  it('says that it is not all where more conditions hold than it can name', async () => {
    const { space } = scene
    const seen = JSON.stringify([condition])
    const ask = async () => {
      const visitor = { unsignedClaims: isBeta }
      const token = await tokenFor(api, scene.url, { visitor })
      const search = `/orgs/${api.organization}/sites/${scene.site}/search`
      return ok(api.withToken(token).post(search, { query: 'moss' }))
    }
    assert.equal((await ask()).partial, undefined)
    await api.rows(
      `insert into search_sight (organization_id, space_id, sight, conditions, sections)
       select $1, $2, 'made up ' || n, $3::jsonb, 1 from generate_series(1, 300) as n`,
      [api.organization, space, seen],
    )
    assert.equal((await ask()).partial, true)
    await api.rows(`delete from search_sight where sight like 'made up %'`)
  })

  it('finds words as they are written in what an earlier release indexed, and is renewed', async () => {
    const { space } = scene
    await api.rows(`update search_section set sight = null where space_id = $1`, [space])
    await api.rows(`update search_word set open_sections = 0 where space_id = $1`, [
      space,
    ])
    await api.rows(`delete from search_sight_word where space_id = $1`, [space])
    await api.rows(`delete from search_sight where space_id = $1`, [space])
    await api.rows(`update search_state set recipe = 4 where space_id = $1`, [space])
    assert.deepEqual(await find('badgers'), ['plain'])
    assert.deepEqual(await find('wolverines', isBeta), [])
    await renewIndexes.run({}, api.services)
    const queued = await api.rows(
      `select 1 from pgboss.job where name = 'search.index-space' and singleton_key = $1
       and state < 'active'`,
      [space],
    )
    assert.ok(queued.length > 0)
    await indexTestSpace(api, space)
    assert.deepEqual(await find('badger'), ['plain'])
    assert.deepEqual(await find('wolverine', isBeta), ['lower'])
  })
})
