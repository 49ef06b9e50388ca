import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { eventsOf, nodesOf } from '#test/test-nodes.ts'

describe('the visibility of a space', () => {
  let api: TestApi
  let nodes: ReturnType<typeof nodesOf>
  let sites: string
  before(async () => {
    api = await startTestApi()
    nodes = nodesOf(api)
    sites = `/orgs/${api.organization}/sites`
  })
  after(async () => api.stop())

  async function newSite(
    spaces: readonly string[],
    visibility = 'public',
  ): Promise<string> {
    const { body } = await api.as('admin').post(sites, { spaces, visibility })
    return body.id
  }
  const publish = async (id: string) => api.as('admin').post(`${sites}/${id}/publish`)
  const read = async (id: string) => (await api.as('read').get(`/spaces/${id}`)).body

  async function changesOf(space: string): Promise<string[]> {
    const events = await eventsOf(api, `space:${space}`)
    return events
      .filter(({ type }) => type === 'space_visibility_updated')
      .map(({ payload }) => `${payload.previousVisibility} → ${payload.visibility}`)
  }

  it('is that of the most open published site that shows it', async () => {
    const space = await nodes.space()
    const closed = await newSite([space], 'share-link')
    const open = await newSite([space])
    assert.equal((await read(space)).visibility, 'private')
    await publish(closed)
    assert.equal((await read(space)).visibility, 'share-link')
    await publish(open)
    assert.equal((await read(space)).visibility, 'public')
    await api.as('admin').patch(`${sites}/${open}`, { visibility: 'unlisted' })
    assert.equal((await read(space)).visibility, 'unlisted')
    await api.as('admin').post(`${sites}/${open}/unpublish`)
    assert.equal((await read(space)).visibility, 'share-link')
    await api.as('admin').delete(`${sites}/${closed}`)
    assert.equal((await read(space)).visibility, 'private')
    assert.deepEqual(await changesOf(space), [
      'private → share-link',
      'share-link → public',
      'public → unlisted',
      'unlisted → share-link',
      'share-link → private',
    ])
  })

  it('does not follow its place while a site publishes it', async () => {
    const space = await nodes.space()
    const collection = await nodes.collection()
    const site = await newSite([space])
    await publish(site)
    await api.as('admin').post(`/spaces/${space}/move`, { parent: collection })
    assert.equal((await read(space)).visibility, 'public')
    await api.as('admin').post(`${sites}/${site}/unpublish`)
    assert.equal((await read(space)).visibility, 'in-collection')
    assert.deepEqual(await changesOf(space), [
      'private → public',
      'public → in-collection',
    ])
  })

  it('says how visitors are told apart, while it is for those who sign in', async () => {
    const space = await nodes.space()
    const site = await newSite([space], 'visitor-auth')
    assert.equal((await read(space)).visitorAuth, undefined)
    await publish(site)
    assert.deepEqual((await read(space)).visitorAuth, { backend: 'custom' })
    await api.as('admin').patch(`${sites}/${site}`, { visibility: 'unlisted' })
    assert.equal((await read(space)).visitorAuth, undefined)
  })

  it('comes with the addresses of the space', async () => {
    const first = await nodes.space({ title: 'First' })
    const second = await nodes.space({ title: 'Second space' })
    const site = await newSite([first, second])
    const { body } = await publish(site)
    const root = body.urls.published
    assert.deepEqual(
      [(await read(first)).urls.published, (await read(first)).urls.public],
      [root, root],
    )
    assert.equal((await read(second)).urls.published, `${root}second-space/`)
    const { headers } = await api.as('read').get(`/spaces/${second}`)
    const known = { 'if-none-match': headers.get('etag') ?? '' }
    await api.as('admin').patch(`${sites}/${site}`, { visibility: 'unlisted' })
    const again = await api.as('read').get(`/spaces/${second}`, known)
    assert.equal(again.status, 200)
    assert.equal('public' in again.body.urls, false)

    const list = await api.as('read').get(`/orgs/${api.organization}/spaces`)
    const listed = list.body.items.find((one: TestBody) => one.id === second)
    assert.deepEqual(listed.urls, again.body.urls)
    assert.equal(listed.visibility, 'unlisted')
  })

  it('names the section and the groups around it decide which comes first', async () => {
    const spaces = [await nodes.space(), await nodes.space(), await nodes.space()]
    const site = await newSite(spaces)
    const of = [api.organization, site]
    await api.rows(
      `insert into site_section_group (organization_id, site_id, id, title, position)
       values ($1, $2, 'late', 'Late', 'a5'), ($1, $2, 'early', 'Early', 'a1')`,
      of,
    )
    // By its own position alone, the section in the late group would be first.
    await api.rows(
      `insert into site_section (organization_id, site_id, id, group_id, title, path, position)
       values ($1, $2, 's0', 'late', 'In late', 'in-late', 'a0'),
         ($1, $2, 's1', 'early', 'In early', 'in-early', 'a1'),
         ($1, $2, 's2', null, 'Between', 'between', 'a3')`,
      of,
    )
    for (const [index, space] of spaces.entries()) {
      await api.rows(
        'update site_space set section_id = $3 where organization_id = $1 and space_id = $2',
        [api.organization, space, `s${index}`],
      )
    }
    const { body } = await publish(site)
    const root = body.urls.published
    const urls = async () =>
      Promise.all(spaces.map(async (space) => (await read(space)).urls.published))
    assert.deepEqual(await urls(), [`${root}in-late/`, root, `${root}between/`])
    const chosen = await api
      .as('create')
      .patch(`${sites}/${site}`, { defaultSiteSection: 's2' })
    assert.equal(chosen.status, 200)
    assert.deepEqual(await urls(), [`${root}in-late/`, `${root}in-early/`, root])
    const [first] = await api.rows(
      'select id from site_space where site_id = $1 and space_id = $2',
      [site, spaces[0]],
    )
    const wrong = await api
      .as('create')
      .patch(`${sites}/${site}`, { defaultSiteSpace: first.id })
    assert.equal(wrong.status, 400)
    const both = await api.as('create').patch(`${sites}/${site}`, {
      defaultSiteSection: 's0',
      defaultSiteSpace: first.id,
    })
    assert.equal(both.status, 200)
    assert.deepEqual(await urls(), [root, `${root}in-early/`, `${root}between/`])
  })

  it('has the key of a share link in its address for whoever brings it', async () => {
    const space = await nodes.space()
    const site = await newSite([space], 'share-link')
    const { body } = await publish(site)
    const links = `${sites}/${site}/share-links`
    const { body: link } = await api.as('admin').post(links, { name: 'One' })
    const [, key = ''] = /\/([^/]+)\/$/.exec(link.urls.published) ?? []
    const at = async (shareKey: string) => {
      const path = `/spaces/${space}?shareKey=${shareKey}`
      return (await api.as('read').get(path)).body.urls.published
    }
    assert.equal(await at(key), `${body.urls.published}${key}/`)
    assert.equal(await at('wrong'), body.urls.published)
    await api.as('admin').patch(`${links}/${link.id}`, { active: false })
    assert.equal(await at(key), body.urls.published)
  })

  it('ends with the trash and comes back from it, as does the place in the site', async () => {
    const first = await nodes.space({ title: 'First' })
    const second = await nodes.space({ title: 'Second' })
    const site = await newSite([first, second])
    const { body } = await publish(site)
    const root = body.urls.published
    const epoch = async () => {
      const [row] = await api.rows('select epoch from site where id = $1', [site])
      return row.epoch
    }
    const shown = await epoch()
    await api.as('admin').delete(`/spaces/${first}`)
    assert.ok((await epoch()) > shown)
    assert.equal((await api.as('read').get(`${sites}/${site}`)).body.siteSpaces, 1)
    // The remaining space is what readers now see first.
    assert.equal((await read(second)).urls.published, root)
    const trashed = await api.as('admin').get(`/spaces/${first}`)
    assert.equal(trashed.body.visibility, 'private')
    assert.equal('published' in trashed.body.urls, false)

    const restored = await api.as('admin').post(`/spaces/${first}/restore`)
    assert.deepEqual(
      [restored.body.visibility, restored.body.urls.published],
      ['public', root],
    )
    assert.equal((await read(second)).urls.published, `${root}second/`)
    assert.deepEqual(await changesOf(first), [
      'private → public',
      'public → private',
      'private → public',
    ])
  })

  it('ends for the spaces of a collection that is deleted', async () => {
    const collection = await nodes.collection()
    const space = await nodes.space({ parent: collection })
    const site = await newSite([space])
    await publish(site)
    await api.as('admin').delete(`/collections/${collection}`)
    assert.deepEqual(await changesOf(space), [
      'in-collection → public',
      'public → private',
    ])
    assert.equal((await api.as('read').get(`${sites}/${site}`)).body.siteSpaces, 0)
  })

  it('ends in the organization that a space leaves', async () => {
    const space = await nodes.space()
    const site = await newSite([space, await nodes.space()])
    await publish(site)
    await api.rows(
      `insert into member (organization_id, user_id, role, search_text) values ($1, $2, 'admin', '')`,
      [api.otherOrganization, api.users.admin],
    )
    const moved = await api.as('admin').post(`/spaces/${space}/transfer`, {
      organization: api.otherOrganization,
    })
    assert.deepEqual([moved.status, moved.body.visibility], [200, 'private'])
    assert.equal((await api.as('read').get(`${sites}/${site}`)).body.siteSpaces, 1)
    const left = await api.rows('select id from site_space where space_id = $1', [space])
    assert.deepEqual(left, [])
    const back = await api.as('admin').post(`/spaces/${space}/transfer`, {
      organization: api.organization,
    })
    assert.equal(back.status, 200)
    assert.equal((await api.as('read').get(`${sites}/${site}`)).body.siteSpaces, 1)
  })
})
