import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { eventsOf, nodesOf } from '#test/test-nodes.ts'
import { narrowed, newPerson, nowhere, refusal } from '#test/test-people.ts'

describe('collections', () => {
  let api: TestApi
  let base: string
  let nodes: ReturnType<typeof nodesOf>
  before(async () => {
    api = await startTestApi()
    base = `/orgs/${api.organization}/collections`
    nodes = nodesOf(api)
  })
  after(async () => api.stop())

  describe('creating', () => {
    it('makes the creator its admin and answers where it is', async () => {
      const reply = await api.as('create').post(base, { title: 'Guides' })

      assert.equal(reply.status, 201)
      const { id, organization, title, defaultLevel, permissions, urls } = reply.body
      assert.deepEqual([title, organization], ['Guides', api.organization])
      assert.equal(defaultLevel, 'read')
      assert.deepEqual(permissions, {
        view: true,
        admin: true,
        viewInviteLinks: true,
        create: true,
      })
      assert.equal(reply.headers.get('location'), urls.location)
      assert.deepEqual(
        (await api.as('create').get(`/collections/${id}`)).body,
        reply.body,
      )
      const [grant] = await api.rows('select * from user_grant where content_id = $1', [
        id,
      ])
      assert.deepEqual([grant.user_id, grant.role], [api.users.create, 'admin'])
      const events = await eventsOf(api, `collection:${id}`)
      assert.deepEqual(
        events.map(({ type }) => type),
        ['collection_created'],
      )
      const audits = await api.rows(
        `select action, actor_id, details from audit_event where target_id = $1`,
        [id],
      )
      assert.deepEqual(audits, [
        {
          action: 'collection_created',
          actor_id: api.users.create,
          details: { title: 'Guides', parent: null },
        },
      ])
    })

    it('needs no body', async () => {
      const reply = await api.as('admin').post(base)
      assert.deepEqual([reply.status, reply.body.title], [201, 'Untitled'])
    })

    it('needs the create role, in the organization or on the parent', async () => {
      for (const name of ['review', 'edit', 'comment', 'read', 'guest'] as const) {
        const reply = await api.as(name).post(base, {})
        assert.deepEqual(
          [reply.status, reply.body.error.reason],
          [403, 'forbidden'],
          name,
        )
      }
      const parent = await nodes.collection()
      assert.equal((await api.as('read').post(base, { parent })).status, 403)
      await nodes.give(parent, api.users.guest, 'create')
      const inside = await api.as('guest').post(base, { parent })
      assert.deepEqual([inside.status, inside.body.parent], [201, parent])
      assert.equal(inside.body.permissions.admin, true)
    })

    it('misses a parent that is unknown, foreign or hidden', async () => {
      const foreign = await api
        .as('outsider')
        .post(`/orgs/${api.otherOrganization}/collections`, {})
      const hidden = await nodes.collection({ defaultLevel: null })
      const refusals = []
      for (const parent of [nowhere, foreign.body.id, hidden]) {
        const reply = await api.as('create').post(base, { parent })
        refusals.push(refusal(reply, parent))
      }
      assert.equal(refusals[0]?.status, 404)
      assert.deepEqual(refusals[1], refusals[0])
      assert.deepEqual(refusals[2], refusals[0])
    })

    it('answers an outsider exactly as if the organization did not exist', async () => {
      const parent = await nodes.collection()
      for (const body of [{}, { parent }]) {
        const foreign = await api.as('outsider').post(base, body)
        const missing = await api
          .as('outsider')
          .post(`/orgs/${nowhere}/collections`, body)
        assert.equal(foreign.status, 404)
        assert.deepEqual(refusal(foreign, api.organization), refusal(missing, nowhere))
      }
    })
  })

  describe('reading', () => {
    it('shows each member what their role allows', async () => {
      const id = await nodes.collection()
      const seen = []
      for (const name of ['admin', 'create', 'review', 'read'] as const) {
        const { body } = await api.as(name).get(`/collections/${id}`)
        const { admin, create, view, viewInviteLinks } = body.permissions
        seen.push([name, admin, create, view, viewInviteLinks])
      }
      assert.deepEqual(seen, [
        ['admin', true, true, true, true],
        ['create', false, true, true, false],
        ['review', false, false, true, false],
        ['read', false, false, true, false],
      ])
    })

    it('hides from outsiders, guests and tokens for another organization', async () => {
      const id = await nodes.collection()
      for (const name of ['outsider', 'guest'] as const) {
        const hidden = await api.as(name).get(`/collections/${id}`)
        const missing = await api.as(name).get(`/collections/${nowhere}`)
        assert.equal(hidden.status, 404, name)
        assert.deepEqual(refusal(hidden, id), refusal(missing, nowhere))
      }
      assert.equal((await api.anonymous().get(`/collections/${id}`)).status, 401)
      const limits = { organizationId: api.otherOrganization }
      const elsewhere = await narrowed(api, api.users.admin, limits)
      const foreign = await elsewhere.get(`/collections/${id}`)
      const missing = await elsewhere.get(`/collections/${nowhere}`)
      assert.deepEqual(refusal(foreign, id), refusal(missing, nowhere))
      const here = await narrowed(api, api.users.admin, {
        organizationId: api.organization,
      })
      assert.equal((await here.get(`/collections/${id}`)).status, 200)
      const space = await nodes.space()
      assert.equal((await api.as('admin').get(`/collections/${space}`)).status, 404)
    })

    it('has an ETag that changes with the collection, the role and the level, and no sooner', async () => {
      const id = await nodes.collection()
      const target = `/collections/${id}`
      const tag = async (name: 'admin' | 'read') =>
        (await api.as(name).get(target)).headers.get('etag') ?? ''
      const first = await tag('read')
      assert.equal(await tag('read'), first)
      const unchanged = await api.as('read').get(target, { 'if-none-match': first })
      assert.equal(unchanged.status, 304)
      assert.notEqual(await tag('admin'), first)
      await api.as('admin').patch(`/orgs/${api.organization}`, { defaultRole: 'edit' })
      const relevelled = await tag('read')
      assert.notEqual(relevelled, first)
      await api.as('admin').patch(`/orgs/${api.organization}`, { defaultRole: 'read' })
      assert.equal(await tag('read'), first)
      await api.as('admin').patch(target, { title: 'Changed' })
      assert.notEqual(await tag('read'), first)
    })
  })

  describe('updating', () => {
    it('changes what is given and drops an empty description', async () => {
      const id = await nodes.collection({ title: 'Before' })
      const target = `/collections/${id}`
      const described = await api.as('admin').patch(target, { description: 'All of it' })
      assert.deepEqual(
        [described.body.title, described.body.description],
        ['Before', 'All of it'],
      )
      const both = await api.as('admin').patch(target, { title: '', description: '' })
      assert.equal(both.status, 200)
      assert.equal(both.body.title, '')
      assert.ok(!('description' in both.body))
      const events = await eventsOf(api, `collection:${id}`)
      assert.deepEqual(
        events.map(({ payload }) => payload.changed),
        [undefined, ['description'], ['title', 'description']],
      )
    })

    it('leaves no trace when nothing changes', async () => {
      const id = await nodes.collection({ title: 'Same' })
      const target = `/collections/${id}`
      const tag = (await api.as('admin').get(target)).headers.get('etag')
      await api.as('admin').patch(target, { title: 'Same', defaultLevel: 'inherit' })
      assert.equal((await api.as('admin').get(target)).headers.get('etag'), tag)
      assert.equal((await eventsOf(api, `collection:${id}`)).length, 1)
    })

    it('takes a role, null or inherit as default level, and answers what it comes to', async () => {
      const parent = await nodes.collection({ defaultLevel: 'comment' })
      const id = await nodes.collection({ parent })
      const target = `/collections/${id}`
      const levels = []
      for (const defaultLevel of ['edit', null, 'inherit']) {
        const reply = await api.as('admin').patch(target, { defaultLevel })
        levels.push([reply.status, reply.body.defaultLevel])
      }
      assert.deepEqual(levels, [
        [200, 'edit'],
        [200, null],
        [200, 'comment'],
      ])
      const refused = await api.as('admin').patch(target, { defaultLevel: 'guest' })
      assert.equal(refused.status, 400)
    })

    it('reaches everything below that says nothing else', async () => {
      const top = await nodes.collection()
      const inherits = await nodes.collection({ parent: top })
      const deep = await nodes.space({ parent: inherits })
      const own = await nodes.space({ parent: top, defaultLevel: 'read' })
      await api.as('admin').patch(`/collections/${top}`, { defaultLevel: null })

      assert.equal((await api.as('edit').get(`/collections/${inherits}`)).status, 404)
      assert.equal((await api.as('edit').get(`/spaces/${deep}`)).status, 404)
      const seen = await api.as('edit').get(`/spaces/${own}`)
      assert.deepEqual([seen.status, seen.body.permissions.edit], [200, false])
      const open = await api.as('admin').get(`/spaces/${deep}`)
      assert.equal(open.body.defaultLevel, null)
    })

    it('needs the admin role on it, and the version that was seen', async () => {
      const id = await nodes.collection()
      const target = `/collections/${id}`
      const refused = await api.as('create').patch(target, { title: 'Mine' })
      assert.deepEqual([refused.status, refused.body.error.reason], [403, 'forbidden'])
      const tag = (await api.as('admin').get(target)).headers.get('etag') ?? ''
      const send = async (title: string) =>
        api.as('admin').send('PATCH', target, { title }, { 'if-match': tag })
      assert.equal((await send('First')).status, 200)
      assert.equal((await send('Second')).status, 412)
      assert.equal((await api.as('outsider').patch(target, { title: 'x' })).status, 404)
    })
  })

  describe('the list', () => {
    it('has what the caller may see in order, page by page, counted', async () => {
      const own = await startTestApi()
      try {
        const of = nodesOf(own)
        const target = `/orgs/${own.organization}/collections`
        const open = await of.collection({ title: 'Open' })
        const hidden = await of.collection({ title: 'Hidden', defaultLevel: null })
        await of.collection({ title: 'Inside', parent: open })
        await of.collection({ title: 'Deep', parent: hidden })
        const titles = async (caller: 'admin' | 'read' | 'guest', query = '') => {
          const { body } = await own.as(caller).get(`${target}${query}`)
          return [body.count, body.items.map(({ title }: TestBody) => title).toSorted()]
        }
        assert.deepEqual(await titles('admin'), [4, ['Deep', 'Hidden', 'Inside', 'Open']])
        assert.deepEqual(await titles('read'), [2, ['Inside', 'Open']])
        assert.deepEqual(await titles('guest'), [0, []])
        assert.deepEqual(await titles('admin', '?nested=false'), [2, ['Hidden', 'Open']])
        await of.give(hidden, own.users.guest, 'read')
        assert.deepEqual(await titles('guest'), [2, ['Deep', 'Hidden']])

        const seen: string[] = []
        for (let page = ''; ;) {
          const { body } = await own.as('admin').get(`${target}?limit=1${page}`)
          assert.equal(body.count, 4)
          seen.push(...body.items.map(({ id }: TestBody) => id))
          if (body.next === undefined) break
          page = `&page=${body.next.page}`
        }
        const whole = await own.as('admin').get(target)
        assert.deepEqual(
          seen,
          whole.body.items.map(({ id }: TestBody) => id),
        )
        const counted = await own.as('admin').get(`${target}?limit=0`)
        assert.deepEqual([counted.body.items, counted.body.count], [[], 4])
      } finally {
        await own.stop()
      }
    })

    it('answers an outsider exactly as if the organization did not exist', async () => {
      const foreign = await api.as('outsider').get(base)
      const missing = await api.as('outsider').get(`/orgs/${nowhere}/collections`)
      assert.equal(foreign.status, 404)
      assert.deepEqual(refusal(foreign, api.organization), refusal(missing, nowhere))
    })
  })

  describe('the spaces of a collection', () => {
    it('are those directly in it that the caller may see', async () => {
      const id = await nodes.collection()
      const below = await nodes.collection({ parent: id })
      await nodes.space({ title: 'Second', parent: below })
      await nodes.space({ title: 'First', parent: id })
      await nodes.space({ title: 'Private', parent: id, defaultLevel: null })
      await nodes.space({ title: 'Third', parent: id })
      const trashed = await nodes.space({ title: 'Gone', parent: id })
      await api.as('admin').delete(`/spaces/${trashed}`)
      const titles = async (name: 'admin' | 'read') => {
        const { body } = await api.as(name).get(`/collections/${id}/spaces`)
        return [body.count, body.items.map(({ title }: TestBody) => title)]
      }
      assert.deepEqual(await titles('admin'), [3, ['First', 'Private', 'Third']])
      assert.deepEqual(await titles('read'), [2, ['First', 'Third']])

      const one = await api.as('read').get(`/collections/${id}/spaces?limit=1`)
      const two = await api
        .as('read')
        .get(`/collections/${id}/spaces?limit=1&page=${one.body.next.page}`)
      assert.deepEqual(
        [one, two].map(({ body }) => body.items[0].title),
        ['First', 'Third'],
      )
      assert.ok(!('next' in two.body))
      const empty = await nodes.collection()
      const { body } = await api.as('read').get(`/collections/${empty}/spaces`)
      assert.deepEqual(body, { items: [], count: 0 })
    })

    it('are missing with the collection for whoever may not see it', async () => {
      const id = await nodes.collection({ defaultLevel: null })
      const space = await nodes.space({ parent: id })
      await nodes.give(space, api.users.read, 'edit')
      for (const name of ['outsider', 'read', 'guest'] as const) {
        const hidden = await api.as(name).get(`/collections/${id}/spaces`)
        const missing = await api.as(name).get(`/collections/${nowhere}/spaces`)
        assert.equal(hidden.status, 404, name)
        assert.deepEqual(refusal(hidden, id), refusal(missing, nowhere))
      }
      assert.equal((await api.as('read').get(`/spaces/${space}`)).status, 200)
    })
  })

  describe('deleting', () => {
    it('removes the collections inside and puts all their spaces in the trash', async () => {
      const top = await nodes.collection()
      const below = await nodes.collection({ parent: top })
      const near = await nodes.space({ parent: top })
      const far = await nodes.space({ parent: below })
      const gone = await nodes.space({ parent: below })
      await api.as('admin').delete(`/spaces/${gone}`)

      assert.equal((await api.as('admin').delete(`/collections/${top}`)).status, 204)
      for (const id of [top, below]) {
        assert.equal((await api.as('admin').get(`/collections/${id}`)).status, 404)
      }
      for (const id of [near, far, gone]) {
        const { status, body } = await api.as('admin').get(`/spaces/${id}`)
        assert.equal(status, 200)
        assert.ok(body.deletedAt)
        assert.ok(!('parent' in body))
      }
      const homes = await api.rows('select id from directory where id = any($1)', [
        [top, below],
      ])
      assert.deepEqual(homes, [])
      const types = (await eventsOf(api, `space:${far}`)).map(({ type }) => type)
      assert.deepEqual(types.slice(-2), ['space_deleted', 'space_visibility_updated'])
      const earlier = (await eventsOf(api, `space:${gone}`)).map(({ type }) => type)
      assert.equal(earlier.filter((type) => type === 'space_deleted').length, 1)

      await nodes.space({ title: 'Last' })
      const restored = await api.as('admin').post(`/spaces/${far}/restore`)
      assert.deepEqual([restored.status, restored.body.visibility], [200, 'private'])
      assert.equal((await nodes.titlesIn(null)).at(-1), restored.body.title)
    })

    it('leaves no space more open than it was, also once it is restored', async () => {
      const top = await nodes.collection({ defaultLevel: null })
      const id = await nodes.space({ parent: top })
      await api.as('admin').delete(`/collections/${top}`)
      const restored = await api.as('admin').post(`/spaces/${id}/restore`)
      assert.equal(restored.body.defaultLevel, null)
      assert.equal((await api.as('edit').get(`/spaces/${id}`)).status, 404)
    })

    it('needs the admin role on it; what is gone or hidden is gone already', async () => {
      const id = await nodes.collection()
      const target = `/collections/${id}`
      assert.equal((await api.as('create').delete(target)).status, 403)
      for (const name of ['outsider', 'guest'] as const) {
        assert.equal((await api.as(name).delete(target)).status, 204)
      }
      assert.equal((await api.as('admin').get(target)).status, 200)
      const stale = await api
        .as('admin')
        .send('DELETE', target, undefined, { 'if-match': '"7-x"' })
      assert.equal(stale.status, 412)
      const someone = await newPerson(api, { name: 'Owner', role: 'read' })
      await nodes.give(id, someone.userId, 'admin')
      assert.equal((await someone.caller.delete(target)).status, 204)
      assert.equal((await someone.caller.delete(target)).status, 204)
    })
  })
})
