import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { changeRequestIn } from '#test/test-change-requests.ts'
import {
  newSite,
  newSpace,
  ok,
  type PublishedScene,
  tokenFor,
} from '#test/test-published.ts'

const alternatesIn = ({ alternates }: TestBody): string[] =>
  alternates.map(({ page }: TestBody) => page)

describe('the meta-links of a page', () => {
  let api: TestApi
  let scene: PublishedScene
  let spaces: Record<'en' | 'fr' | 'newer' | 'secret', string>
  let pages: Record<string, string>
  before(async () => {
    api = await startTestApi()
    const make = async (title: string, language: string, more: object = {}) => {
      const id = await newSpace(api, title, { Start: 'Words.\n', 'How to': 'More.\n' })
      await ok(api.as('admin').patch(`/spaces/${id}`, { language, ...more }))
      return id
    }
    spaces = {
      en: await make('English', 'en'),
      fr: await make('Français', 'fr'),
      newer: await make('Newer', 'en'),
      secret: await make('Deutsch', 'de', { defaultLevel: null }),
    }
    scene = await newSite(api, 'Docs', Object.values(spaces))
    const found: [string, string][] = []
    for (const [name, id] of Object.entries(spaces)) {
      const { pages: all } = await ok(api.as('admin').get(`/spaces/${id}/content/pages`))
      for (const page of all) found.push([`${name} ${page.title}`, page.id])
    }
    pages = Object.fromEntries(found)
  })
  after(async () => api.stop())

  const of = (name: 'en' | 'fr' | 'newer' | 'secret', title: string) =>
    `/spaces/${spaces[name]}/content/page/${pages[`${name} ${title}`]}/meta-links`

  it('are the address for readers, and the page in other languages', async () => {
    const { body } = await api.as('read').get(of('en', 'How to'))
    assert.deepEqual(body, {
      canonical: { kind: 'url', url: `${scene.url}how-to` },
      alternates: [{ kind: 'page', page: pages['fr How to'], space: spaces.fr }],
    })
    const first = await ok(api.as('read').get(of('fr', 'Start')))
    assert.equal(first.canonical.url, `${scene.url}francais/start`)
    assert.deepEqual(
      new Set(alternatesIn(first)),
      new Set([pages['en Start'], pages['newer Start']]),
    )
  })

  it('of the first page are the address of the space, and the first pages', async () => {
    const firstOf = async (space: string): Promise<string> =>
      (await ok(api.as('read').get(`/spaces/${space}/content/pages`))).pages[0].id
    const path = `/spaces/${spaces.fr}/content/page/${await firstOf(spaces.fr)}/meta-links`
    const { canonical, alternates } = await ok(api.as('read').get(path))
    assert.equal(canonical.url, `${scene.url}francais/`)
    assert.equal(alternates[0].page, await firstOf(spaces.en))
  })

  it('name no page that the caller does not see', async () => {
    const seen = await ok(api.as('admin').get(of('en', 'Start')))
    assert.ok(alternatesIn(seen).includes(pages['secret Start'] ?? ''))
    const hidden = await ok(api.as('read').get(of('en', 'Start')))
    assert.deepEqual(alternatesIn(hidden), [pages['fr Start']])
    assert.equal((await api.as('read').get(of('secret', 'Start'))).status, 404)
  })

  it('are answered to readers of the site, for what they read', async () => {
    const token = await tokenFor(api, scene.url)
    const { status, body } = await api.withToken(token).get(of('en', 'Start'))
    assert.equal(status, 200)
    assert.equal(body.canonical.url, `${scene.url}start`)
    const other = await newSpace(api, 'Elsewhere', { Start: 'Words.\n' })
    const all = await ok(api.as('admin').get(`/spaces/${other}/content/pages`))
    const path = `/spaces/${other}/content/page/${all.pages[0].id}/meta-links`
    assert.equal((await api.withToken(token).get(path)).status, 404)
  })

  it('tell a reader of one closed site nothing of another', async () => {
    const shared = await newSpace(api, 'Shared', { Start: 'Words.\n' })
    const settings = { visibility: 'share-link' }
    await newSite(api, 'First', [shared], settings)
    const own = await newSite(api, 'Second', [shared], settings)
    const links = `/orgs/${api.organization}/sites/${own.site}/share-links`
    const link = await ok(api.as('admin').post(links, { name: 'Ann' }))
    const token = await tokenFor(api, link.urls.published)
    const all = await ok(api.as('admin').get(`/spaces/${shared}/content/pages`))
    const path = `/spaces/${shared}/content/page/${all.pages[0].id}/meta-links`
    assert.deepEqual(await ok(api.withToken(token).get(path)), {})
    const member = await ok(api.as('read').get(path))
    assert.match(member.canonical.url, /\/first\/$/)
  })

  it('are the same in revisions and change requests, but for pages that readers lack', async () => {
    const pageId = pages['en How to']
    const expected = await ok(api.as('edit').get(of('en', 'How to')))
    const { revision } = await ok(api.as('edit').get(`/spaces/${spaces.en}`))
    const inRevision = `/spaces/${spaces.en}/revisions/${revision}/page/${pageId}/meta-links`
    assert.deepEqual(await ok(api.as('edit').get(inRevision)), expected)

    const request = await changeRequestIn(api, spaces.en)
    const inRequest = `${request.path}/content/page`
    assert.deepEqual(
      await ok(api.as('edit').get(`${inRequest}/${pageId}/meta-links`)),
      expected,
    )
    const { changes } = await request.edit({
      operation: 'insert_page',
      title: 'Proposed',
      document: { markdown: 'New.\n' },
    })
    const added = `${inRequest}/${changes[0].page}/meta-links`
    assert.deepEqual(await ok(api.as('edit').get(added)), {})
    const missing = await api.as('edit').get(`${inRequest}/nope/meta-links`)
    assert.equal(missing.status, 404)
  })

  it('are empty where nothing is published, and hidden from outsiders', async () => {
    const space = await newSpace(api, 'Unpublished', { Start: 'Words.\n' })
    const all = await ok(api.as('admin').get(`/spaces/${space}/content/pages`))
    const path = `/spaces/${space}/content/page/${all.pages[0].id}/meta-links`
    assert.deepEqual(await ok(api.as('read').get(path)), {})
    assert.equal((await api.as('outsider').get(path)).status, 404)
    assert.equal((await api.anonymous().get(path)).status, 401)
    const nope = `/spaces/${space}/content/page/nope/meta-links`
    assert.equal((await api.as('read').get(nope)).status, 404)
  })
})
