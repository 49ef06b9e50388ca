import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { redirectScene, type RedirectScene } from '#test/site-redirects/test-redirects.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { eventsOf } from '#test/test-nodes.ts'
import { refusesOthers } from '#test/test-site-refusals.ts'

describe('many redirects at once', () => {
  let api: TestApi
  let scene: RedirectScene
  let path: string
  before(async () => {
    api = await startTestApi()
    scene = await redirectScene(api)
    path = `${scene.site.path}/redirects`
  })
  after(async () => api.stop())

  const toSpace = () => ({ kind: 'site-space', siteSpaceId: scene.reference })
  const toPage = () => ({
    kind: 'site-page',
    siteSpaceId: scene.guides,
    pageId: scene.install,
  })
  const send = async (redirects: readonly object[]) =>
    api.as('admin').put(path, { redirects })
  async function resultsOf(redirects: readonly object[]): Promise<TestBody[]> {
    const { status, body } = await send(redirects)
    assert.equal(status, 200, JSON.stringify(body))
    return body.results
  }
  async function stored(): Promise<Map<string, TestBody>> {
    const { body } = await api.as('admin').get(path)
    assert.equal(body.count, body.items.length)
    return new Map(body.items.map((one: TestBody) => [one.source, one]))
  }
  async function epoch(): Promise<number> {
    const of = [scene.site.id]
    return (await api.rows('select epoch from site where id = $1', of))[0].epoch
  }

  it('are made, changed and deleted in one change of the site, each with its event', async () => {
    const made = await resultsOf([
      { source: '/one', destination: toSpace() },
      { source: '/two', intent: 'live', destination: toPage() },
    ])
    const earlier = await epoch()
    const results = await resultsOf([
      { source: '/ONE', destination: toPage() },
      { source: '/two', destination: null },
      { source: '/three', destination: toSpace(), permanent: false },
      { source: '/never', destination: null },
    ])
    assert.deepEqual(results, [
      { status: 'updated', source: '/ONE', draft: false, id: made[0]?.id },
      { status: 'deleted', source: '/two', draft: false },
      { status: 'created', source: '/three', draft: false, id: results[2]?.id },
      { status: 'deleted', source: '/never', draft: false },
    ])
    const now = await stored()
    assert.deepEqual([...now.keys()].toSorted(), ['/ONE', '/three'])
    assert.deepEqual(now.get('/ONE')?.destination, toPage())
    assert.equal(now.get('/three')?.id, results[2]?.id)
    assert.equal(await epoch(), earlier + 1)
    const events = (await eventsOf(api, `site:${scene.site.id}`)).slice(-3)
    assert.deepEqual(events.map(({ type }) => String(type)).toSorted(), [
      'site_redirect_created',
      'site_redirect_deleted',
      'site_redirect_updated',
    ])
  })

  it('keep the good ones when others are refused, and say why', async () => {
    const pageless = { kind: 'path', spaceId: scene.guidesSpace, path: 'nothing/here' }
    const results = await resultsOf([
      { source: '/good', destination: toSpace() },
      { source: '/start/install', destination: toSpace() },
      { source: '/robots.txt', destination: toSpace() },
      { source: '/a/../b', destination: toSpace() },
      { source: 'no-slash', destination: toSpace() },
      { source: '/any/*', destination: toSpace() },
      { source: '/forever', destination: toSpace(), permanent: true },
      { source: '/away', destination: { kind: 'external', url: 'https://a.example' } },
      { source: '/lost', destination: { ...toSpace(), siteSpaceId: 'nothing' } },
      { source: '/pageless', destination: pageless },
      { source: '/later', intent: 'draft', destination: toSpace() },
      { source: '/later', intent: 'publish' },
      { source: '/also-good', destination: toPage() },
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['created', ...Array.from({ length: 11 }, () => 'error'), 'created'],
    )
    assert.match(results[1]?.error, /^source would shadow the page "Install"/)
    assert.deepEqual(
      results.slice(10, 12).map(({ draft, error }) => [draft, /no drafts/.test(error)]),
      [
        [true, true],
        [true, true],
      ],
    )
    const now = await stored()
    assert.ok(now.has('/good') && now.has('/also-good'))
    assert.equal(now.has('/lost'), false)
  })

  it('are taken in turn where one source is named twice', async () => {
    const results = await resultsOf([
      { source: '/twice', destination: toSpace() },
      { source: '/Twice', destination: toPage() },
      { source: '/gone', destination: toPage() },
      { source: '/gone', destination: null },
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['created', 'updated', 'created', 'deleted'],
    )
    const now = await stored()
    assert.deepEqual(now.get('/Twice')?.destination, toPage())
    assert.equal(now.has('/gone'), false)
  })

  it('find a page by its path in a space', async () => {
    const destination = {
      kind: 'path',
      spaceId: scene.guidesSpace,
      path: 'start/install',
    }
    const [result] = await resultsOf([{ source: '/by-path', destination }])
    assert.equal(result?.status, 'created')
    assert.deepEqual((await stored()).get('/by-path')?.destination, toPage())
  })

  it('change nothing when everything is as wanted, or nothing is right', async () => {
    await resultsOf([{ source: '/same', destination: toPage() }])
    const earlier = await epoch()
    const [same, wrong] = await resultsOf([
      { source: '/same', destination: toPage() },
      { source: '/robots.txt', destination: toPage() },
    ])
    assert.deepEqual([same?.status, wrong?.status], ['updated', 'error'])
    assert.equal(await epoch(), earlier)
  })

  it('stop at the limit of a site', async () => {
    const of = [scene.site.id]
    const [{ redirects }] = await api.rows('select redirects from site where id = $1', of)
    await api.rows('update site set redirects = 9999 where id = $1', of)
    const results = await resultsOf([
      { source: '/last', destination: toPage() },
      { source: '/over', destination: toPage() },
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['created', 'error'],
    )
    await api.rows('update site set redirects = $2::integer + 1 where id = $1', [
      ...of,
      redirects,
    ])
  })

  it('are one to 500', async () => {
    assert.equal((await send([])).status, 400)
    const many = Array.from({ length: 500 }, (_, index) => ({
      source: `/many/${index}`,
      destination: toPage(),
    }))
    assert.equal((await send([...many, ...many.slice(0, 1)])).status, 400)
    const results = await resultsOf(many)
    assert.ok(results.every(({ status }) => status === 'created'))
    const gone = await resultsOf(
      many.map(({ source }) => ({ source, destination: null })),
    )
    assert.ok(gone.every(({ status }) => status === 'deleted'))
  })

  it('are for admins', async () => {
    const redirects = [{ source: '/refused', destination: toPage() }]
    await refusesOthers(api, {
      needed: 'admin',
      siteId: scene.site.id,
      send: async (by, at) => by.put(`${at}/redirects`, { redirects }),
    })
    assert.equal((await stored()).has('/refused'), false)
  })
})
