import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { nodesOf } from '#test/test-nodes.ts'
import { nowhere } from '#test/test-people.ts'
import { sitesOf, type TestSite, reasonOf, titlesOf } from '#test/test-sites.ts'

describe('the site-spaces of a site', () => {
  let api: TestApi
  let newSite: ReturnType<typeof sitesOf>
  let nodes: ReturnType<typeof nodesOf>
  before(async () => {
    api = await startTestApi()
    newSite = sitesOf(api)
    nodes = nodesOf(api)
  })
  after(async () => api.stop())

  const patch = async (site: TestSite, id: string, body: object) =>
    api.as('admin').patch(`${site.path}/site-spaces/${id}`, body)
  const remove = async (site: TestSite, id: string) =>
    api.as('admin').delete(`${site.path}/site-spaces/${id}`)
  const list = async (site: TestSite, query = '') =>
    (await api.as('read').get(`${site.path}/site-spaces${query}`)).body

  it('are added at the end, the first as the default', async () => {
    const site = await newSite()
    const spaceId = await nodes.space({ title: 'Docs' })
    const add = async (body: object) =>
      api.as('create').post(`${site.path}/site-spaces`, { spaceId, ...body })
    const first = await add({})
    assert.equal(first.status, 201)
    assert.equal(
      first.headers.get('location'),
      `http://lectern.test/v1${site.path}/site-spaces/${first.body.id}`,
    )
    const second = await add({})
    const facts = [first, second].map(({ body }) => [body.path, body.default, body.title])
    assert.deepEqual(facts, [
      ['docs', true, 'Docs'],
      ['docs-2', false, 'Docs'],
    ])
    const { body } = await api.as('admin').get(site.path)
    assert.equal(body.siteSpaces, 2)
  })

  it('go into the section that is named, or into the default one', async () => {
    const site = await newSite()
    await site.section('One')
    const two = await site.section('Two')
    await site.siteSpace('Here', two.id)
    await site.siteSpace('There')
    assert.equal(await site.outline(), 'One(One, There), Two(Two, Here)')
    const spaceId = await nodes.space()
    const other = await newSite()
    const foreign = await other.section('Foreign')
    for (const sectionId of [nowhere, foreign.id]) {
      const body = { spaceId, sectionId }
      const reply = await api.as('admin').post(`${site.path}/site-spaces`, body)
      assert.deepEqual(reasonOf(reply), [404, 'not_found'])
    }
  })

  it('keep the path of no section, and two in different sections may have the same', async () => {
    const site = await newSite()
    const one = await site.section('One')
    const two = await site.section('Two')
    const inOne = await site.siteSpace('v1', one.id)
    const inTwo = await site.siteSpace('v1', two.id)
    assert.deepEqual([inOne.path, inTwo.path], ['v1', 'v1'])
    const third = await site.siteSpace('Two', one.id)
    assert.equal(third.path, 'two-2')
    for (const path of ['one', 'two', 'two-2']) {
      const reply = await patch(site, inOne.id, { path })
      assert.deepEqual(reasonOf(reply), [409, 'path_taken'], path)
    }
    assert.equal((await patch(site, inOne.id, { path: 'v2' })).body.path, 'v2')
    assert.deepEqual(reasonOf(await patch(site, inOne.id, { path: '~gitbook' })), [
      400,
      'invalid_path',
    ])
  })

  it('take a path, a condition and another space', async () => {
    const site = await newSite()
    const { id } = await site.siteSpace('Old')
    const spaceId = await nodes.space({ title: 'New' })
    const changed = await patch(site, id, {
      path: 'latest',
      condition: 'visitor.claims.beta',
      spaceId,
    })
    assert.equal(changed.status, 200)
    const { path, condition, title, space } = changed.body
    assert.deepEqual(
      [path, condition, title, space.id],
      ['latest', 'visitor.claims.beta', 'New', spaceId],
    )
    const cleared = await patch(site, id, { condition: null })
    assert.ok(!('condition' in cleared.body))
    assert.deepEqual(reasonOf(await patch(site, id, { condition: '(' })), [
      400,
      'invalid_condition',
    ])
    assert.deepEqual(reasonOf(await patch(site, id, { spaceId: nowhere })), [
      404,
      'not_found',
    ])
    const { body } = await api.as('admin').get(`${site.path}/site-spaces`)
    assert.deepEqual(body.items, [cleared.body])
  })

  it('are removed, and the next one is the default', async () => {
    const site = await newSite()
    const one = await site.siteSpace('One')
    const two = await site.siteSpace('Two')
    const three = await site.siteSpace('Three')
    await api.as('admin').patch(site.path, { defaultSiteSpace: two.id })
    const defaultIs = async () => (await list(site, '?default=true')).items[0]?.id
    assert.equal(await defaultIs(), two.id)
    assert.equal((await remove(site, two.id)).status, 204)
    assert.equal(await defaultIs(), three.id)
    assert.equal((await remove(site, three.id)).status, 204)
    assert.equal((await remove(site, three.id)).status, 204)
    assert.equal(await defaultIs(), one.id)
    assert.equal((await remove(site, one.id)).status, 204)
    assert.deepEqual(await site.structure(), { type: 'siteSpaces', structure: [] })
    assert.equal((await site.siteSpace('Anew')).default, true)
  })

  it('take their section with them when they are its last', async () => {
    const site = await newSite()
    const one = await site.section('One')
    const two = await site.section('Two')
    const more = await site.siteSpace('More', one.id)
    assert.equal((await remove(site, one.siteSpaces[0].id)).status, 204)
    assert.equal(await site.outline(), 'One(More), Two(Two)')
    assert.equal((await remove(site, more.id)).status, 204)
    assert.equal(await site.outline(), 'Two(Two)')
    const { structure } = await site.structure()
    assert.deepEqual([structure[0].id, structure[0].default], [two.id, true])
  })

  it('are not removed when a published site would show nothing', async () => {
    const site = await newSite()
    const one = await site.siteSpace('One')
    const two = await site.siteSpace('Two')
    assert.equal((await api.as('admin').post(`${site.path}/publish`)).status, 200)
    assert.equal((await remove(site, one.id)).status, 204)
    assert.deepEqual(reasonOf(await remove(site, two.id)), [400, 'last_site_space'])
    assert.equal((await api.as('admin').post(`${site.path}/unpublish`)).status, 200)
    assert.equal((await remove(site, two.id)).status, 204)
  })

  it('go when their space is gone for good, or goes to another organization', async () => {
    const site = await newSite()
    const one = await site.section('One')
    await site.section('Two')
    const spaceId: string = one.siteSpaces[0].space.id
    await site.siteSpace('Kept', one.id)
    await api.rows('delete from content_node where organization_id = $1 and id = $2', [
      api.organization,
      spaceId,
    ])
    assert.equal(await site.outline(), 'One(Kept), Two(Two)')
    const { structure } = await site.structure()
    assert.equal(structure[0].siteSpaces[0].default, true)
  })

  it('come in pages, all, only defaults or only others', async () => {
    const site = await newSite()
    const one = await site.section('One')
    const two = await site.section('Two')
    await site.siteSpace('More', one.id)
    await site.siteSpace('Most', two.id)
    assert.deepEqual(titlesOf(await list(site)), ['One', 'More', 'Two', 'Most'])
    assert.deepEqual(titlesOf(await list(site, '?default=true')), ['One', 'Two'])
    assert.deepEqual(titlesOf(await list(site, '?default=false')), ['More', 'Most'])
    const first = await list(site, '?limit=3')
    assert.deepEqual([titlesOf(first), first.count], [['One', 'More', 'Two'], 4])
    const page = encodeURIComponent(first.next.page)
    assert.deepEqual(titlesOf(await list(site, `?limit=3&page=${page}`)), ['Most'])
    const foreign = await api
      .as('read')
      .get(`${site.path}/site-spaces?limit=3&default=true&page=${page}`)
    assert.deepEqual(reasonOf(foreign), [400, 'invalid_cursor'])
  })

  it('are at most two hundred', async () => {
    const site = await newSite()
    const { space } = await site.siteSpace('First')
    await api.rows(
      `insert into site_space (organization_id, site_id, id, space_id, path, position)
       select $1, $2, 'copy-' || n, $3, 'copy-' || n, 'z' || n from generate_series(1, 199) as n`,
      [api.organization, site.id, space.id],
    )
    const body = { spaceId: space.id }
    const reply = await api.as('admin').post(`${site.path}/site-spaces`, body)
    assert.deepEqual(reasonOf(reply), [400, 'site_structure_full'])
    assert.match(reply.body.error.message, /at most 200/)
    assert.equal((await list(site)).count, 200)
  })
})
