import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { eventsOf } from '#test/test-nodes.ts'
import { pointerTo, reasonOf, sitesOf, type TestSite } from '#test/test-sites.ts'

const idsIn = (parts: TestBody[]): string[] => parts.map(({ id }) => id)

describe('external links of a site', () => {
  let api: TestApi
  let site: TestSite
  let section: TestBody
  let group: TestBody
  const admin = () => api.as('admin')
  const links = () => `${site.path}/external-links`
  before(async () => {
    api = await startTestApi()
    site = await sitesOf(api)({})
    section = await site.section('Guides')
    group = await site.group('More')
  })
  after(async () => api.stop())

  const add = async (body: object = {}): Promise<TestBody> => {
    const made = await admin().post(links(), {
      title: 'Status',
      url: 'https://status.example/',
      ...body,
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.body
  }
  const top = async (by = admin()) => (await site.structure(by)).structure

  it('stand among the sections and groups of the site, in one order', async () => {
    const made = await admin().post(links(), {
      title: 'Status',
      url: 'https://status.example/now?a=b',
      description: 'What is up',
      icon: 'globe',
    })
    assert.equal(made.status, 201)
    const link = made.body
    assert.deepEqual(link, {
      object: 'site-external-link',
      id: link.id,
      title: 'Status',
      description: 'What is up',
      icon: 'globe',
      url: 'https://status.example/now?a=b',
      draft: false,
    })
    const location = `http://lectern.test/v1${links()}/${link.id}`
    assert.equal(made.headers.get('location'), location)
    assert.deepEqual((await top()).at(-1), link)

    const moved = await site.sort(pointerTo(link), { before: pointerTo(section) })
    assert.equal(moved.status, 200)
    assert.deepEqual(moved.body, link)
    const order = idsIn(await top())
    assert.equal(order.indexOf(link.id) + 1, order.indexOf(section.id))
    const back = await site.sort(pointerTo(section), { before: pointerTo(link) })
    assert.equal(back.status, 200)
    const [added, sorted] = (await eventsOf(api, `site:${site.id}`)).slice(-3)
    assert.equal(added.type, 'site_external_link_added')
    assert.equal(sorted.type, 'site_external_link_moved')
  })

  it('go into groups and out of them, and stay when their group goes', async () => {
    const link = await add({ parent: group.id })
    assert.equal(link.sectionGroup, group.id)
    const found = (await top()).find(({ id }: TestBody) => id === group.id)
    assert.deepEqual(found.children, [link])
    assert.deepEqual(found.sections, [])
    const one = `${links()}/${link.id}`
    const out = await admin().patch(one, { parent: null })
    assert.equal(out.body.sectionGroup, undefined)
    assert.equal(idsIn(await top()).at(-1), link.id)
    const again = await admin().patch(one, { parent: group.id, title: 'Renamed' })
    assert.deepEqual(again.body, { ...link, title: 'Renamed' })
    assert.equal((await admin().patch(one, { parent: 'nope' })).status, 404)

    const other = await site.group('Passing')
    await admin().patch(one, { parent: other.id })
    assert.equal(
      (await admin().delete(`${site.path}/section-groups/${other.id}`)).status,
      204,
    )
    assert.ok(idsIn(await top()).includes(link.id))
  })

  it('are changed in what is given, and removed', async () => {
    const link = await add({ description: 'Before', icon: 'globe' })
    const one = `${links()}/${link.id}`
    const changed = await admin().patch(one, {
      url: 'http://other.example/',
      description: null,
      icon: null,
      draft: true,
      condition: 'visitor.claims.beta == true',
    })
    assert.deepEqual(changed.body, {
      object: 'site-external-link',
      id: link.id,
      title: 'Status',
      url: 'http://other.example/',
      draft: true,
      condition: 'visitor.claims.beta == true',
    })
    assert.deepEqual((await top()).at(-1), changed.body)
    assert.equal((await admin().delete(one)).status, 204)
    assert.ok(!idsIn(await top()).includes(link.id))
    assert.equal((await admin().delete(one)).status, 204)
    assert.deepEqual(reasonOf(await admin().patch(one, {})), [404, 'not_found'])
  })

  it('lead to the web only, and take no condition that cannot be read', async () => {
    const link = await add()
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://a.example/',
      '/relative',
      'https://',
      'https://@/',
      'https://:80/',
      'https://name:word@a.example/',
      'https://name@a.example',
      `https://a.example/${'x'.repeat(2048)}`,
    ]) {
      const made = await admin().post(links(), { title: 'Bad', url })
      assert.equal(made.status, 400, url)
      const changed = await admin().patch(`${links()}/${link.id}`, { url })
      assert.equal(changed.status, 400, url)
    }
    const condition = 'space.vars.x == 1'
    const refused = await admin().patch(`${links()}/${link.id}`, { condition })
    assert.deepEqual(reasonOf(refused), [400, 'invalid_condition'])
    const short = await admin().post(links(), { title: 'x', url: link.url })
    assert.equal(short.status, 400)
  })

  it('need a site with sections, and are limited in number', async () => {
    const plain = await sitesOf(api)({})
    await plain.siteSpace('Alone')
    const body = { title: 'Status', url: 'https://status.example/' }
    const alone = await admin().post(`${plain.path}/external-links`, body)
    assert.deepEqual(reasonOf(alone), [400, 'site_without_sections'])

    const full = await sitesOf(api)({})
    await full.section('Only')
    await api.rows(
      `insert into site_external_link (organization_id, site_id, id, title, url, position)
       select $1, $2, 'link' || g, 'Link', 'https://a.example/', 'b' || g
       from generate_series(1, 100) as g`,
      [api.organization, full.id],
    )
    const more = await admin().post(`${full.path}/external-links`, body)
    assert.deepEqual(reasonOf(more), [400, 'site_structure_full'])
  })

  it('are changed by those who change the structure, and hidden from others', async () => {
    const link = await add()
    const one = `${links()}/${link.id}`
    const body = { title: 'Mine', url: 'https://a.example/' }
    for (const name of ['edit', 'read', 'guest'] as const) {
      assert.equal((await api.as(name).post(links(), body)).status, 403, name)
      assert.equal((await api.as(name).patch(one, body)).status, 403, name)
      assert.equal((await api.as(name).delete(one)).status, 403, name)
    }
    assert.equal((await api.as('create').patch(one, { title: 'By create' })).status, 200)
    assert.equal((await api.as('outsider').post(links(), body)).status, 404)
    assert.equal((await api.as('outsider').patch(one, body)).status, 404)
    assert.equal((await api.anonymous().post(links(), body)).status, 401)
    assert.equal((await api.anonymous().patch(one, body)).status, 401)
    assert.equal((await api.anonymous().delete(one)).status, 401)
    assert.ok(idsIn(await top(api.as('read'))).includes(link.id))
  })

  it('go with their site', async () => {
    const gone = await sitesOf(api)({})
    await gone.section('Only')
    await admin().post(`${gone.path}/external-links`, {
      title: 'Status',
      url: 'https://a.example/',
    })
    assert.equal((await admin().delete(gone.path)).status, 204)
    const left = await api.rows('select id from site_external_link where site_id = $1', [
      gone.id,
    ])
    assert.deepEqual(left, [])
  })
})
