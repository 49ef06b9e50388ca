import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import {
  change,
  redirectScene,
  type RedirectScene,
} from '#test/site-redirects/test-redirects.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { nodesOf } from '#test/test-nodes.ts'
import { tokenFor } from '#test/test-published.ts'
import { refusesOthers } from '#test/test-site-refusals.ts'

describe('where a path of a site leads', () => {
  let api: TestApi
  let scene: RedirectScene
  before(async () => {
    api = await startTestApi()
    scene = await redirectScene(api)
  })
  after(async () => api.stop())

  const lookup = async (source: string, of = scene, by = api.as('read')) =>
    by.get(`${of.site.path}/redirect?source=${encodeURIComponent(source)}`)
  const targetOf = async (source: string, of = scene) => {
    const { status, body } = await lookup(source, of)
    return status === 200 ? body.target.slice(of.root.length) : status
  }
  const rule = async (source: string, destination: object, of = scene) => {
    const reply = await api
      .as('admin')
      .post(`${of.site.path}/redirects`, { source, destination })
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    return reply.body
  }

  it('may be longer than any URL that is sent', async () => {
    const deep = Array.from({ length: 40 }, (_, at) => ({
      operation: 'insert_page',
      title: `Level ${at}`,
      slug: `level-${at}-${'x'.repeat(80)}`,
      document: { markdown: 'Text.' },
      ref: `level${at}`,
      ...(at > 0 && { into: `level${at - 1}` }),
    }))
    await change(api, scene.guidesSpace, deep)
    const { body } = await api
      .as('admin')
      .get(`/spaces/${scene.guidesSpace}/content/pages`)
    let [page] = body.pages.filter(({ title }: TestBody) => title === 'Level 0')
    while (page.pages.length > 0) [page] = page.pages
    const destination = { kind: 'site-page', siteSpaceId: scene.guides, pageId: page.id }
    await rule('/to-the-deep', destination)
    const { body: found } = await lookup('/to-the-deep')
    assert.equal(found.target, scene.root + page.path)
    assert.ok(found.target.length > 2048)
    const urls = ['/to-the-deep']
    const probed = await api
      .as('admin')
      .post(`${scene.site.path}/redirects/probe`, { urls })
    assert.equal(probed.body.items[0].target, found.target)
  })

  it('is what its rule says, however the path is written', async () => {
    const toInstall = {
      kind: 'site-page',
      siteSpaceId: scene.guides,
      pageId: scene.install,
    }
    const made = await rule('/legacy/setup', toInstall)
    for (const source of [
      '/legacy/setup',
      'legacy/setup',
      '/Legacy/Setup/',
      '/legacy/%73etup?q=1',
    ]) {
      const { status, body } = await lookup(source)
      assert.equal(status, 200, source)
      assert.deepEqual(body.redirect, made)
      assert.equal(body.target, `${scene.root}start/install`)
    }
    await rule('/to-reference', { kind: 'site-space', siteSpaceId: scene.reference })
    assert.equal(await targetOf('/to-reference'), 'reference/')
    await rule('/to-calls', {
      kind: 'site-page',
      siteSpaceId: scene.reference,
      pageId: scene.calls,
    })
    assert.equal(await targetOf('/to-calls'), 'reference/calls')
    await rule('/to-root', { kind: 'site-space', siteSpaceId: scene.guides })
    assert.equal(await targetOf('/to-root'), '')
  })

  it('is nothing where nothing ever was, and where something is shown', async () => {
    for (const source of [
      '/nothing',
      '/start',
      '/start/install',
      '/reference',
      '/',
      '/a/../b',
      '/%00',
    ]) {
      assert.equal(await targetOf(source), 404, source)
    }
    const { body } = await lookup('/nothing')
    assert.equal(body.error.reason, 'not_found')
  })

  it('follows a page that is renamed and moved, without a rule, as often as that happens', async () => {
    const own = await redirectScene(api)
    await change(api, own.guidesSpace, [
      { operation: 'update_page', page: own.start, slug: 'begin' },
    ])
    assert.equal(await targetOf('/start', own), 'begin')
    assert.equal(await targetOf('/start/install', own), 'begin/install')
    await change(api, own.guidesSpace, [
      { operation: 'update_page', page: own.install, slug: 'set-up' },
      { operation: 'update_page', page: own.start, slug: 'welcome' },
    ])
    assert.equal(await targetOf('/start/install', own), 'welcome/set-up')
    assert.equal(await targetOf('/begin/install', own), 'welcome/set-up')
    const { body } = await lookup('/start/install', own)
    assert.deepEqual(body.redirect.destination, {
      kind: 'site-page',
      siteSpaceId: own.guides,
      pageId: own.install,
    })
    assert.equal(body.redirect.source, '/start/install')
    await rule('/start', { kind: 'site-space', siteSpaceId: own.reference }, own)
    assert.equal(
      await targetOf('/start', own),
      'reference/',
      'a rule comes before what was',
    )
  })

  it('follows a rule to where its page is now, and ends with the page', async () => {
    const own = await redirectScene(api)
    await rule(
      '/x',
      { kind: 'site-page', siteSpaceId: own.guides, pageId: own.install },
      own,
    )
    await change(api, own.guidesSpace, [
      { operation: 'update_page', page: own.install, slug: 'new' },
    ])
    assert.equal(await targetOf('/x', own), 'start/new')
    await change(api, own.guidesSpace, [{ operation: 'delete_page', page: own.install }])
    assert.equal(await targetOf('/x', own), 404)
  })

  it('follows sections and site-spaces that got another path', async () => {
    const own = await redirectScene(api)
    const renamed = `${own.site.path}/site-spaces/${own.reference}`
    await api.as('admin').patch(renamed, { path: 'ref' })
    await api.as('admin').patch(renamed, { path: 'reference' })
    assert.equal(await targetOf('/ref', own), 'reference/')
    assert.equal(await targetOf('/ref/calls', own), 'reference/calls')
    assert.equal(await targetOf('/ref/nothing', own), 404)

    const { id } = await own.site.section(
      'Extra',
      await nodesOf(api).space({ title: 'Extra' }),
    )
    const section = `${own.site.path}/sections/${id}`
    await api.as('admin').patch(section, { path: 'bonus' })
    await api.as('admin').patch(section, { path: 'extra' })
    assert.equal(await targetOf('/bonus', own), 'extra/')
    const shadowing = await api.as('admin').post(`${own.site.path}/redirects`, {
      source: '/extra',
      destination: { kind: 'site-section', siteSectionId: id },
    })
    assert.match(
      shadowing.body.error.message,
      /leads back to "\/extra": the section "Extra"/,
    )
    await rule('/more', { kind: 'site-section', siteSectionId: id }, own)
    assert.equal(await targetOf('/more', own), 'extra/')
  })

  it('hides spaces in the trash, and those that the caller may not see', async () => {
    const own = await redirectScene(api)
    const hidden = await nodesOf(api).space({ title: 'Hidden', defaultLevel: null })
    const added = await api
      .as('admin')
      .post(`${own.site.path}/site-spaces`, { spaceId: hidden })
    await rule('/secret', { kind: 'site-space', siteSpaceId: added.body.id }, own)
    assert.equal((await lookup('/secret', own, api.as('admin'))).status, 200)
    assert.equal((await lookup('/secret', own)).status, 404)
    await api.as('admin').delete(`/spaces/${hidden}`)
    assert.equal((await lookup('/secret', own, api.as('admin'))).status, 404)
    await api.as('admin').post(`/spaces/${hidden}/restore`)
    assert.equal((await lookup('/secret', own, api.as('admin'))).status, 200)
  })

  it('has the key in it on a site that is shared by link, and is nothing with a wrong one', async () => {
    const own = await redirectScene(api)
    await rule('/x', { kind: 'site-space', siteSpaceId: own.reference }, own)
    await api.as('admin').patch(own.site.path, { visibility: 'share-link' })
    const { body: link } = await api
      .as('admin')
      .post(`${own.site.path}/share-links`, { name: 'x' })
    const key = link.urls.published.split('/').at(-2)
    const found = await api
      .as('read')
      .get(`${own.site.path}/redirect?source=/x&shareKey=${key}`)
    assert.equal(found.body.target, `${own.root}${key}/reference/`)
    const without = await api.as('read').get(`${own.site.path}/redirect?source=/x`)
    assert.equal(without.body.target, `${own.root}reference/`)
    const wrong = await api
      .as('read')
      .get(`${own.site.path}/redirect?source=/x&shareKey=${'x'.repeat(24)}`)
    assert.equal(wrong.status, 404)
  })

  it('is told to visitors of the site as far as they may see it, and to those of no other', async () => {
    const own = await redirectScene(api)
    const other = await redirectScene(api)
    await rule('/x', { kind: 'site-space', siteSpaceId: own.reference }, own)
    const visitor = api.withToken(await tokenFor(api, own.root))
    assert.equal((await lookup('/x', own, visitor)).body.target, `${own.root}reference/`)
    await change(api, own.guidesSpace, [
      { operation: 'update_page', page: own.start, slug: 'begin' },
    ])
    assert.equal((await lookup('/start', own, visitor)).body.target, `${own.root}begin`)
    assert.equal((await lookup('/nothing', own, visitor)).status, 404)
    const foreigner = api.withToken(await tokenFor(api, other.root))
    assert.equal((await lookup('/x', own, foreigner)).status, 404)

    await api.as('admin').patch(own.site.path, { adaptiveContent: { enabled: true } })
    const hidden = `${own.site.path}/site-spaces/${own.reference}`
    const condition = 'visitor.claims.beta == true'
    const changed = await api.as('admin').patch(hidden, { condition })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    const unknown = api.withToken(await tokenFor(api, own.root))
    assert.equal((await lookup('/x', own, unknown)).status, 404)
    assert.equal(
      (await lookup('/x', own, visitor)).status,
      404,
      'nor with the token from before',
    )
    assert.equal((await lookup('/x', own)).status, 200)
    await api.as('admin').post(`${own.site.path}/unpublish`)
    assert.equal((await lookup('/start', own, visitor)).status, 404)
  })

  it('is told to everyone with a role, and to nobody else', async () => {
    await rule('/told', { kind: 'site-space', siteSpaceId: scene.reference })
    await refusesOthers(api, {
      needed: 'read',
      siteId: scene.site.id,
      send: async (by, at) => by.get(`${at}/redirect?source=/told`),
    })
    const missing = await api.as('read').get(`${scene.site.path}/redirect`)
    assert.equal(missing.status, 400)
  })
})

