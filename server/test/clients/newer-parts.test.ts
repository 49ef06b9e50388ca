import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '../test-api.ts'
import { eventsOf, nodesOf } from '../test-nodes.ts'
import { reasonOf, sitesOf, type TestSite } from '../test-sites.ts'

describe('what the newest client says of the parts of a site', () => {
  let api: TestApi
  let site: TestSite
  let section: TestBody
  let group: TestBody
  let siteSpace: string
  let spaceId: string
  const admin = () => api.as('admin')
  before(async () => {
    api = await startTestApi()
    site = await sitesOf(api)({})
    section = await site.section('Guides')
    group = await site.group('More')
    siteSpace = section.siteSpaces[0].id
    spaceId = await nodesOf(api).space({ title: 'Extra' })
  })
  after(async () => api.stop())

  /** Each operation that takes `draft`, with a body that is taken without it. */
  const writes = (): Record<string, (body: object) => ReturnType<typeof send>> => ({
    addSectionToSite: async (body) => send('POST', 'sections', { spaceId, ...body }),
    updateSiteSectionById: async (body) => send('PATCH', `sections/${section.id}`, body),
    addSpaceToSite: async (body) => send('POST', 'site-spaces', { spaceId, ...body }),
    updateSiteSpaceById: async (body) => send('PATCH', `site-spaces/${siteSpace}`, body),
    addSectionGroupToSite: async (body) =>
      send('POST', 'section-groups', { title: 'Else', ...body }),
    updateSiteSectionGroupById: async (body) =>
      send('PATCH', `section-groups/${group.id}`, body),
    duplicateSiteSpace: async (body) =>
      send('POST', `site-spaces/${siteSpace}/duplicate`, body),
  })
  const send = async (method: 'POST' | 'PATCH', at: string, body: object) =>
    admin().send(method, `${site.path}/${at}`, body, { prefer: 'handling=strict' })

  it('is refused where it would hide a part that is shown here', async () => {
    const shown = await site.structure()
    for (const [id, write] of Object.entries(writes())) {
      const refused = await write({ draft: true })
      assert.deepEqual(reasonOf(refused), [400, 'invalid_request'], id)
      assert.match(refused.body.error.message, /There are no drafts of .*"draft"/, id)
    }
    const { updateSiteSpaceById, addSpaceToSite, addSectionToSite } = writes()
    const hidden = await updateSiteSpaceById?.({ hidden: true })
    assert.match(hidden?.body.error.message, /no hidden site-spaces/)
    for (const write of [updateSiteSpaceById, addSpaceToSite, addSectionToSite]) {
      const refused = await write?.({ pageId: 'page' })
      assert.match(refused?.body.error.message, /begins with its first page/)
    }
    const titled = await addSpaceToSite?.({ title: 'Other' })
    assert.match(titled?.body.error.message, /has its own title on every site/)
    assert.deepEqual(await site.structure(), shown)
  })

  it('is taken where it says what is so', async () => {
    for (const [id, write] of Object.entries(writes())) {
      const { status, body } = await write({ draft: false })
      assert.ok(status < 300, `${id}: ${JSON.stringify(body)}`)
    }
    const { updateSiteSpaceById, addSpaceToSite } = writes()
    const same = await updateSiteSpaceById?.({ hidden: false, pageId: null })
    assert.equal(same?.status, 200)
    const added = await addSpaceToSite?.({ title: 'Extra', pageId: null })
    assert.equal(added?.status, 201)
  })

  it('puts a section into a group, or out of it to the top', async () => {
    const into = { spaceId, title: 'Within', siteSectionGroupId: group.id }
    const made = await send('POST', 'sections', into)
    assert.equal(made.status, 201)
    assert.equal(made.body.sectionGroup, group.id)
    const at = `sections/${made.body.id}`
    const out = await send('PATCH', at, { siteSectionGroupId: null })
    assert.equal(out.status, 200)
    assert.equal(out.body.sectionGroup, undefined)
    assert.equal((await site.structure()).structure.at(-1).id, made.body.id)
    const back = await send('PATCH', at, { siteSectionGroupId: group.id, title: 'Back' })
    assert.deepEqual([back.body.sectionGroup, back.body.title], [group.id, 'Back'])
    const found = (await site.structure()).structure.find(
      ({ id }: TestBody) => id === group.id,
    )
    assert.equal(found.children.at(-1).id, made.body.id)
    const event = (await eventsOf(api, `site:${site.id}`)).at(-1)
    assert.equal(event.type, 'site_section_updated')

    const outside = await send('POST', 'sections', { spaceId, siteSectionGroupId: null })
    assert.equal(outside.body.sectionGroup, undefined)
    for (const refused of [
      await send('POST', 'sections', { spaceId, siteSectionGroupId: 'nope' }),
      await send('PATCH', at, { siteSectionGroupId: 'nope' }),
    ]) {
      assert.deepEqual(reasonOf(refused), [404, 'not_found'])
    }
  })

  it('puts a group into another, or out of it to the top', async () => {
    const inner = await site.group('Inner')
    const at = `section-groups/${inner.id}`
    const moved = await send('PATCH', at, { parentSectionGroupId: group.id })
    assert.equal(moved.status, 200)
    assert.equal(moved.body.sectionGroup, group.id)
    const around = await send('PATCH', `section-groups/${group.id}`, {
      parentSectionGroupId: inner.id,
    })
    assert.equal(around.status, 400)
    const missing = await send('PATCH', at, { parentSectionGroupId: 'nope' })
    assert.equal(missing.status, 404)
    const out = await send('PATCH', at, { parentSectionGroupId: null })
    assert.equal(out.body.sectionGroup, undefined)
    assert.equal((await site.structure()).structure.at(-1).id, inner.id)
  })
})
