import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestReply } from '#test/test-api.ts'

const nobody = ['create', 'review', 'edit', 'comment', 'read', 'guest'] as const

describe('invite links', () => {
  let api: TestApi
  let links: string
  let nowhere: string
  before(async () => {
    api = await startTestApi()
    links = `/orgs/${api.organization}/link-invites`
    nowhere = '/orgs/00NoSuchOrganization/link-invites'
  })
  after(async () => api.stop())
  beforeEach(async () => {
    await api.rows(`delete from link_invite where organization_id = $1`, [
      api.organization,
    ])
    await api.rows(`delete from organization_counter where name = 'link-invites'`)
    await api.rows(`update organization set invite_links = true`)
    await api.rows(`delete from event`)
  })

  async function newLink(role: string | null = 'edit'): Promise<string> {
    const reply = await api.as('admin').post(links, { role })
    assert.equal(reply.status, 201)
    return reply.body.id
  }

  describe('creating', () => {
    it('makes a link with a role, its place, an event without its id and an audit entry', async () => {
      const reply = await api.as('admin').post(links, { role: 'review' })

      assert.equal(reply.status, 201)
      const { id } = reply.body
      assert.deepEqual(reply.body, {
        object: 'invite',
        id,
        redundant: true,
        role: 'review',
      })
      assert.equal(reply.headers.get('location'), `http://lectern.test/v1${links}/${id}`)
      const events = await api.rows(
        `select * from event where type = 'invite_link_created'`,
      )
      assert.equal(events.length, 1)
      assert.ok(!JSON.stringify(events).includes(id))
      const [audit] = await api.rows('select * from audit_event where target_id = $1', [
        id,
      ])
      assert.equal(audit.action, 'invite_link_created')
      assert.equal(audit.actor_id, api.users.admin)
      assert.deepEqual(audit.details, { role: 'review' })
    })

    it('makes a link for guests with a null role', async () => {
      const reply = await api.as('admin').post(links, { role: null })
      assert.equal(reply.status, 201)
      assert.equal(reply.body.role, null)
    })

    it('answers 404 for a space or collection that does not exist', async () => {
      const space = await api.as('admin').post(links, { level: 'read', space: 'none' })
      refused(space, 404, 'not_found')
      assert.match(space.body.error.message, /No space "none"/)
      const collection = { level: 'read', collection: 'none' }
      const reply = await api.as('admin').post(links, collection)
      refused(reply, 404, 'not_found')
      assert.match(reply.body.error.message, /No collection "none"/)
    })

    it('refuses bodies that fit no shape or two of them', async () => {
      const bodies = [
        {},
        { role: 'owner' },
        { level: 'read' },
        { role: 'read', level: 'read', space: 'a' },
        { level: 'read', space: 'a', collection: 'b' },
      ]
      for (const body of bodies) {
        refused(await api.as('admin').post(links, body), 400, 'invalid_request')
      }
    })

    it('is refused while invite links are switched off', async () => {
      await api.rows(`update organization set invite_links = false`)
      const reply = await api.as('admin').post(links, { role: 'read' })
      refused(reply, 403, 'invite_links_disabled')
      assert.deepEqual(await api.rows('select id from link_invite'), [])
    })

    it('happens once for one Idempotency-Key', async () => {
      const key = { 'idempotency-key': 'link-once' }
      const first = await api.as('admin').send('POST', links, { role: 'read' }, key)
      const again = await api.as('admin').send('POST', links, { role: 'read' }, key)
      assert.equal(first.status, 201)
      assert.deepEqual(again.body, first.body)
      assert.equal(again.headers.get('location'), first.headers.get('location'))
      assert.equal((await api.as('admin').get(links)).body.count, 1)
    })
  })

  describe('listing', () => {
    it('pages through the links in order of creation', async () => {
      const ids = [await newLink('read'), await newLink(null), await newLink('admin')]

      const first = await api.as('admin').get(`${links}?limit=2`)
      assert.deepEqual(idsOf(first), ids.slice(0, 2))
      assert.equal(first.body.count, 3)
      const { page } = first.body.next
      const second = await api.as('admin').get(`${links}?limit=2&page=${page}`)
      assert.deepEqual(idsOf(second), ids.slice(2))
      assert.equal(second.body.count, 3)
      assert.equal(second.body.next, undefined)
      assert.deepEqual(
        [...first.body.items, ...second.body.items].map((link) => link.redundant),
        [true, true, true],
      )
    })

    it('answers only the count with limit=0, and nothing but zero for none', async () => {
      assert.deepEqual((await api.as('admin').get(links)).body, { items: [], count: 0 })
      await newLink()
      const reply = await api.as('admin').get(`${links}?limit=0`)
      assert.deepEqual(reply.body, { items: [], count: 1 })
    })

    it('refuses a cursor of another list', async () => {
      for (let made = 0; made < 2; made += 1) {
        await api.as('outsider').post(`/orgs/${api.otherOrganization}/link-invites`, {
          role: 'read',
        })
      }
      const other = await api
        .as('outsider')
        .get(`/orgs/${api.otherOrganization}/link-invites?limit=1`)
      const { page } = other.body.next
      const reply = await api.as('admin').get(`${links}?page=${page}`)
      refused(reply, 400, 'invalid_cursor')
      refused(await api.as('admin').get(`${links}?page=x`), 400, 'invalid_cursor')
    })

    it('stays possible while invite links are switched off', async () => {
      const id = await newLink()
      await api.rows(`update organization set invite_links = false`)
      assert.deepEqual(idsOf(await api.as('admin').get(links)), [id])
    })
  })

  describe('reading', () => {
    it('answers the link with an ETag that If-None-Match honours', async () => {
      const id = await newLink('comment')
      const reply = await api.as('admin').get(`${links}/${id}`)
      assert.equal(reply.status, 200)
      assert.deepEqual(reply.body, {
        object: 'invite',
        id,
        redundant: true,
        role: 'comment',
      })
      const etag = reply.headers.get('etag') ?? ''
      const known = await api.as('admin').get(`${links}/${id}`, { 'if-none-match': etag })
      assert.equal(known.status, 304)
      await api.as('admin').patch(`${links}/${id}`, { role: 'read' })
      const fresh = await api.as('admin').get(`${links}/${id}`, { 'if-none-match': etag })
      assert.equal(fresh.status, 200)
    })

    it('does not find an unknown link, nor one of another organization', async () => {
      const foreign = await api
        .as('outsider')
        .post(`/orgs/${api.otherOrganization}/link-invites`, { role: 'read' })
      for (const id of ['none', foreign.body.id]) {
        const reply = await api.as('admin').get(`${links}/${id}`)
        refused(reply, 404, 'not_found')
        assert.match(reply.body.error.message, new RegExp(`^No invite "${id}" exists`))
      }
    })
  })

  describe('changing', () => {
    it('sets the role, for those who join from now on', async () => {
      const id = await newLink('read')
      const reply = await api.as('admin').patch(`${links}/${id}`, { role: null })
      assert.equal(reply.status, 200)
      assert.deepEqual(reply.body, { object: 'invite', id, redundant: true, role: null })
      const audits = await api.rows(
        `select details from audit_event where target_id = $1 and action = 'invite_link_updated'`,
        [id],
      )
      assert.deepEqual(audits, [{ details: { role: null, previousRole: 'read' } }])
      const events = await api.rows(
        `select payload from event where type = 'invite_link_updated'`,
      )
      assert.deepEqual(events, [{ payload: { role: null, previousRole: 'read' } }])
    })

    it('refuses a level, which a link to the organization does not have', async () => {
      const id = await newLink('read')
      const reply = await api.as('admin').patch(`${links}/${id}`, { level: 'edit' })
      refused(reply, 400, 'invalid_request')
      assert.match(reply.body.error.message, /send its "role"/)
      assert.equal((await api.as('admin').get(`${links}/${id}`)).body.role, 'read')
    })

    it('changes only the version that If-Match names', async () => {
      const id = await newLink('read')
      const etag = (await api.as('admin').get(`${links}/${id}`)).headers.get('etag') ?? ''
      const change = async (role: string) =>
        api.as('admin').send('PATCH', `${links}/${id}`, { role }, { 'if-match': etag })
      assert.equal((await change('edit')).status, 200)
      refused(await change('review'), 412, 'version_mismatch')
      assert.equal((await api.as('admin').get(`${links}/${id}`)).body.role, 'edit')
    })

    it('does not find an unknown link', async () => {
      refused(
        await api.as('admin').patch(`${links}/none`, { role: 'read' }),
        404,
        'not_found',
      )
    })
  })

  describe('deleting', () => {
    it('makes the link useless, lowers the count and succeeds again', async () => {
      const id = await newLink()
      assert.equal((await api.as('admin').delete(`${links}/${id}`)).status, 204)
      assert.equal((await api.as('admin').get(links)).body.count, 0)
      refused(await api.as('admin').get(`${links}/${id}`), 404, 'not_found')
      assert.equal((await api.as('admin').delete(`${links}/${id}`)).status, 204)
      const audits = await api.rows(
        `select action from audit_event where target_id = $1 order by occurred_at`,
        [id],
      )
      const actions = audits.map((audit) => audit.action)
      assert.deepEqual(actions, ['invite_link_created', 'invite_link_deleted'])
    })

    it('deletes only the version that If-Match names', async () => {
      const id = await newLink()
      const headers = { 'if-match': '"7-x"' }
      const reply = await api
        .as('admin')
        .send('DELETE', `${links}/${id}`, undefined, headers)
      refused(reply, 412, 'version_mismatch')
      assert.equal((await api.as('admin').get(links)).body.count, 1)
    })

    it('answers an outsider like someone who deletes what is not there, and deletes nothing', async () => {
      const id = await newLink()
      assert.equal((await api.as('outsider').delete(`${links}/${id}`)).status, 204)
      assert.equal((await api.as('outsider').delete(`${nowhere}/${id}`)).status, 204)
      assert.equal((await api.as('admin').get(links)).body.count, 1)
    })
  })

  for (const name of nobody) {
    it(`tells ${name} what is needed, the same for links that exist and links that do not`, async () => {
      const id = await newLink()
      const caller = api.as(name)
      const attempts = async (link: string) => [
        await caller.get(`${links}/${link}`),
        await caller.patch(`${links}/${link}`, { role: 'admin' }),
        await caller.delete(`${links}/${link}`),
      ]
      const replies = [
        await caller.get(links),
        await caller.post(links, { role: 'admin' }),
        ...(await attempts(id)),
        ...(await attempts('none')),
      ]
      for (const reply of replies) {
        refused(reply, 403, 'forbidden')
        assert.match(reply.body.error.message, /needs the admin role/)
        assert.ok(!JSON.stringify(reply.body).includes(id))
      }
      assert.equal((await api.as('admin').get(`${links}/${id}`)).body.role, 'edit')
    })
  }

  it('answers an outsider exactly as if the organization did not exist', async () => {
    const id = await newLink()
    const outsider = api.as('outsider')
    const attempts = async (of: string) => [
      await outsider.get(of),
      await outsider.post(of, { role: 'read' }),
      await outsider.get(`${of}/${id}`),
      await outsider.patch(`${of}/${id}`, { role: 'read' }),
    ]
    const real = await attempts(links)
    const unreal = await attempts(nowhere)
    for (const [index, reply] of real.entries()) {
      refused(reply, 404, 'not_found')
      assert.equal(
        reply.body.error.message.replace(api.organization, 'X'),
        unreal[index]?.body.error.message.replace('00NoSuchOrganization', 'X'),
      )
      assert.equal(unreal[index]?.status, 404)
    }
  })

  it('refuses the anonymous caller', async () => {
    const anonymous = api.anonymous()
    for (const reply of [
      await anonymous.get(links),
      await anonymous.post(links, { role: 'read' }),
      await anonymous.get(`${links}/x`),
      await anonymous.patch(`${links}/x`, { role: 'read' }),
      await anonymous.delete(`${links}/x`),
      await anonymous.post(`/orgs/${api.organization}/invites/x`),
    ]) {
      refused(reply, 401, 'unauthenticated')
    }
  })
})

function idsOf(reply: TestReply): string[] {
  return reply.body.items.map((link: { id: string }) => link.id)
}

function refused(reply: TestReply, status: number, reason: string): void {
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  assert.equal(reply.body.error.reason, reason)
}
