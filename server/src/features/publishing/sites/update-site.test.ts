import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { eventsOf, nodesOf } from '#test/test-nodes.ts'

describe('updating a site', () => {
  let api: TestApi
  let nodes: ReturnType<typeof nodesOf>
  let sites: string
  before(async () => {
    api = await startTestApi()
    nodes = nodesOf(api)
    sites = `/orgs/${api.organization}/sites`
  })
  after(async () => api.stop())

  async function create(body?: object): Promise<TestBody> {
    const created = await api.as('admin').post(sites, body)
    assert.equal(created.status, 201, JSON.stringify(created.body))
    return created.body
  }

  it('changes what is given and keeps the rest', async () => {
    const { id } = await create({ title: 'Before' })
    const changed = await api.as('admin').patch(`${sites}/${id}`, {
      title: 'After',
      visibility: 'unlisted',
      basename: 'After_1',
      adaptiveContent: { enabled: true },
      agentsContext: 'excluded',
      proxy: 'example.com/docs',
    })
    assert.equal(changed.status, 200)
    const { title, visibility, basename, adaptiveContent, agentsContext, proxy } =
      changed.body
    assert.deepEqual(
      { title, visibility, basename, adaptiveContent, agentsContext, proxy },
      {
        title: 'After',
        visibility: 'unlisted',
        basename: 'After_1',
        adaptiveContent: { enabled: true },
        agentsContext: 'excluded',
        proxy: {
          origin: 'example.com/docs',
          target: 'http://acme.localhost:3001/After_1/',
        },
      },
    )
    const cleared = await api.as('admin').patch(`${sites}/${id}`, { proxy: null })
    assert.equal('proxy' in cleared.body, false)
    assert.equal(cleared.body.title, 'After')
    const same = await api.as('admin').patch(`${sites}/${id}`, { title: 'After' })
    assert.equal(same.headers.get('etag'), cleared.headers.get('etag'))
    const types = (await eventsOf(api, `site:${id}`)).map(({ type }) => type)
    assert.deepEqual(types, ['site_created', 'site_updated', 'site_updated'])
  })

  it('refuses values that cannot be', async () => {
    const { id } = await create()
    for (const body of [
      { basename: '' },
      { basename: 'a/b' },
      { basename: '.' },
      { basename: '..' },
      { basename: String.raw`a\b` },
      { basename: 'a\nb' },
      { basename: 'x'.repeat(101) },
      { basename: '\u0958'.repeat(100) },
      { basename: '~' },
      { basename: 'robots.txt' },
      { basename: '~assets' },
      { proxy: 'https://example.com/docs' },
      { proxy: 'example.com' },
      { title: 'x' },
      { agentsContext: 'maybe' },
      { defaultSiteSpace: 'nowhere' },
      { defaultSiteSection: 'nowhere' },
    ]) {
      const reply = await api.as('admin').patch(`${sites}/${id}`, body)
      assert.equal(reply.status, 400, JSON.stringify(body))
    }
  })

  it('refuses a basename that another site has', async () => {
    const { basename } = await create({ title: 'Taken name' })
    const { id } = await create()
    const reply = await api.as('admin').patch(`${sites}/${id}`, { basename })
    assert.deepEqual([reply.status, reply.body.error.reason], [409, 'basename_taken'])
    const own = await api.as('outsider').post(`/orgs/${api.otherOrganization}/sites`, {
      title: 'Taken name',
    })
    assert.equal(own.body.basename, basename)
  })

  it('gives a basename to one of many sites that want it at once', async () => {
    const rivals = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => create({ title: `Rival ${at}` })),
    )
    const replies = await Promise.all(
      rivals.map(async ({ id }) =>
        api.as('admin').patch(`${sites}/${id}`, { basename: 'prize' }),
      ),
    )
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [200, ...Array.from({ length: 7 }, () => 409)])
  })

  it('chooses what is shown first of what the site has', async () => {
    const one = await nodes.space()
    const two = await nodes.space()
    const site = await create({ spaces: [one, two] })
    const other = await create({ spaces: [one] })
    const idOf = async (siteId: string, space: string): Promise<string> => {
      const rows = await api.rows(
        'select id from site_space where site_id = $1 and space_id = $2',
        [siteId, space],
      )
      return rows[0].id
    }
    const path = `${sites}/${site.id}`
    const second = await idOf(site.id, two)
    const chosen = await api.as('create').patch(path, { defaultSiteSpace: second })
    assert.equal(chosen.status, 200)
    const [stored] = await api.rows(
      'select default_site_space_id from site where id = $1',
      [site.id],
    )
    assert.equal(stored.default_site_space_id, second)
    const foreign = await idOf(other.id, one)
    const refused = await api.as('create').patch(path, { defaultSiteSpace: foreign })
    assert.deepEqual(
      [refused.status, refused.body.error.details[0].path],
      [400, 'body.defaultSiteSpace'],
    )
  })

  it('needs the admin role, and the create role for what is shown first', async () => {
    const space = await nodes.space()
    const { id } = await create({ spaces: [space] })
    const path = `${sites}/${id}`
    for (const name of ['create', 'edit', 'read', 'guest'] as const) {
      const reply = await api.as(name).patch(path, { title: 'Mine' })
      assert.equal(reply.status, 403, name)
    }
    const first = { defaultSiteSpace: 'nowhere' }
    assert.equal((await api.as('edit').patch(path, first)).status, 403)
    assert.equal((await api.as('outsider').patch(path, {})).status, 404)
  })

  it('gives a site that asks who its visitors are a key to know them by', async () => {
    const keysOf = async (id: string) => {
      const rows = await api.rows(
        'select private_key_sealed from site_publishing_auth where site_id = $1',
        [id],
      )
      return rows.map(({ private_key_sealed: key }) => key)
    }
    const created = await create({ visibility: 'visitor-auth' })
    assert.equal((await keysOf(created.id)).length, 1)
    const { id } = await create()
    assert.deepEqual(await keysOf(id), [])
    const adaptiveContent = { enabled: true }
    await api.as('admin').patch(`${sites}/${id}`, { adaptiveContent })
    const [key] = await keysOf(id)
    assert.ok(key)
    await api.as('admin').patch(`${sites}/${id}`, { visibility: 'visitor-auth' })
    assert.deepEqual(await keysOf(id), [key])
  })

  it('shows the favicon of its customization as its icon, once there is one', async () => {
    const { id, icon } = await create()
    assert.equal(icon, undefined)
    const path = `${sites}/${id}/customization`
    const { body } = await api.as('admin').get(path)
    for (const favicon of [{ emoji: '1f680' }, {}]) {
      const put = await api.as('admin').put(path, { ...body, favicon })
      assert.equal(put.status, 200, JSON.stringify(put.body))
      assert.deepEqual((await api.as('read').get(`${sites}/${id}`)).body.icon, favicon)
    }
  })

  it('insists on the version that If-Match names', async () => {
    const { id } = await create()
    const path = `${sites}/${id}`
    const { headers } = await api.as('admin').get(path)
    const match = { 'if-match': headers.get('etag') ?? '' }
    const body = { title: 'First' }
    const first = await api.as('admin').send('PATCH', path, body, match)
    assert.equal(first.status, 200)
    const late = { title: 'Late' }
    const second = await api.as('admin').send('PATCH', path, late, match)
    assert.equal(second.status, 412)
  })
})
