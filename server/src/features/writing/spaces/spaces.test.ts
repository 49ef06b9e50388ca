import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { eventsOf, nodesOf } from '#test/test-nodes.ts'
import { narrowed, nowhere, refusal } from '#test/test-people.ts'

describe('spaces', () => {
  let api: TestApi
  let base: string
  let nodes: ReturnType<typeof nodesOf>
  before(async () => {
    api = await startTestApi()
    base = `/orgs/${api.organization}/spaces`
    nodes = nodesOf(api)
  })
  after(async () => api.stop())

  const spacesOf = async (userId: string) => {
    const target = `/orgs/${api.organization}/members/${userId}`
    return (await api.as('admin').get(target)).body.spaces
  }

  const create = async (body: object) => {
    const { status, body: answer } = await api.as('admin').post(base, body)
    return [status, answer.error?.reason]
  }

  describe('creating', () => {
    it('gives a space with a first page, whose creator is its admin', async () => {
      const counted = await spacesOf(api.users.create)
      const reply = await api.as('create').post(base, {
        title: 'Handbook',
        emoji: '1f680',
        language: 'fr',
        editMode: 'locked',
      })

      assert.equal(reply.status, 201)
      const space = reply.body
      assert.deepEqual(
        [space.title, space.emoji, space.language, space.editMode],
        ['Handbook', '1f680', 'fr', 'locked'],
      )
      assert.deepEqual(space.mergeRules, { type: 'inherit' })
      assert.deepEqual(
        [space.visibility, space.defaultLevel, space.changeRequests, space.comments],
        ['private', 'read', 0, 0],
      )
      assert.ok(Object.values(space.permissions).every((allowed) => allowed === true))
      assert.equal(reply.headers.get('location'), space.urls.location)
      assert.equal(space.urls.app, `http://lectern.test/s/${space.id}`)
      assert.deepEqual((await api.as('create').get(`/spaces/${space.id}`)).body, space)
      const [branch] = await api.rows(
        'select head_revision_id, head_number from branch where space_id = $1',
        [space.id],
      )
      assert.deepEqual(branch, { head_revision_id: space.revision, head_number: 1 })
      const pages = await api.rows(
        'select title, kind from entry_version where space_id = $1',
        [space.id],
      )
      assert.deepEqual(pages, [{ title: 'Page', kind: 'document' }])
      assert.equal(await spacesOf(api.users.create), counted + 1)
      const events = await eventsOf(api, `space:${space.id}`)
      assert.ok(events.some(({ type }) => type === 'space_created'))
    })

    it('needs no body, and begins without a page when asked to', async () => {
      const plain = await api.as('admin').post(base)
      assert.deepEqual([plain.status, plain.body.title], [201, 'Untitled'])
      assert.equal(plain.body.emoji, '1f4d8')
      assert.ok(!('language' in plain.body) && !('parent' in plain.body))
      const empty = await api.as('admin').post(base, { empty: true })
      const pages = await api.rows('select 1 from entry_version where space_id = $1', [
        empty.body.id,
      ])
      assert.deepEqual(pages, [])
    })

    it('refuses an emoji that is none', async () => {
      assert.deepEqual(await create({ emoji: 'rocket' }), [400, 'invalid_request'])
    })

    it('stands at the end of its collection and is visible in it', async () => {
      const parent = await nodes.collection()
      await nodes.collection({ title: 'First', parent })
      const reply = await api.as('admin').post(base, { title: 'Second', parent })
      assert.deepEqual(
        [reply.body.parent, reply.body.visibility],
        [parent, 'in-collection'],
      )
      assert.deepEqual(await nodes.titlesIn(parent), ['First', 'Second'])
    })

    it('knows the blank template, misses others and refuses two beginnings', async () => {
      assert.deepEqual(await create({ template: { id: 'blank' } }), [201, undefined])
      assert.deepEqual(await create({ template: { id: 'nonsense' } }), [404, 'not_found'])
      assert.deepEqual(await create({ computedSource: {} }), [400, 'invalid_request'])
      const both = { template: { id: 'blank' }, empty: true }
      assert.deepEqual(await create(both), [400, 'invalid_request'])
      assert.deepEqual(await create({ empty: false }), [400, 'invalid_request'])
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
      const parent = await nodes.collection({ defaultLevel: 'read' })
      assert.equal((await api.as('create').post(base, { parent })).status, 403)
      await nodes.give(parent, api.users.guest, 'create')
      const inside = await api.as('guest').post(base, { parent })
      assert.deepEqual([inside.status, inside.body.permissions.admin], [201, true])
    })

    it('misses a parent that is unknown or hidden, and hides the organization', async () => {
      const hidden = await nodes.collection({ defaultLevel: null })
      const refused = async (parent: string) =>
        refusal(await api.as('create').post(base, { parent }), parent)
      assert.equal((await refused(nowhere)).status, 404)
      assert.deepEqual(await refused(hidden), await refused(nowhere))
      const foreign = await api.as('outsider').post(base, { parent: hidden })
      const missing = await api
        .as('outsider')
        .post(`/orgs/${nowhere}/spaces`, { parent: hidden })
      assert.equal(foreign.status, 404)
      assert.deepEqual(refusal(foreign, api.organization), refusal(missing, nowhere))
      assert.equal((await api.anonymous().post(base, {})).status, 401)
    })

    it('happens once for one Idempotency-Key', async () => {
      const key = { 'idempotency-key': 'create-a-space' }
      const send = async () => api.as('admin').send('POST', base, { title: 'Once' }, key)
      const [first, second] = [await send(), await send()]
      assert.deepEqual(second.body, first.body)
      assert.equal(second.headers.get('location'), first.headers.get('location'))
    })
  })

  describe('reading', () => {
    it('shows each member what their role allows', async () => {
      const id = await nodes.space()
      const seen: Record<string, string[]> = {}
      for (const name of [
        'admin',
        'create',
        'review',
        'edit',
        'comment',
        'read',
      ] as const) {
        const { body } = await api.as(name).get(`/spaces/${id}`)
        seen[name] = Object.keys(body.permissions).filter((key) => body.permissions[key])
      }
      const read = ['view', 'access']
      assert.deepEqual(seen['read'], read)
      assert.deepEqual(seen['comment'], [...read, 'comment'])
      assert.deepEqual(seen['edit'], [...read, 'edit', 'comment'])
      assert.deepEqual(seen['review'], [...read, 'edit', 'comment', 'merge', 'review'])
      assert.deepEqual(
        seen['create']?.toSorted(),
        [...(seen['review'] ?? []), 'triggerGitSync'].toSorted(),
      )
      assert.equal(seen['admin']?.length, 10)
    })

    it('takes the strongest of grants, teams, collections and levels', async () => {
      const parent = await nodes.collection({ defaultLevel: 'read' })
      const id = await nodes.space({ parent })
      const edits = async (name: 'edit' | 'guest') => {
        const { body } = await api.as(name).get(`/spaces/${id}`)
        return body.permissions?.edit
      }
      assert.deepEqual([await edits('edit'), await edits('guest')], [false, undefined])
      await nodes.give(parent, api.users.guest, 'comment')
      assert.equal(await edits('guest'), false)
      const team = await api.as('admin').put(`/orgs/${api.organization}/teams`, {
        title: 'Writers',
        members: [api.users.guest],
      })
      await api.rows(
        `insert into team_grant (organization_id, content_id, team_id, role)
         values ($1, $2, $3, 'edit')`,
        [api.organization, id, team.body.id],
      )
      assert.equal(await edits('guest'), true)
    })

    it('hides from outsiders, guests and tokens for another organization', async () => {
      const id = await nodes.space()
      const limits = { organizationId: api.otherOrganization }
      const callers = [
        api.as('outsider'),
        api.as('guest'),
        await narrowed(api, api.users.admin, limits),
      ]
      for (const caller of callers) {
        const hidden = await caller.get(`/spaces/${id}`)
        const missing = await caller.get(`/spaces/${nowhere}`)
        assert.equal(hidden.status, 404)
        assert.deepEqual(refusal(hidden, id), refusal(missing, nowhere))
      }
      assert.equal((await api.anonymous().get(`/spaces/${id}`)).status, 401)
      const shared = await api.as('read').get(`/spaces/${id}?shareKey=unknown`)
      assert.equal(shared.status, 200)
    })

    it('has an ETag of its version, its head, its counters, the role and the level', async () => {
      const id = await nodes.space()
      const tag = async () =>
        (await api.as('read').get(`/spaces/${id}`)).headers.get('etag') ?? ''
      const tags = [await tag()]
      const headers = { 'if-none-match': tags[0] ?? '' }
      assert.equal((await api.as('read').get(`/spaces/${id}`, headers)).status, 304)
      await api.rows('update space_counter set comments = 1 where space_id = $1', [id])
      tags.push(await tag())
      await api.rows(`update revision set id = 'next' where space_id = $1`, [id])
      await api.rows(`update branch set head_revision_id = 'next' where space_id = $1`, [
        id,
      ])
      tags.push(await tag())
      await nodes.give(id, api.users.read, 'edit')
      tags.push(await tag())
      await api.as('admin').patch(`/spaces/${id}`, { title: 'New' })
      tags.push(await tag())
      await api.as('admin').patch(`/orgs/${api.organization}`, { defaultRole: 'edit' })
      tags.push(await tag())
      await api.as('admin').patch(`/orgs/${api.organization}`, { defaultRole: 'read' })
      assert.equal(new Set(tags).size, tags.length)
    })

    it('says when its settings or its content last changed', async () => {
      const id = await nodes.space()
      const updatedAt = async () =>
        (await api.as('read').get(`/spaces/${id}`)).body.updatedAt
      await api.rows(
        `update revision set created_at = '2031-01-01T00:00:00Z' where space_id = $1`,
        [id],
      )
      assert.equal(await updatedAt(), '2031-01-01T00:00:00.000Z')
      await api.rows(
        `update space set updated_at = '2032-01-01T00:00:00Z' where id = $1`,
        [id],
      )
      assert.equal(await updatedAt(), '2032-01-01T00:00:00.000Z')
    })
  })

  describe('the list', () => {
    it('has what the caller may see in order, page by page, counted', async () => {
      const own = await startTestApi()
      try {
        const of = nodesOf(own)
        const target = `/orgs/${own.organization}/spaces`
        const parent = await of.collection({ defaultLevel: null })
        const hidden = await of.space({ title: 'Hidden', parent })
        await of.space({ title: 'Open' })
        await of.space({ title: 'Other' })
        const titles = async (caller: 'admin' | 'read' | 'guest') => {
          const { body } = await own.as(caller).get(target)
          return [body.count, body.items.map(({ title }: TestBody) => title).toSorted()]
        }
        assert.deepEqual(await titles('admin'), [3, ['Hidden', 'Open', 'Other']])
        assert.deepEqual(await titles('read'), [2, ['Open', 'Other']])
        assert.deepEqual(await titles('guest'), [0, []])
        await of.give(hidden, own.users.guest, 'edit')
        const mine = await own.as('guest').get(target)
        assert.equal(mine.body.items[0].permissions.edit, true)
        assert.deepEqual(
          mine.body.items[0],
          (await own.as('guest').get(`/spaces/${hidden}`)).body,
        )

        const seen: string[] = []
        for (let page = ''; ;) {
          const { body } = await own.as('admin').get(`${target}?limit=1${page}`)
          seen.push(...body.items.map(({ id }: TestBody) => id))
          if (body.next === undefined) break
          page = `&page=${body.next.page}`
        }
        const whole = await own.as('admin').get(target)
        assert.deepEqual(
          seen,
          whole.body.items.map(({ id }: TestBody) => id),
        )
        const foreign = await own.as('outsider').get(target)
        const missing = await own.as('outsider').get(`/orgs/${nowhere}/spaces`)
        assert.equal(foreign.status, 404)
        assert.deepEqual(refusal(foreign, own.organization), refusal(missing, nowhere))
      } finally {
        await own.stop()
      }
    })
  })
})
