import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { eventsOf, nodesOf } from '#test/test-nodes.ts'

const nowhere = 'no-such-site'

describe('publishing and removing a site', () => {
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

  describe('publishing', () => {
    it('opens a site that shows something, and closes it again', async () => {
      const space = await nodes.space()
      const { id, basename } = await create({ spaces: [space] })
      const published = await api.as('admin').post(`${sites}/${id}/publish`)
      assert.deepEqual(
        [published.status, published.body.published, published.body.urls.published],
        [200, true, `http://acme.localhost:3001/${basename}/`],
      )
      assert.equal(published.body.urls.preview, published.body.urls.published)
      const again = await api.as('admin').post(`${sites}/${id}/publish`)
      assert.equal(again.status, 200)
      const closed = await api.as('admin').post(`${sites}/${id}/unpublish`)
      assert.equal(closed.body.published, false)
      assert.equal('published' in closed.body.urls, false)
      assert.equal(closed.body.urls.preview, published.body.urls.preview)
      const types = (await eventsOf(api, `site:${id}`)).map(({ type }) => type)
      assert.deepEqual(types, ['site_created', 'site_published', 'site_unpublished'])
      const [{ epoch }] = await api.rows('select epoch from site where id = $1', [id])
      assert.equal(epoch, 3)
    })

    it('refuses an empty site', async () => {
      const { id } = await create()
      const reply = await api.as('admin').post(`${sites}/${id}/publish`)
      assert.deepEqual([reply.status, reply.body.error.reason], [400, 'site_is_empty'])
    })

    it('needs the admin role', async () => {
      const { id } = await create({ spaces: [await nodes.space()] })
      for (const action of ['publish', 'unpublish']) {
        const path = `${sites}/${id}/${action}`
        assert.equal((await api.as('create').post(path)).status, 403)
        assert.equal((await api.as('outsider').post(path)).status, 404)
        assert.equal((await api.anonymous().post(path)).status, 401)
      }
    })
  })

  describe('deleting', () => {
    it('removes the site with its structure and keeps its spaces', async () => {
      const space = await nodes.space()
      const { id } = await create({ spaces: [space] })
      const organization = `/orgs/${api.organization}`
      const defaultContent = { type: 'site', site: id }
      const chosen = await api.as('admin').patch(organization, { defaultContent })
      assert.deepEqual(chosen.body.defaultContent, defaultContent)
      const counted = await countSites()

      assert.equal((await api.as('create').delete(`${sites}/${id}`)).status, 403)
      assert.equal((await api.as('admin').delete(`${sites}/${id}`)).status, 204)
      assert.equal((await api.as('admin').get(`${sites}/${id}`)).status, 404)
      assert.equal((await api.as('admin').get(`/spaces/${space}`)).status, 200)
      const rows = await api.rows(
        `select id from site_space where site_id = $1
         union all select id from directory where id = $1`,
        [id],
      )
      assert.deepEqual(rows, [])
      const { body: left } = await api.as('admin').get(organization)
      assert.equal('defaultContent' in left, false)
      assert.equal((await api.as('read').get(`${sites}?limit=1`)).body.count, counted - 1)
      assert.equal((await api.as('admin').delete(`${sites}/${id}`)).status, 204)
    })
  })

  describe('the default content of an organization', () => {
    it('is one of its own sites', async () => {
      const organization = `/orgs/${api.organization}`
      const foreign = await api
        .as('outsider')
        .post(`/orgs/${api.otherOrganization}/sites`, {})
      for (const site of [nowhere, foreign.body.id]) {
        const defaultContent = { type: 'site', site }
        const reply = await api.as('admin').patch(organization, { defaultContent })
        assert.deepEqual(
          [reply.status, reply.body.error.reason],
          [400, 'invalid_default_content'],
        )
      }
    })
  })

  async function countSites(): Promise<number> {
    const rows = await api.rows(
      'select count(*)::integer from site where organization_id = $1',
      [api.organization],
    )
    return rows[0].count
  }
})

describe('sites of an installation with one host name', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi({ PUBLISH_URL: 'https://docs.example' })
  })
  after(async () => api.stop())

  it('are told apart by their paths, and cannot ask visitors to sign in', async () => {
    const sites = `/orgs/${api.organization}/sites`
    const spaces = [await nodesOf(api).space()]
    const { body } = await api.as('admin').post(sites, { title: 'Docs', spaces })
    const path = `${sites}/${body.id}`
    const { body: published } = await api.as('admin').post(`${path}/publish`)
    assert.equal(published.urls.published, 'https://docs.example/acme/docs/')
    const visibility = 'visitor-auth'
    for (const reply of [
      await api.as('admin').patch(path, { visibility }),
      await api.as('admin').post(sites, { visibility }),
    ]) {
      assert.deepEqual(
        [reply.status, reply.body.error.reason],
        [400, 'visitors_need_a_host'],
      )
    }
  })
})
