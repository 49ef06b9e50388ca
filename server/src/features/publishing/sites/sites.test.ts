import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { siteStructureLimits } from '@lectern/contract/site-structure.ts'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { eventsOf, nodesOf } from '#test/test-nodes.ts'

const nowhere = 'no-such-site'

describe('sites', () => {
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

  describe('creating', () => {
    it('needs no body, and makes a public site that is not published', async () => {
      const created = await api.as('create').post(sites)
      assert.equal(created.status, 201)
      const { id, features, ...rest } = created.body
      assert.equal(
        created.headers.get('location'),
        `http://lectern.test/v1${sites}/${id}`,
      )
      assert.deepEqual(rest, {
        object: 'site',
        type: 'basic',
        appliedType: 'basic',
        title: 'Untitled site',
        basename: 'untitled-site',
        visibility: 'public',
        defaultLevel: 'inherit',
        permissions: {
          view: true,
          access: true,
          edit: true,
          create: true,
          admin: false,
          installIntegration: false,
          viewAdaptiveSchema: true,
          editAdaptiveSchema: false,
        },
        published: false,
        siteSpaces: 0,
        createdAt: rest.createdAt,
        agentsContext: 'included',
        urls: {
          location: `http://lectern.test/v1${sites}/${id}`,
          app: `http://lectern.test/o/${api.organization}/sites/${id}`,
          preview: 'http://acme.localhost:3001/untitled-site/',
        },
      })
      assert.ok(features.every((feature: TestBody) => !feature.frozen))
    })

    it('says what the caller may do, and changes its ETag with that', async () => {
      const { id } = await create({})
      const seen = await Promise.all(
        (['admin', 'edit', 'read'] as const).map(async (role) =>
          api.as(role).get(`${sites}/${id}`),
        ),
      )
      const rights = seen.map(({ body: { permissions } }) =>
        Object.keys(permissions).filter((action) => permissions[action]),
      )
      const all = Object.keys(seen[0]?.body.permissions)
      const reading = ['view', 'access', 'viewAdaptiveSchema']
      assert.deepEqual(rights, [
        all,
        ['view', 'access', 'edit', 'viewAdaptiveSchema'],
        reading,
      ])
      const etags = seen.map(({ headers }) => headers.get('etag'))
      assert.equal(new Set(etags).size, 3)
    })

    it('takes at most a hundred spaces at once, fewer than a site can have', async () => {
      const space = await nodes.space()
      const made = await countSites()
      const spaces = Array.from({ length: 101 }, () => space)
      const over = await api.as('create').post(sites, { spaces })
      assert.deepEqual([over.status, over.body.error.reason], [400, 'invalid_request'])
      assert.equal(await countSites(), made)
      assert.equal((await create({ spaces: spaces.slice(1) })).siteSpaces, 1)
      assert.ok(spaces.length <= siteStructureLimits.siteSpacesMax)
    })

    it('makes basenames of titles, each with the next free number', async () => {
      const titles = [
        'Grüße, Welt!',
        'Grüsse  Welt',
        'grusse welt',
        '文档',
        'x'.repeat(128),
      ]
      const names = []
      for (const title of titles) names.push((await create({ title })).basename)
      assert.deepEqual(names, [
        'gru-e-welt',
        'grusse-welt',
        'grusse-welt-2',
        'site',
        'x'.repeat(100),
      ])
      const again = await create({ title: 'x'.repeat(128) })
      assert.equal(again.basename, `${'x'.repeat(98)}-2`)
      const together = await Promise.all(
        [1, 2, 3, 4].map(async () => create({ title: 'At once' })),
      )
      assert.deepEqual(together.map(({ basename }) => String(basename)).toSorted(), [
        'at-once',
        'at-once-2',
        'at-once-3',
        'at-once-4',
      ])
    })

    it('finds a basename for each of many sites that are made at once', async () => {
      const made = await Promise.all(
        Array.from({ length: 20 }, async () => create({ title: 'A crowd' })),
      )
      const names = made.map(({ basename }) => String(basename))
      assert.equal(new Set(names).size, names.length)
      assert.ok(names.every((name) => /^a-crowd(?:-\d+)?$/.test(name)))
    })

    it('shows the given spaces in their order, the first one by default', async () => {
      const one = await nodes.space({ title: 'Guides' })
      const two = await nodes.space({ title: 'Reference' })
      const three = await nodes.space({ title: 'Guides' })
      const site = await create({ title: 'Ordered', spaces: [two, one, two, three] })
      assert.equal(site.siteSpaces, 3)
      const rows = await api.rows(
        `select ss.space_id, ss.path, ss.id = s.default_site_space_id as is_default
         from site_space ss
         join site s on s.organization_id = ss.organization_id and s.id = ss.site_id
         where ss.site_id = $1
         order by ss.position`,
        [site.id],
      )
      assert.deepEqual(rows, [
        { space_id: two, path: 'reference', is_default: true },
        { space_id: one, path: 'guides', is_default: false },
        { space_id: three, path: 'guides-2', is_default: false },
      ])
    })

    it('misses spaces that are unknown, foreign, hidden or in the trash', async () => {
      const seen = await nodes.space()
      const hidden = await nodes.space({ defaultLevel: null })
      const gone = await nodes.space()
      await api.as('admin').delete(`/spaces/${gone}`)
      const foreign = await api
        .as('outsider')
        .post(`/orgs/${api.otherOrganization}/spaces`, {})
      const counted = await countSites()
      for (const space of ['nowhere', hidden, gone, foreign.body.id]) {
        const reply = await api.as('create').post(sites, { spaces: [seen, space] })
        assert.equal(reply.status, 404, space)
        assert.match(reply.body.error.message, new RegExp(`No space "${space}" exists`))
      }
      assert.equal(await countSites(), counted)
    })

    it('needs the create role', async () => {
      for (const name of ['review', 'edit', 'comment', 'read', 'guest'] as const) {
        const reply = await api.as(name).post(sites, {})
        assert.equal(reply.status, 403, name)
      }
      assert.equal((await api.as('outsider').post(sites, {})).status, 404)
      assert.equal((await api.anonymous().post(sites, {})).status, 401)
    })

    it('refuses titles and types that cannot be', async () => {
      for (const body of [
        { title: 'x' },
        { title: 'x'.repeat(129) },
        { type: 'huge' },
        { visibility: 'private' },
        { spaces: 'all' },
      ]) {
        assert.equal((await api.as('admin').post(sites, body)).status, 400)
      }
    })

    it('tells of it', async () => {
      const { id, title } = await create({ title: 'Told' })
      const events = await eventsOf(api, `site:${id}`)
      assert.deepEqual(events, [
        { type: 'site_created', payload: { siteId: id, title, spaces: [] } },
      ])
      const audited = await api.rows(
        `select action, actor_id from audit_event where target_kind = 'site' and target_id = $1`,
        [id],
      )
      assert.deepEqual(audited, [{ action: 'site_created', actor_id: api.users.admin }])
    })
  })

  describe('reading', () => {
    it('answers members with a role, and 304 until something changes', async () => {
      const space = await nodes.space()
      const { id } = await create({ spaces: [space] })
      const first = await api.as('read').get(`${sites}/${id}`)
      assert.equal(first.status, 200)
      const known = { 'if-none-match': first.headers.get('etag') ?? '' }
      assert.equal((await api.as('read').get(`${sites}/${id}`, known)).status, 304)
      await api.as('admin').delete(`/spaces/${space}`)
      const fewer = await api.as('read').get(`${sites}/${id}`, known)
      assert.deepEqual([fewer.status, fewer.body.siteSpaces], [200, 0])
    })

    it('tells guests nothing of which sites there are, and outsiders nothing at all', async () => {
      const { id } = await create()
      for (const name of ['guest', 'outsider'] as const) {
        const real = await api.as(name).get(`${sites}/${id}`)
        const missing = await api.as(name).get(`${sites}/${nowhere}`)
        assert.equal(real.status, name === 'guest' ? 403 : 404)
        assert.deepEqual(withoutIds(real, id), withoutIds(missing, nowhere))
      }
      assert.equal((await api.as('read').get(`${sites}/${nowhere}`)).status, 404)
      const elsewhere = `/orgs/${api.otherOrganization}/sites/${id}`
      assert.equal((await api.as('outsider').get(elsewhere)).status, 404)
    })

    it('lists by space, title, type and state, in order of creation', async () => {
      const space = await nodes.space()
      const one = await create({ title: 'Filtered 50% one', spaces: [space] })
      const two = await create({ title: 'FILTERED 50% two', type: 'ultimate' })
      await api.as('admin').post(`${sites}/${one.id}/publish`)
      const ids = async (query: string) => {
        const reply = await api.as('read').get(`${sites}?${query}`)
        assert.equal(reply.body.count, reply.body.items.length)
        return reply.body.items.map((site: TestBody) => site.id)
      }
      assert.deepEqual(await ids(`title=${encodeURIComponent('filtered 50%')}`), [
        one.id,
        two.id,
      ])
      assert.deepEqual(await ids('title=filtered_50'), [])
      assert.deepEqual(await ids('title=filtered&published=true'), [one.id])
      assert.deepEqual(await ids('title=filtered&published=false'), [two.id])
      assert.deepEqual(await ids(`space=${space}`), [one.id])
      assert.deepEqual(await ids('title=filtered&type=ultimate&type=premium'), [two.id])
      await api.as('admin').delete(`/spaces/${space}`)
      assert.deepEqual(await ids(`space=${space}`), [])
      assert.equal((await api.as('read').get(`${sites}?type=huge`)).status, 400)
    })

    it('pages through the list and counts it', async () => {
      const first = await api.as('read').get(`${sites}?limit=2`)
      assert.equal(first.body.count, await countSites())
      const seen = [...first.body.items]
      for (let page = first.body.next?.page; page !== undefined;) {
        const reply = await api.as('read').get(`${sites}?limit=2&page=${page}`)
        seen.push(...reply.body.items)
        page = reply.body.next?.page
      }
      const ids = seen.map(({ id }) => String(id))
      assert.deepEqual(ids, ids.toSorted())
      assert.equal(new Set(ids).size, first.body.count)
      assert.deepEqual((await api.as('guest').get(sites)).body.items, [])
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

function withoutIds({ status, body }: TestBody, id: string): TestBody {
  const { requestId: _id, message, ...error } = body.error
  return { status, ...error, message: message.replaceAll(id, '') }
}
