import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { nodesOf } from '#test/test-nodes.ts'
import { nowhere, refusal } from '#test/test-people.ts'
import {
  outlineOf,
  pointerTo,
  reasonOf,
  sitesOf,
  type TestSite,
} from '#test/test-sites.ts'

describe('the structure of a site', () => {
  let api: TestApi
  let newSite: ReturnType<typeof sitesOf>
  let nodes: ReturnType<typeof nodesOf>
  before(async () => {
    api = await startTestApi()
    newSite = sitesOf(api)
    nodes = nodesOf(api)
  })
  after(async () => api.stop())

  const publish = async ({ path }: TestSite) => {
    const reply = await api.as('admin').post(`${path}/publish`)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
  }

  it('is empty for a site without anything', async () => {
    const site = await newSite()
    assert.deepEqual(await site.structure(), { type: 'siteSpaces', structure: [] })
    for (const list of ['sections', 'site-spaces', 'section-groups']) {
      const { body } = await api.as('read').get(`${site.path}/${list}`)
      assert.deepEqual(body, { items: [], count: 0 })
    }
  })

  it('is a list of site-spaces until there is a section, and a tree from then on', async () => {
    const site = await newSite()
    const a = await site.siteSpace('A page')
    const flat = await site.structure()
    assert.equal(flat.type, 'siteSpaces')
    assert.equal(flat.structure[0].id, a.id)
    assert.ok(!('section' in a))
    await site.section('Beta')
    const { type, structure } = await site.structure()
    assert.equal(type, 'sections')
    assert.equal(outlineOf(structure), 'A page(A page), Beta(Beta)')
  })

  it('shows each part as the contract says it', async () => {
    const site = await newSite()
    const guides = await site.section('Guides')
    const group = await site.group('Basics', { sections: [guides.id], icon: 'book' })
    const { structure } = await site.structure()
    const [shown] = structure
    const [section] = shown.children
    const [siteSpace] = section.siteSpaces
    assert.deepEqual(
      { ...shown, children: [], sections: [] },
      {
        object: 'site-section-group',
        id: group.id,
        title: 'Basics',
        icon: 'book',
        draft: false,
        sections: [],
        children: [],
      },
    )
    assert.deepEqual(shown.sections, shown.children)
    assert.deepEqual(
      { ...section, siteSpaces: [] },
      {
        object: 'site-section',
        id: guides.id,
        title: 'Guides',
        default: true,
        path: 'guides',
        draft: false,
        sectionGroup: group.id,
        siteSpaces: [],
        urls: {},
      },
    )
    const { space, ...rest } = siteSpace
    assert.equal(space.object, 'space')
    assert.deepEqual(rest, {
      object: 'site-space',
      id: rest.id,
      path: 'guides-2',
      section: guides.id,
      title: 'Guides',
      default: true,
      draft: false,
      hasAdvancedCustomizationFeature: true,
      urls: {},
    })
  })

  it('leaves out spaces in the trash, with the sections they fill, until they are restored', async () => {
    const site = await newSite()
    const one = await site.section('One')
    const two = await site.section('Two')
    const more = await site.siteSpace('More', one.id)
    assert.equal(await site.outline(), 'One(One, More), Two(Two)')
    const inOne: string = one.siteSpaces[0].space.id
    await api.as('admin').delete(`/spaces/${inOne}`)
    await api.as('admin').delete(`/spaces/${two.siteSpaces[0].space.id}`)
    assert.equal(await site.outline(), 'One(More)')
    const { structure } = await site.structure()
    assert.equal(structure[0].siteSpaces[0].default, true)
    const { body: sections } = await api.as('admin').get(`${site.path}/sections`)
    assert.deepEqual([sections.count, sections.items.length], [1, 1])
    const { body: spaces } = await api.as('admin').get(`${site.path}/site-spaces`)
    assert.deepEqual([spaces.count, spaces.items[0].id], [1, more.id])
    for (const part of [`sections/${two.id}`, `site-spaces/${one.siteSpaces[0].id}`]) {
      const reply = await api.as('admin').patch(`${site.path}/${part}`, {})
      assert.equal(reply.status, 404)
      assert.equal((await api.as('admin').delete(`${site.path}/${part}`)).status, 204)
    }

    await api.as('admin').post(`/spaces/${inOne}/restore`)
    await api.as('admin').post(`/spaces/${two.siteSpaces[0].space.id}/restore`)
    assert.equal(await site.outline(), 'One(One, More), Two(Two)')
    const restored = await site.structure()
    assert.equal(restored.structure[0].siteSpaces[0].default, true)
  })

  it('leaves out what the reader may not see, and tells no more than of what is missing', async () => {
    const site = await newSite()
    const open = await site.section('Open')
    const hiddenSpace = await nodes.space({ title: 'Hidden', defaultLevel: null })
    const hidden = await site.section('Hidden', hiddenSpace)
    assert.equal(await site.outline(), 'Open(Open), Hidden(Hidden)')
    assert.equal(await site.outline(api.as('create')), 'Open(Open)')
    const [siteSpace] = hidden.siteSpaces
    const creator = api.as('create')
    for (const [named, missing] of [
      [`sections/${hidden.id}`, `sections/${nowhere}`],
      [`site-spaces/${siteSpace.id}`, `site-spaces/${nowhere}`],
    ] as const) {
      assert.deepEqual(
        refusal(
          await creator.patch(`${site.path}/${named}`, {}),
          named.split('/')[1] ?? '',
        ),
        refusal(await creator.patch(`${site.path}/${missing}`, {}), nowhere),
      )
      assert.equal((await creator.delete(`${site.path}/${named}`)).status, 204)
    }
    const next = { before: pointerTo(hidden) }
    assert.deepEqual(reasonOf(await site.sort(pointerTo(open), next, creator)), [
      400,
      'invalid_position',
    ])
    for (const path of ['site-spaces', 'sections']) {
      const add = async (spaceId: string) =>
        creator.post(`${site.path}/${path}`, { spaceId })
      const refused = await add(hiddenSpace)
      assert.deepEqual(
        refusal(refused, hiddenSpace),
        refusal(await add(nowhere), nowhere),
      )
      assert.equal(refused.status, 404)
    }
    assert.equal(await site.outline(), 'Open(Open), Hidden(Hidden)')
  })

  it('has published URLs while the site is published, without the defaults in them', async () => {
    const site = await newSite()
    const guides = await site.section('Guides')
    const references = await site.section('Références')
    const old = await site.siteSpace('Version 1', references.id)
    await site.siteSpace('Version 2', guides.id)
    await publish(site)
    const { structure } = await site.structure()
    const root: string = structure[0].urls.published
    assert.match(root, /^http.*\/handbook[\w-]*\/$/)
    const urls = structure.flatMap((section: TestBody) => [
      section.urls.published.slice(root.length),
      ...section.siteSpaces.map(({ urls: of }: TestBody) =>
        of.published.slice(root.length),
      ),
    ])
    assert.deepEqual(urls, [
      '',
      '',
      'version-2/',
      'references/',
      'references/',
      'references/version-1/',
    ])
    assert.equal(old.path, 'version-1')
  })

  it('has URLs that any client understands for paths in any script', async () => {
    const site = await newSite()
    await site.section('Guides')
    const other = await site.section('ドキュメント')
    assert.equal(other.path, 'ドキュメント')
    await publish(site)
    const { structure } = await site.structure()
    const root: string = structure[0].urls.published
    assert.equal(
      structure[1].urls.published,
      `${root}${encodeURIComponent('ドキュメント')}/`,
    )
  })

  it('puts the key of a share link into the URLs, and answers a wrong one as a missing site', async () => {
    const site = await newSite({ visibility: 'share-link' })
    await site.section('Guides')
    await publish(site)
    const link = await api
      .as('admin')
      .post(`${site.path}/share-links`, { name: 'Partners' })
    assert.equal(link.status, 201)
    const root: string = (await site.structure()).structure[0].urls.published
    const key = new URL(link.body.urls.published).pathname.split('/').at(-2) ?? ''
    assert.equal(link.body.urls.published, `${root}${key}/`)
    const missing = await api
      .as('admin')
      .get(`/orgs/${api.organization}/sites/${nowhere}/structure?shareKey=${key}`)
    for (const list of ['structure', 'sections', 'site-spaces']) {
      const read = async (shareKey: string) =>
        api.as('admin').get(`${site.path}/${list}?shareKey=${shareKey}`)
      const { body } = await read(key)
      const [first] = body.structure ?? body.items
      assert.equal(first.urls.published, `${root}${key}/`, list)
      const wrong = await read('no-such-key')
      assert.deepEqual(refusal(wrong, site.id), refusal(missing, nowhere))
    }
    await api
      .as('admin')
      .patch(`${site.path}/share-links/${link.body.id}`, { active: false })
    const revoked = await api.as('admin').get(`${site.path}/structure?shareKey=${key}`)
    assert.equal(revoked.status, 404)
  })

  it('is for members with a role, and hidden from everybody else', async () => {
    const site = await newSite()
    const { id } = await site.section('Guides')
    const { id: groupId } = await site.group('Basics')
    for (const path of ['structure', 'sections', 'site-spaces', 'section-groups']) {
      const target = `${site.path}/${path}`
      assert.equal((await api.as('read').get(target)).status, 200)
      assert.deepEqual(reasonOf(await api.as('guest').get(target)), [403, 'forbidden'])
      assert.equal((await api.anonymous().get(target)).status, 401)
      const elsewhere = `/orgs/${nowhere}/sites/${site.id}/${path}`
      assert.deepEqual(
        refusal(await api.as('outsider').get(target), api.organization),
        refusal(await api.as('outsider').get(elsewhere), nowhere),
      )
      const unknown = await api
        .as('admin')
        .get(`/orgs/${api.organization}/sites/${nowhere}/${path}`)
      assert.equal(unknown.status, 404)
    }
    const spaceId = await nodes.space()
    const item = { type: 'site-section', id }
    const writes = [
      ['POST', 'sections', { spaceId }],
      ['PATCH', `sections/${id}`, { title: 'Mine' }],
      ['POST', `sections/${id}/move`, {}],
      ['DELETE', `sections/${id}`],
      ['POST', 'site-spaces', { spaceId }],
      ['POST', 'section-groups', { title: 'Mine' }],
      ['PATCH', `section-groups/${groupId}`, { title: 'Mine' }],
      ['POST', `section-groups/${groupId}/sections`, { sectionId: id }],
      ['DELETE', `section-groups/${groupId}/sections/${id}`],
      ['POST', `section-groups/${groupId}/move`, {}],
      ['DELETE', `section-groups/${groupId}`],
      ['PATCH', 'structure/sort', { item, position: {} }],
    ] as const
    const previous = await site.structure()
    for (const [method, path, body] of writes) {
      const send = async (who: 'guest' | 'review' | 'outsider') =>
        api.as(who).send(method, `${site.path}/${path}`, body)
      for (const who of ['guest', 'review'] as const) {
        assert.deepEqual(reasonOf(await send(who)), [403, 'forbidden'], path)
      }
      assert.equal((await send('outsider')).status, method === 'DELETE' ? 204 : 404)
      const anonymous = api.anonymous().send(method, `${site.path}/${path}`, body)
      assert.equal((await anonymous).status, 401)
    }
    assert.deepEqual(await site.structure(), previous)
    for (const kind of ['sections', 'site-spaces', 'section-groups']) {
      const missing = `${site.path}/${kind}/${nowhere}`
      assert.equal((await api.as('read').patch(missing, {})).status, 404)
      assert.equal((await api.as('read').post(`${missing}/move`)).status, 404)
      assert.equal((await api.as('read').delete(missing)).status, 204)
    }
  })
})