describe('probing URLs of a site', () => {
  let api: TestApi
  let scene: RedirectScene
  before(async () => {
    api = await startTestApi()
    scene = await redirectScene(api)
  })
  after(async () => api.stop())

  const probe = async (urls: readonly string[], by = api.as('create')) =>
    by.post(`${scene.site.path}/redirects/probe`, { urls })

  it('says of each what becomes of a reader, in the order that was given', async () => {
    const { body: made } = await api.as('admin').post(`${scene.site.path}/redirects`, {
      source: '/legacy',
      destination: {
        kind: 'site-page',
        siteSpaceId: scene.reference,
        pageId: scene.calls,
      },
    })
    await change(api, scene.guidesSpace, [
      { operation: 'update_page', page: scene.install, slug: 'setup' },
    ])
    const { root } = scene
    const urls = [
      '/legacy',
      'start',
      '/start/install?from=mail',
      '/nothing/here',
      root,
      `${root}reference/calls#anchor`,
      `${root}Legacy/`,
      'https://elsewhere.example/start',
      root.replace(/\/$/, '-other/start'),
      'javascript:alert(1)',
      '/a/../b',
      '/legacy',
      '',
    ]
    const { status, body } = await probe(urls)
    assert.equal(status, 200)
    const short = body.items.map(({ result, target, redirect }: TestBody) => [
      result,
      target?.slice(root.length),
      redirect,
    ])
    assert.deepEqual(
      body.items.map(({ url }: TestBody) => url),
      urls,
    )
    assert.deepEqual(short, [
      ['redirect', 'reference/calls', made.id],
      ['ok', 'start', undefined],
      ['redirect', 'start/setup', undefined],
      ['broken', undefined, undefined],
      ['ok', '', undefined],
      ['ok', 'reference/calls', undefined],
      ['redirect', 'reference/calls', made.id],
      ['broken', undefined, undefined],
      ['broken', undefined, undefined],
      ['broken', undefined, undefined],
      ['broken', undefined, undefined],
      ['redirect', 'reference/calls', made.id],
      ['ok', '', undefined],
    ])
    assert.match(body.items[3].message, /Redirect it/)
    assert.match(body.items[7].message, /no URL or path of the site/)
  })

  it('takes a thousand at a time and changes nothing', async () => {
    const many = Array.from({ length: 1000 }, (_, number) =>
      number % 2 === 0 ? `/start?n=${number}` : `/start/gone-${number}`,
    )
    const earlier = await api.rows('select version from site where id = $1', [
      scene.site.id,
    ])
    const { status, body } = await probe(many)
    assert.equal(status, 200)
    assert.equal(body.items.length, 1000)
    const results = new Set(body.items.map(({ result }: TestBody) => result))
    assert.deepEqual(results, new Set(['ok', 'broken']))
    const now = await api.rows('select version from site where id = $1', [scene.site.id])
    assert.deepEqual(now, earlier)
    assert.equal((await probe([...many, '/x'])).status, 400)
    assert.equal((await probe([])).status, 400)
    assert.equal((await probe(['x'.repeat(2049)])).status, 400)
  })

  it('finds paths behind the secret of a site that is shared by link', async () => {
    await api.as('admin').patch(scene.site.path, { visibility: 'share-link' })
    const { body: link } = await api
      .as('admin')
      .post(`${scene.site.path}/share-links`, { name: 'x' })
    const { body } = await probe([`${link.urls.published}start`])
    assert.equal(body.items[0].result, 'ok')
    assert.equal(body.items[0].target, `${scene.root}start`, 'and tells no secret')
  })

  it('is for those who arrange sites', async () => {
    await refusesOthers(api, {
      needed: 'create',
      siteId: scene.site.id,
      send: async (by, at) => by.post(`${at}/redirects/probe`, { urls: ['/'] }),
    })
  })
})
