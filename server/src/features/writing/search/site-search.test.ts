import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { lockForReads, lockTable } from '#test/database/test-table-lock.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import {
  newSite,
  newSpace,
  ok,
  type PublishedScene,
  tokenFor,
} from '#test/test-published.ts'

import { indexSpace } from './index-space.ts'

const found = (body: TestBody) =>
  body.items.map(({ id, pages }: TestBody) => [
    id,
    pages.map((page: TestBody) => page.path),
  ])

describe('searching a site', () => {
  let api: TestApi
  let site: PublishedScene
  let second: string
  let secret: string
  let token: string
  before(async () => {
    api = await startTestApi()
    const first = await newSpace(api, 'Guide', {
      Watering: 'Water the roses at dawn.',
      Hidden:
        '{% if visitor.claims.beta == true %}\nSecret pumpernickel for testers.\n{% endif %}\n\nOpen words about moss.\n\n## Later\n\nFerns in the shade.',
      Plans:
        'Welcome.\n\n{% if space.vars.released != "no" %}\nA roadmap nobody knows.\n{% endif %}\n\n## Animals\n\nThe giraffe.',
    })
    await ok(
      api.as('edit').post(`/spaces/${first}/content`, {
        changes: [{ operation: 'set_variables', variables: { released: 'no' } }],
      }),
    )
    second = await newSpace(api, 'Second', { Roses: 'Roses again, in another variant.' })
    secret = await newSpace(api, 'Secret', { Roses: 'Roses that nobody may find.' })
    site = await newSite(api, 'Searched', [first, second])
    for (const spaceId of [first, second, secret]) {
      await indexSpace(api.services, { organizationId: api.organization, spaceId })
    }
    token = await tokenFor(api, site.url)
  })
  after(async () => api.stop())

  const at = () => `/orgs/${api.organization}/sites/${site.site}/search`

  it('finds pages of what is shown first, of all, or of what is named', async () => {
    const visitor = api.withToken(token)
    const first = await ok(visitor.post(at(), { query: 'roses' }))
    assert.deepEqual(found(first), [[site.space, ['watering']]])
    const all = await ok(visitor.post(at(), { query: 'roses', scope: { mode: 'all' } }))
    assert.deepEqual(
      new Set(all.items.map(({ id }: TestBody) => id)),
      new Set([site.space, second]),
    )
    const { structure } = await ok(
      visitor.get(`/orgs/${api.organization}/sites/${site.site}/published`),
    )
    const named = structure.structure.find((one: TestBody) => one.space.id === second).id
    const scopes = [
      { scope: { mode: 'specific', siteSpaceIds: [named] } },
      { mode: 'specific', siteSpaceIds: [named] },
      { siteSpaceIds: [named] },
      { scope: { mode: 'default', currentSiteSpace: named } },
      { mode: 'current', siteSpaceId: named },
    ]
    for (const scope of scopes) {
      const { body } = await visitor.post(at(), { query: 'roses', ...scope })
      assert.deepEqual(found(body), [[second, ['roses']]], JSON.stringify(scope))
    }
  })

  it('finds nothing that this visitor may not see', async () => {
    const visitor = api.withToken(token)
    for (const query of ['pumpernickel', 'pumper', 'secret', 'nobody']) {
      const { body } = await visitor.post(at(), { query, scope: { mode: 'all' } })
      assert.deepEqual(body.items, [], query)
      assert.equal(body.count, 0)
    }
    const ferns = await ok(visitor.post(at(), { query: 'ferns' }))
    assert.deepEqual(found(ferns), [[site.space, ['hidden']]])
  })

  it('finds nothing that stands under a condition on variables', async () => {
    for (const query of ['welcome', 'roadmap', 'plans']) {
      const answer = await ok(api.withToken(token).post(at(), { query }))
      assert.ok(!JSON.stringify(answer).includes('roadmap'), query)
    }
  })

  it('finds what is like a word that only others see as if nobody knew the word', async () => {
    const visitor = api.withToken(token)
    const pages = async (query: string) => found(await ok(visitor.post(at(), { query })))
    const before_ = await pages('girafe')
    assert.deepEqual(before_, [[site.space, ['plans']]])
    const hidden = {
      operation: 'insert_page',
      title: 'Codes',
      document: { markdown: 'A girafe and a girafes.' },
      condition: 'visitor.claims.beta == true',
    }
    await ok(api.as('edit').post(`/spaces/${site.space}/content`, { changes: [hidden] }))
    const { organization: organizationId } = api
    await indexSpace(api.services, { organizationId, spaceId: site.space })
    assert.deepEqual(await pages('girafe'), before_)
  })

  it('finds for members what they may read, on sites that are published', async () => {
    const body = await ok(api.as('read').post(at(), { query: 'pumpernickel' }))
    assert.deepEqual(found(body), [[site.space, ['hidden']]])
    assert.equal((await api.as('outsider').post(at(), { query: 'roses' })).status, 404)
    assert.equal((await api.anonymous().post(at(), { query: 'roses' })).status, 401)
  })

  it('comes in pages, each of one list', async () => {
    const visitor = api.withToken(token)
    const asked = { query: 'roses', scope: { mode: 'all' } }
    const one = await ok(visitor.post(`${at()}?limit=1`, asked))
    assert.equal(one.items.length, 1)
    const [place, ...ids] = JSON.parse(
      Buffer.from(one.next.page.split('.')[0], 'base64url').toString(),
    )
    assert.deepEqual([place, ids], [1, [one.items[0].id]], 'a cursor tells no score')
    const page = encodeURIComponent(one.next.page)
    const two = await ok(visitor.post(`${at()}?limit=1&page=${page}`, asked))
    assert.notEqual(two.items[0].id, one.items[0].id)
    const other = await visitor.post(`${at()}?page=${page}`, { query: 'moss' })
    assert.equal(other.body.error.reason, 'invalid_cursor')
  })

  it('finds what has some of the words, however many hidden pages have all', async () => {
    const others = Array.from({ length: 20 }, (_, number) => [
      `Other ${number}`,
      'Of moss.',
    ])
    const open = await newSpace(api, 'Open', {
      Public: 'About liverwort.',
      ...Object.fromEntries(others),
    })
    for (const part of [1, 2]) {
      const changes = Array.from({ length: 35 }, (_, number) => ({
        operation: 'insert_page',
        title: `Closed ${part} ${number}`,
        document: { markdown: 'Liverwort and quillwort.' },
        condition: 'visitor.claims.beta == true',
      }))
      await ok(api.as('admin').post(`/spaces/${open}/content`, { changes }))
    }
    const published = await newSite(api, 'Hidden', [open])
    await indexSpace(api.services, { organizationId: api.organization, spaceId: open })
    const visitor = api.withToken(await tokenFor(api, published.url))
    const search = `/orgs/${api.organization}/sites/${published.site}/search`
    const body = await ok(visitor.post(search, { query: 'quillwort liverwort' }))
    assert.deepEqual(found(body), [[published.space, ['public']]])
  })

  it('finds what is seen behind more hidden sections than a search looks at', async () => {
    const markdown = Array.from(
      { length: 220 },
      (_, number) => `## Part ${number}\n\nSome milkwort.\n\n`,
    ).join('')
    const hidden = (title: string) => ({
      operation: 'insert_page',
      title,
      document: { markdown },
      condition: 'visitor.claims.beta == true',
    })
    const open = await newSpace(api, 'Crowded', {})
    const changes = ['One', 'Two', 'Three', 'Four'].map(hidden)
    await ok(api.as('admin').post(`/spaces/${open}/content`, { changes }))
    const { organization: organizationId } = api
    await indexSpace(api.services, { organizationId, spaceId: open })
    const seen = [
      {
        operation: 'insert_page',
        title: 'Seen',
        document: { markdown: 'Milkwort here.' },
      },
    ]
    await ok(api.as('admin').post(`/spaces/${open}/content`, { changes: seen }))
    const published = await newSite(api, 'Crowd', [open])
    await indexSpace(api.services, { organizationId, spaceId: open })
    const visitor = api.withToken(await tokenFor(api, published.url))
    const search = `/orgs/${organizationId}/sites/${published.site}/search`
    const body = await ok(visitor.post(search, { query: 'milkwort' }))
    assert.deepEqual(found(body), [[open, ['seen']]])
    assert.equal(body.countIsLowerBound, undefined)
    const member = await ok(api.as('admin').post(search, { query: 'milkwort' }))
    assert.equal(member.countIsLowerBound, true)
  })

  it('answers a visitor with what was found in time, and says that it is not all', async () => {
    const asWritten = await lockForReads(
      1,
      api.databaseUrl,
      'search_vocabulary',
      async () => ok(api.withToken(token).post(at(), { query: 'giraffe' })),
    )
    assert.deepEqual(found(asWritten), [[site.space, ['plans']]])
    assert.deepEqual([asWritten.countIsLowerBound, asWritten.partial], [true, true])
    const open = await lockForReads(1, api.databaseUrl, 'search_sight', async () =>
      ok(api.withToken(token).post(at(), { query: 'giraffe' })),
    )
    assert.deepEqual(found(open), [[site.space, ['plans']]])
    assert.deepEqual([open.countIsLowerBound, open.partial], [true, true])
    const unlock = await lockTable(api.databaseUrl, 'search_section')
    try {
      const body = await ok(api.withToken(token).post(at(), { query: 'giraffe' }))
      const { items, countIsLowerBound, partial } = body
      assert.deepEqual([items, countIsLowerBound, partial], [[], true, true])
    } finally {
      await unlock()
    }
  })
})
