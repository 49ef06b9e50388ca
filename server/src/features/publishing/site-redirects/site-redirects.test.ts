import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { redirectScene, type RedirectScene } from '#test/site-redirects/test-redirects.ts'
import {
  startTestApi,
  type TestApi,
  type TestBody,
  type TestCaller,
} from '#test/test-api.ts'
import { eventsOf } from '#test/test-nodes.ts'
import { nowhere } from '#test/test-people.ts'
import { refusesOthers } from '#test/test-site-refusals.ts'
import { sitesOf } from '#test/test-sites.ts'

describe('redirects of a site', () => {
  let api: TestApi
  let scene: RedirectScene
  let path: string
  before(async () => {
    api = await startTestApi()
    scene = await redirectScene(api)
    path = `${scene.site.path}/redirects`
  })
  after(async () => api.stop())

  const toSpace = (siteSpaceId = scene.reference) => ({ kind: 'site-space', siteSpaceId })
  const toPage = (pageId = scene.install, siteSpaceId = scene.guides) => ({
    kind: 'site-page',
    siteSpaceId,
    pageId,
  })
  const create = async (source: string, destination: object = toPage()) =>
    api.as('admin').post(path, { source, destination })

  it('say whose file they are from, until somebody changes them by hand', async () => {
    const fileOf = scene.guidesSpace
    const said = { source: '/from/file', destination: toPage(), fileOf }
    const made = await api.as('admin').post(path, said)
    assert.equal(made.status, 201)
    const { id } = made.body
    assert.deepEqual(made.body, { object: 'site-redirect', id, ...said })
    const { body } = await api.as('admin').get(`${path}?search=/from/file`)
    assert.deepEqual(body.items, [made.body])
    const changed = await api
      .as('admin')
      .patch(`${path}/${id}`, { destination: toSpace() })
    assert.deepEqual(
      [changed.body.destination, changed.body.fileOf],
      [toSpace(), undefined],
    )
    await api.as('admin').delete(`${path}/${id}`)
  })

  it('are made, changed and removed, and readers are shown the site anew each time', async () => {
    const epoch = async () =>
      (await api.rows('select epoch from site where id = $1', [scene.site.id]))[0].epoch
    const earlier = await epoch()
    const made = await create('/old/Install', { ...toPage(), extra: 1 })
    assert.equal(made.status, 201)
    const { id } = made.body
    assert.deepEqual(made.body, {
      object: 'site-redirect',
      id,
      source: '/old/Install',
      destination: toPage(),
    })
    assert.equal(made.headers.get('location'), `http://lectern.test/v1${path}/${id}`)
    const changed = await api
      .as('admin')
      .patch(`${path}/${id}`, { destination: toSpace() })
    assert.deepEqual(changed.body, { ...made.body, destination: toSpace() })
    const renamed = await api.as('admin').patch(`${path}/${id}`, { source: '/older' })
    assert.deepEqual(
      [renamed.body.source, renamed.body.destination],
      ['/older', toSpace()],
    )
    assert.equal((await api.as('admin').delete(`${path}/${id}`)).status, 204)
    assert.equal((await api.as('admin').delete(`${path}/${id}`)).status, 204)
    assert.equal((await api.as('admin').patch(`${path}/${id}`, {})).status, 404)
    assert.equal(await epoch(), earlier + 4)
    const events = (await eventsOf(api, `site:${scene.site.id}`)).slice(-4)
    assert.deepEqual(
      events.map(({ type }) => type),
      [
        'site_redirect_created',
        'site_redirect_updated',
        'site_redirect_updated',
        'site_redirect_deleted',
      ],
    )
    assert.deepEqual(
      [events[3].payload.redirectId, events[3].payload.source],
      [id, '/older'],
    )
  })

  it('have one source each, in whatever way it is written', async () => {
    assert.equal((await create('/once')).status, 201)
    for (const source of ['/once', '/ONCE', '/%6Fnce']) {
      const again = await create(source, toSpace())
      assert.deepEqual(
        [again.status, again.body.error.reason],
        [409, 'redirect_exists'],
        source,
      )
    }
    const { body: other } = await create('/twice')
    const taken = await api.as('admin').patch(`${path}/${other.id}`, { source: '/Once' })
    assert.deepEqual([taken.status, taken.body.error.reason], [409, 'redirect_exists'])
    const same = await api.as('admin').patch(`${path}/${other.id}`, { source: '/TWICE' })
    assert.equal(same.status, 200)
  })

  it('have a source that is a path and nothing else', async () => {
    for (const source of [
      '',
      '/',
      'old',
      '/old/',
      '/old?x=1',
      '/old#x',
      '/a b',
      '/ü',
      '/*',
      '/a/*',
      '//evil.example',
      'https://evil.example/',
      `/${'x'.repeat(512)}`,
      '/a/../b',
      '/%2e%2e/b',
      '/a%00',
    ]) {
      const reply = await create(source)
      assert.deepEqual(
        [reply.status, reply.body.error.reason],
        [400, 'invalid_request'],
        source,
      )
    }
  })

  it('take nothing away that the site shows, and say what they would have', async () => {
    for (const [source, expected] of [
      ['/start', /would shadow the page "Start"/],
      ['/start/install', /would shadow the page "Install"/],
      ['/start.md', /would shadow the page "Start"/],
      ['/reference', /would shadow the site-space "Reference"/],
      ['/reference/calls', /would shadow the page "Calls"/],
      ['/sitemap.xml', /would shadow "\/sitemap\.xml"/],
      ['/~preview/x', /would shadow/],
    ] as const) {
      const reply = await create(source, toSpace(scene.guides))
      assert.deepEqual(
        [reply.status, reply.body.error.reason],
        [400, 'invalid_request'],
        source,
      )
      assert.match(reply.body.error.message, expected)
      assert.equal(reply.body.error.details[0].path, 'body.source')
    }
    const loop = await create('/start/install', toPage())
    assert.equal(loop.body.error.details[0].path, 'body.destination')
    assert.match(loop.body.error.message, /leads back to "\/start\/install"/)
    const { body } = await create('/to-be-moved')
    const moved = await api.as('admin').patch(`${path}/${body.id}`, { source: '/start' })
    assert.equal(moved.status, 400)
  })

  it('lead to what is on the site', async () => {
    const other = await redirectScene(api)
    for (const destination of [
      { kind: 'site-section', siteSectionId: nowhere },
      { kind: 'site-space', siteSpaceId: nowhere },
      toSpace(other.guides),
      toPage(nowhere),
      toPage(scene.calls, scene.guides),
      toPage(other.install, other.guides),
    ]) {
      const reply = await create('/somewhere', destination)
      assert.deepEqual(
        [reply.status, reply.body.error.details[0].path],
        [400, 'body.destination'],
      )
    }
    for (const destination of [
      {},
      { kind: 'url', url: 'https://evil.example/' },
      { kind: 'site-page', siteSpaceId: 'x' },
    ]) {
      assert.equal((await create('/somewhere', destination)).status, 400)
    }
  })

  it('are listed in order of creation, in pages, and found by a part of their source', async () => {
    const own = await redirectScene(api)
    const at = `${own.site.path}/redirects`
    const destination = { kind: 'site-space', siteSpaceId: own.guides }
    const sources = ['/b/one', '/a/two', '/c_x/three', '/A/four']
    for (const source of sources) {
      assert.equal((await api.as('admin').post(at, { source, destination })).status, 201)
    }
    const seen: string[] = []
    let next = ''
    do {
      const { body } = await api.as('read').get(`${at}?limit=3${next}`)
      assert.equal(body.count, 4)
      seen.push(...body.items.map(({ source }: TestBody) => source))
      next = body.next === undefined ? '' : `&page=${body.next.page}`
    } while (next !== '')
    assert.deepEqual(seen, sources)
    const found = async (search: string) => {
      const { body } = await api
        .as('read')
        .get(`${at}?search=${encodeURIComponent(search)}`)
      return body.items.map(({ source }: TestBody) => source)
    }
    assert.deepEqual(await found('/a/'), ['/a/two', '/A/four'])
    assert.deepEqual(await found('_'), ['/c_x/three'])
    assert.deepEqual(await found('%'), [])
  })

  it('are ten thousand at most', async () => {
    const own = await redirectScene(api)
    const destination = { kind: 'site-space', siteSpaceId: own.guides }
    await api.rows(
      `insert into site_redirect (organization_id, site_id, id, source, source_key, destination)
       select $1, $2, 'r' || n, '/r' || n, '/r' || n, $3::jsonb from generate_series(1, 10000) as n`,
      [api.organization, own.site.id, JSON.stringify(destination)],
    )
    await api.rows('update site set redirects = 10000 where id = $1', [own.site.id])
    const at = `${own.site.path}/redirects`
    const add = async () => api.as('admin').post(at, { source: '/more', destination })
    const reply = await add()
    assert.deepEqual([reply.status, reply.body.error.reason], [409, 'too_many_redirects'])
    assert.equal((await api.as('admin').delete(`${at}/r7`)).status, 204)
    assert.equal((await api.as('admin').get(at)).body.count, 9999)
    assert.equal((await add()).status, 201)
    assert.equal((await api.as('admin').get(at)).body.count, 10_000)
  })

  it('are seen with any role and changed by admins alone, on the site they are of', async () => {
    const siteId = scene.site.id
    const { body } = await create('/guarded')
    const wanted = { source: '/other', destination: toSpace() }
    const admin = {
      create: async (by: TestCaller, at: string) => by.post(`${at}/redirects`, wanted),
      update: async (by: TestCaller, at: string) =>
        by.patch(`${at}/redirects/${body.id}`, {}),
      remove: async (by: TestCaller, at: string) =>
        by.delete(`${at}/redirects/${body.id}`),
    }
    for (const send of Object.values(admin)) {
      await refusesOthers(api, { needed: 'admin', siteId, send })
    }
    await refusesOthers(api, {
      needed: 'read',
      siteId,
      send: async (by, at) => by.get(`${at}/redirects`),
    })
    const empty = await sitesOf(api)()
    const foreign = await api.as('admin').patch(`${empty.path}/redirects/${body.id}`, {})
    assert.equal(foreign.status, 404)
    assert.equal(
      (await api.rows('select 1 from site_redirect where id = $1', [body.id])).length,
      1,
    )
  })
})
