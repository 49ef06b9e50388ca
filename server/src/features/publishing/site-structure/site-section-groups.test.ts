import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { nowhere } from '#test/test-people.ts'
import {
  outlineOf,
  sitesOf,
  type TestSite,
  reasonOf,
  titlesOf,
} from '#test/test-sites.ts'

describe('the section groups of a site', () => {
  let api: TestApi
  let newSite: ReturnType<typeof sitesOf>
  before(async () => {
    api = await startTestApi()
    newSite = sitesOf(api)
  })
  after(async () => api.stop())

  it('are added at the end, with sections in the order that is given', async () => {
    const site = await newSite()
    const one = await site.section('One')
    const two = await site.section('Two')
    await site.section('Three')
    const reply = await api.as('create').post(groupsOf(site), {
      title: 'Basics',
      icon: 'book',
      sections: [two.id, one.id, two.id],
    })
    assert.equal(reply.status, 201)
    const { id, title, icon, sections, children } = reply.body
    assert.equal(
      reply.headers.get('location'),
      `http://lectern.test/v1${groupsOf(site)}/${id}`,
    )
    assert.deepEqual([title, icon, sections], ['Basics', 'book', children])
    assert.equal(await site.outline(), 'Three(Three), Basics[Two(Two), One(One)]')
    const inside = await site.group('Inside', { parent: id, sections: [one.id] })
    assert.equal(inside.sectionGroup, id)
    assert.equal(await site.outline(), 'Three(Three), Basics[Two(Two), Inside[One(One)]]')
    const { structure } = await site.structure()
    const basics = structure[1]
    assert.equal(outlineOf(basics.sections), 'Two(Two)')
  })

  it('stand beside site-spaces unseen until there is a section', async () => {
    const site = await newSite()
    await site.siteSpace('Docs')
    await site.group('Later')
    assert.equal(await site.outline(), 'Docs')
    const { body } = await api.as('read').get(groupsOf(site))
    assert.deepEqual([body.count, body.items[0].children], [1, []])
    await site.section('First')
    assert.equal(await site.outline(), 'Later[], Docs(Docs), First(First)')
  })

  it('are refused with sections or a parent that are not on the site', async () => {
    const site = await newSite()
    const other = await newSite()
    const foreign = await other.section('Foreign')
    const foreignGroup = await other.group('Foreign')
    const bodies = [
      { sections: [nowhere] },
      { sections: [foreign.id] },
      { parent: nowhere },
      { parent: foreignGroup.id },
    ]
    for (const body of bodies) {
      const reply = await api
        .as('admin')
        .post(groupsOf(site), { title: 'Basics', ...body })
      assert.deepEqual(reasonOf(reply), [404, 'not_found'], JSON.stringify(body))
    }
    assert.equal((await api.as('admin').post(groupsOf(site), {})).status, 400)
    assert.equal((await api.as('admin').get(groupsOf(site))).body.count, 0)
  })

  it('take a title and an icon, and lose the icon', async () => {
    const site = await newSite()
    const { id } = await site.group('Basics')
    const patch = async (body: object) =>
      api.as('admin').patch(`${groupsOf(site)}/${id}`, body)
    const changed = await patch({ title: 'Start', icon: 'flag' })
    assert.deepEqual([changed.body.title, changed.body.icon], ['Start', 'flag'])
    const cleared = await patch({ icon: null })
    assert.ok(!('icon' in cleared.body))
    assert.equal(cleared.body.title, 'Start')
    assert.equal((await patch({ title: '' })).status, 400)
    const missing = await api.as('admin').patch(`${groupsOf(site)}/${nowhere}`, {})
    assert.deepEqual(reasonOf(missing), [404, 'not_found'])
  })

  it('leave what is in them in their place when they are removed', async () => {
    const site = await newSite()
    const [one, two, three] = [
      await site.section('One'),
      await site.section('Two'),
      await site.section('Three'),
    ]
    const outer = await site.group('Outer', { sections: [one.id] })
    const inner = await site.group('Inner', { parent: outer.id, sections: [two.id] })
    await site.sort({ type: 'site-section', id: three.id }, {})
    const remove = async (id: string) => api.as('admin').delete(`${groupsOf(site)}/${id}`)
    assert.equal(await site.outline(), 'Outer[One(One), Inner[Two(Two)]], Three(Three)')
    assert.equal((await remove(outer.id)).status, 204)
    assert.equal(await site.outline(), 'One(One), Inner[Two(Two)], Three(Three)')
    assert.equal((await remove(outer.id)).status, 204)
    assert.equal((await remove(inner.id)).status, 204)
    assert.equal(await site.outline(), 'One(One), Two(Two), Three(Three)')
  })

  it('take sections in at the end, also from other groups, and let them out right after', async () => {
    const site = await newSite()
    const one = await site.section('One')
    const two = await site.section('Two')
    const first = await site.group('First', { sections: [one.id] })
    const second = await site.group('Second')
    const sectionsOf = (id: string) => `${groupsOf(site)}/${id}/sections`
    const add = async (groupId: string, sectionId: string) =>
      api.as('admin').post(sectionsOf(groupId), { sectionId })
    const added = await add(first.id, two.id)
    assert.equal(added.status, 201)
    assert.equal(outlineOf(added.body.children), 'One(One), Two(Two)')
    assert.ok(added.headers.get('location')?.endsWith(`/section-groups/${first.id}`))
    // A section that is in the group already keeps its position.
    assert.equal(
      outlineOf((await add(first.id, one.id)).body.children),
      'One(One), Two(Two)',
    )
    await add(second.id, one.id)
    assert.equal(await site.outline(), 'First[Two(Two)], Second[One(One)]')

    const remove = async (groupId: string, sectionId: string) =>
      api.as('admin').delete(`${sectionsOf(groupId)}/${sectionId}`)
    assert.equal((await remove(first.id, one.id)).status, 204)
    assert.equal(await site.outline(), 'First[Two(Two)], Second[One(One)]')
    assert.equal((await remove(first.id, two.id)).status, 204)
    assert.equal(await site.outline(), 'First[], Two(Two), Second[One(One)]')
    assert.equal((await remove(first.id, nowhere)).status, 204)
    assert.equal((await remove(nowhere, one.id)).status, 204)
    const replies = [await add(first.id, nowhere), await add(nowhere, one.id)]
    for (const reply of replies) assert.deepEqual(reasonOf(reply), [404, 'not_found'])
  })

  it('come in pages, each before the groups in it', async () => {
    const site = await newSite()
    const outer = await site.group('Outer')
    await site.group('Last')
    await site.group('Inner', { parent: outer.id })
    const read = async (query: string) =>
      (await api.as('read').get(`${groupsOf(site)}${query}`)).body
    const first = await read('?limit=2')
    assert.deepEqual([titlesOf(first), first.count], [['Outer', 'Inner'], 3])
    const page = encodeURIComponent(first.next.page)
    assert.deepEqual(titlesOf(await read(`?limit=2&page=${page}`)), ['Last'])
  })

  it('are at most fifty', async () => {
    const site = await newSite()
    await api.rows(
      `insert into site_section_group (organization_id, site_id, id, title, position)
       select $1, $2, 'copy-' || n, 'Copy', 'z' || n from generate_series(1, 50) as n`,
      [api.organization, site.id],
    )
    const reply = await api.as('admin').post(groupsOf(site), { title: 'One more' })
    assert.deepEqual(reasonOf(reply), [400, 'site_structure_full'])
    assert.match(reply.body.error.message, /at most 50/)
  })
})

const groupsOf = ({ path }: TestSite) => `${path}/section-groups`
