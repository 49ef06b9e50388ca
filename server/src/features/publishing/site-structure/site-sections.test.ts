import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { nodesOf } from '#test/test-nodes.ts'
import { nowhere } from '#test/test-people.ts'
import { sitesOf, type TestSite, reasonOf } from '#test/test-sites.ts'

describe('the sections of a site', () => {
  let api: TestApi
  let newSite: ReturnType<typeof sitesOf>
  let nodes: ReturnType<typeof nodesOf>
  before(async () => {
    api = await startTestApi()
    newSite = sitesOf(api)
    nodes = nodesOf(api)
  })
  after(async () => api.stop())

  const publish = async ({ path }: TestSite) =>
    assert.equal((await api.as('admin').post(`${path}/publish`)).status, 200)
  const patch = async (site: TestSite, id: string, body: object) =>
    api.as('admin').patch(`${site.path}/sections/${id}`, body)

  it('are added at the end with one space, and are named like it', async () => {
    const site = await newSite()
    const spaceId = await nodes.space({ title: 'Größe & Über' })
    const add = async (body: object) =>
      api.as('create').post(`${site.path}/sections`, { spaceId, ...body })
    const first = await add({})
    assert.equal(first.status, 201)
    assert.equal(
      first.headers.get('location'),
      `http://lectern.test/v1${site.path}/sections/${first.body.id}`,
    )
    const { title, path, default: isDefault, siteSpaces } = first.body
    assert.deepEqual([title, path, isDefault], ['Größe & Über', 'große-uber', true])
    assert.deepEqual(
      siteSpaces.map((each: TestBody) => [each.space.id, each.default, each.section]),
      [[spaceId, true, first.body.id]],
    )
    const second = await add({ title: 'Other', icon: 'book' })
    assert.deepEqual(
      [second.body.title, second.body.icon, second.body.default],
      ['Other', 'book', false],
    )
    const nulls = await add({ title: null, icon: null })
    assert.equal(nulls.body.title, 'Größe & Über')
    assert.ok(!('icon' in nulls.body))
    assert.equal(
      await site.outline(),
      'Größe & Über(Größe & Über), Other(Größe & Über), Größe & Über(Größe & Über)',
    )
  })

  it('give the site-spaces that stood alone a first section, the default', async () => {
    const site = await newSite()
    await site.siteSpace('Version 1')
    const chosen = await site.siteSpace('Version 2')
    const set = await api.as('admin').patch(site.path, { defaultSiteSpace: chosen.id })
    assert.equal(set.status, 200)
    const added = await site.section('Extra')
    assert.equal(added.default, false)
    const { structure } = await site.structure()
    const [first] = structure
    assert.equal(await site.outline(), 'Version 2(Version 1, Version 2), Extra(Extra)')
    assert.equal(first.default, true)
    assert.deepEqual(
      first.siteSpaces.map((each: TestBody) => [each.path, each.default]),
      [
        ['version-1', false],
        ['version-2', true],
      ],
    )
  })

  it('have a title of two characters also when their space has a shorter one', async () => {
    const site = await newSite()
    for (const [title, expected] of [
      ['C', 'Section C'],
      ['', 'Section'],
    ] as const) {
      const spaceId = await nodes.space({ title })
      const reply = await api.as('admin').post(`${site.path}/sections`, { spaceId })
      assert.equal(reply.body.title, expected)
    }
  })

  it('take what is given, and lose what is null', async () => {
    const site = await newSite()
    const { id } = await site.section('Guides')
    const more = await site.siteSpace('More', id)
    const changed = await patch(site, id, {
      title: 'Manual',
      path: 'manual',
      defaultSiteSpace: more.id,
      condition: 'visitor.claims.beta == true',
      icon: 'book-open',
      description: 'Everything',
    })
    assert.equal(changed.status, 200)
    const { title, path, condition, icon, description, siteSpaces } = changed.body
    assert.deepEqual(
      [title, path, condition, icon, description],
      ['Manual', 'manual', 'visitor.claims.beta == true', 'book-open', 'Everything'],
    )
    assert.deepEqual(
      siteSpaces.map((each: TestBody) => each.default),
      [false, true],
    )
    const cleared = await patch(site, id, {
      condition: null,
      icon: null,
      description: null,
    })
    for (const key of ['condition', 'icon', 'description']) {
      assert.ok(!(key in cleared.body), key)
    }
    assert.equal(cleared.body.title, 'Manual')
    const emptied = await patch(site, id, { condition: ' ', description: '' })
    assert.ok(!('condition' in emptied.body) && !('description' in emptied.body))
    const listed = await api.as('admin').get(`${site.path}/sections`)
    assert.deepEqual(listed.body.items, [emptied.body])
  })

  it('have paths that lead to one place only', async () => {
    const site = await newSite()
    const one = await site.section('One')
    const two = await site.section('One')
    const variant = await site.siteSpace('v1', two.id)
    assert.deepEqual([one.path, two.path], ['one', 'one-3'])
    for (const taken of [two.path, variant.path, one.siteSpaces[0].path]) {
      assert.deepEqual(
        reasonOf(await patch(site, one.id, { path: taken })),
        [409, 'path_taken'],
        taken,
      )
    }
    assert.equal((await patch(site, one.id, { path: one.path })).status, 200)
    for (const path of ['~x', 'sitemap.xml', 'robots.txt', 'llms.txt', 'llms-full.txt']) {
      const reply = await patch(site, one.id, { path })
      assert.deepEqual(reasonOf(reply), [400, 'invalid_path'], path)
    }
    for (const path of ['a/b', '.', '..', 'a b', '%41', 'a?b', 'a#b', 'rss.xml']) {
      const reply = await patch(site, one.id, { path })
      assert.deepEqual(reasonOf(reply), [400, 'invalid_path'], path)
    }
    assert.equal((await patch(site, one.id, { path: 'a'.repeat(101) })).status, 400)
    assert.equal((await patch(site, one.id, { path: 'v1.0_a+b-c~' })).status, 200)
    // The same text in another form of Unicode is the same path.
    assert.equal((await patch(site, one.id, { path: 'e\u0301te' })).body.path, '\u00E9te')
    const again = await patch(site, two.id, { path: '\u00E9te' })
    assert.deepEqual(reasonOf(again), [409, 'path_taken'])
  })

  it('take conditions about the visitor only, and say where one is wrong', async () => {
    const site = await newSite()
    const { id } = await site.section('Guides')
    const valid = [
      'visitor.claims.plan == "pro" && !visitor.claims.unsigned.old',
      '["a", "b"].includes(visitor.claims.plan)',
      'x'.repeat(0) || 'true',
    ]
    for (const condition of valid) {
      assert.equal((await patch(site, id, { condition })).status, 200, condition)
    }
    const invalid = [
      ['visitor.claims.', 16],
      ['visitor.claims.a == ', 21],
      ['visitor.claims.a == space.vars.b', 21],
      ['page.title == visitor.claims.a', 1],
      ['visitor.claims[role]', 16],
      ['fetch(1)', 6],
    ] as const
    for (const [condition, at] of invalid) {
      const reply = await patch(site, id, { condition })
      assert.deepEqual(reasonOf(reply), [400, 'invalid_condition'], condition)
      assert.match(reply.body.error.message, new RegExp(`at character ${at}\\.`))
    }
    assert.equal((await patch(site, id, { condition: 'x'.repeat(1025) })).status, 400)
  })

  it('begin with a site-space of their own only', async () => {
    const site = await newSite()
    const one = await site.section('One')
    const two = await site.section('Two')
    const other = await newSite()
    const foreign = await other.section('Foreign')
    for (const id of [two.siteSpaces[0].id, foreign.siteSpaces[0].id, nowhere]) {
      const reply = await patch(site, one.id, { defaultSiteSpace: id })
      assert.deepEqual(reasonOf(reply), [400, 'invalid_request'])
    }
  })

  it('are removed with their site-spaces, and the next one is the default', async () => {
    const site = await newSite()
    const one = await site.section('One')
    const two = await site.section('Two')
    const three = await site.section('Three')
    const set = await api.as('admin').patch(site.path, { defaultSiteSection: two.id })
    assert.equal(set.status, 200)
    const remove = async (id: string) =>
      api.as('admin').delete(`${site.path}/sections/${id}`)
    const defaultIs = async () =>
      (await site.structure()).structure.find((each: TestBody) => each.default)?.id
    assert.equal((await remove(two.id)).status, 204)
    assert.equal(await defaultIs(), three.id)
    assert.equal((await remove(two.id)).status, 204)
    assert.equal((await remove(three.id)).status, 204)
    assert.equal(await defaultIs(), one.id)
    const spaces = await api.as('admin').get(`${site.path}/site-spaces`)
    assert.equal(spaces.body.count, 1)
    assert.equal(
      (await api.as('admin').get(`/spaces/${two.siteSpaces[0].space.id}`)).status,
      200,
    )
    assert.equal((await remove(one.id)).status, 204)
    assert.deepEqual(await site.structure(), { type: 'siteSpaces', structure: [] })
    assert.equal((await site.section('Anew')).default, true)
  })

  it('are not removed when a published site would show nothing', async () => {
    const site = await newSite()
    const one = await site.section('One')
    await publish(site)
    const remove = async (id: string) =>
      api.as('admin').delete(`${site.path}/sections/${id}`)
    assert.deepEqual(reasonOf(await remove(one.id)), [400, 'last_site_space'])
    const two = await site.section('Two')
    await api.as('admin').delete(`/spaces/${two.siteSpaces[0].space.id}`)
    // A space in the trash does not count as content of the site.
    assert.deepEqual(reasonOf(await remove(one.id)), [400, 'last_site_space'])
    await api.as('admin').post(`/spaces/${two.siteSpaces[0].space.id}/restore`)
    assert.equal((await remove(one.id)).status, 204)
    await api.as('admin').post(`${site.path}/unpublish`)
    assert.equal((await remove(two.id)).status, 204)
  })

  it('come in pages, in the order of the site', async () => {
    const site = await newSite()
    const ids: string[] = []
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      ids.push((await site.section(title)).id)
    }
    await site.group('Last', { sections: [ids[0] ?? ''] })
    const expected = [...ids.slice(1), ids[0]]
    const seen: string[] = []
    let query = '?limit=2'
    for (;;) {
      const { body } = await api.as('read').get(`${site.path}/sections${query}`)
      assert.equal(body.count, 4)
      seen.push(...body.items.map(({ id }: TestBody) => id))
      if (body.next === undefined) break
      query = `?limit=2&page=${encodeURIComponent(body.next.page)}`
    }
    assert.deepEqual(seen, expected)
    const { body: none } = await api.as('read').get(`${site.path}/sections?limit=0`)
    assert.deepEqual(none, { items: [], count: 4 })
    const { body: first } = await api.as('admin').get(`${site.path}/sections?limit=2`)
    // After the removal of the last section read, the next page continues where it stood.
    await api.as('admin').delete(`${site.path}/sections/${ids[2]}`)
    const page = encodeURIComponent(first.next.page)
    const rest = await api.as('admin').get(`${site.path}/sections?limit=2&page=${page}`)
    assert.deepEqual(
      rest.body.items.map(({ id }: TestBody) => id),
      [ids[0]],
    )
    const foreign = await newSite()
    const wrong = await api
      .as('admin')
      .get(`${foreign.path}/sections?limit=2&page=${page}`)
    assert.deepEqual(reasonOf(wrong), [400, 'invalid_cursor'])
  })

  it('are at most a hundred', async () => {
    const site = await newSite()
    const { id, siteSpaces } = await site.section('First')
    await api.rows(
      `insert into site_section (organization_id, site_id, id, title, path, position)
       select $1, $2, 'copy-' || n, 'Copy', 'copy-' || n, 'z' || n from generate_series(1, 99) as n`,
      [api.organization, site.id],
    )
    const reply = await api
      .as('admin')
      .post(`${site.path}/sections`, { spaceId: siteSpaces[0].space.id })
    assert.deepEqual(reasonOf(reply), [400, 'site_structure_full'])
    assert.match(reply.body.error.message, /at most 100/)
    assert.equal((await patch(site, id, { title: 'Still works' })).status, 200)
  })

  it('refuse spaces that are unknown, in the trash or elsewhere', async () => {
    const site = await newSite()
    const trashed = await nodes.space()
    await api.as('admin').delete(`/spaces/${trashed}`)
    const foreign = await api
      .as('outsider')
      .post(`/orgs/${api.otherOrganization}/spaces`, {})
    for (const spaceId of [nowhere, trashed, foreign.body.id]) {
      const reply = await api.as('admin').post(`${site.path}/sections`, { spaceId })
      assert.deepEqual(reasonOf(reply), [404, 'not_found'])
    }
    const other = await newSite()
    const { id } = await other.section('Elsewhere')
    assert.equal((await patch(site, id, { title: 'Not here' })).status, 404)
  })
})
