import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createTestSpace } from '#test/test-edits.ts'
import { eventsOf, nodesOf } from '#test/test-nodes.ts'
import { newPerson, nowhere } from '#test/test-people.ts'
import { sitesOf, type TestSite } from '#test/test-sites.ts'
import { refusesOthers } from '#test/test-site-refusals.ts'

describe('duplicating the space of a site-space', () => {
  let api: TestApi
  let nodes: ReturnType<typeof nodesOf>
  let newSite: ReturnType<typeof sitesOf>
  before(async () => {
    api = await startTestApi()
    nodes = nodesOf(api)
    newSite = sitesOf(api)
  })
  after(async () => api.stop())

  const duplicate = async (site: TestSite, id: string, body?: object) =>
    api.as('create').post(`${site.path}/site-spaces/${id}/duplicate`, body)
  const patch = async (path: string, body: object) => {
    const { status } = await api.as('admin').patch(path, body)
    assert.equal(status, 200)
  }

  it('answers 201 with the copy, right after the original, with its content', async () => {
    const space = await createTestSpace(api)
    const { spaceId } = space
    await space.edit({ operation: 'insert_page', title: 'First' })
    const site = await newSite({ spaces: [spaceId] })
    await site.siteSpace('Last')
    const [original] = (await site.structure()).structure
    const reply = await duplicate(site, original.id)
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    assert.equal(
      reply.headers.get('location'),
      `http://lectern.test/v1${site.path}/site-spaces/${reply.body.id}`,
    )
    assert.equal(await site.outline(), 'Untitled, Untitled (copy), Last')
    const copyId = reply.body.space.id
    assert.notEqual(copyId, spaceId)
    const { body } = await api.as('read').get(`/spaces/${copyId}/content/pages`)
    assert.deepEqual(
      body.pages.map(({ title }: TestBody) => title),
      ['First'],
    )
    const events = await eventsOf(api, `site:${site.id}`)
    assert.equal(events.at(-1)?.type, 'site_space_added')
    assert.equal(events.at(-1)?.payload.spaceId, copyId)
  })

  it('gives the copy a section of its own where the original is alone in one', async () => {
    const site = await newSite()
    const one = await site.section('One')
    await site.section('Two')
    const { body } = await duplicate(site, one.siteSpaces[0].id, {})
    assert.equal(await site.outline(), 'One(One), One (copy)(One (copy)), Two(Two)')
    await duplicate(site, body.id)
    await site.siteSpace('More', one.id)
    await duplicate(site, one.siteSpaces[0].id)
    assert.match(await site.outline(), /^One\(One, One \(copy\), More\), One \(copy\)/)
  })

  it('shows the copy to the readers of the original only', async () => {
    const site = await newSite()
    const one = await site.section('One')
    await site.section('Two')
    const condition = 'visitor.claims.beta == true'
    await patch(`${site.path}/sections/${one.id}`, { condition })
    await patch(`${site.path}/site-spaces/${one.siteSpaces[0].id}`, { condition })
    const { body } = await duplicate(site, one.siteSpaces[0].id)
    const rows = await api.rows(
      `select ss.condition, s.condition as of_section from site_space as ss
       join site_section as s on s.organization_id = ss.organization_id
         and s.site_id = ss.site_id and s.id = ss.section_id
       where ss.id = $1`,
      [body.id],
    )
    assert.deepEqual(
      rows.map((row) => [row.condition, row.of_section]),
      [[condition, condition]],
    )
  })

  it('refuses drafts and what is missing', async () => {
    const site = await newSite()
    const shown = await site.siteSpace('Shown')
    assert.equal((await duplicate(site, shown.id, { draft: true })).status, 400)
    assert.equal((await duplicate(site, shown.id, { draft: false })).status, 201)
    assert.equal((await duplicate(site, nowhere)).status, 404)
    const closed = await nodes.space({ defaultLevel: null })
    const other = await newSite({ spaces: [closed] })
    const [hidden] = (await other.structure()).structure
    assert.equal((await duplicate(other, hidden.id)).status, 404)
  })

  it('needs the create role on the site and where the space is', async () => {
    const site = await newSite()
    const { id } = await site.siteSpace('Shown')
    await refusesOthers(api, {
      needed: 'create',
      siteId: site.id,
      send: async (by, at) => by.post(`${at}/site-spaces/${id}/duplicate`),
    })
    const person = await newPerson(api, { name: 'Reader', role: 'read' })
    const gift = { role: 'create', users: [person.userId] }
    await api.as('admin').post(`${site.path}/permissions`, gift)
    const path = `${site.path}/site-spaces/${id}/duplicate`
    const refused = await person.caller.post(path)
    assert.equal(refused.status, 403, 'a role on the site is none on its spaces')
    assert.equal(await site.outline(), 'Shown')
  })
})
