import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import {
  newPerson,
  nowhere,
  refusal,
  type TestMember,
} from '#test/members/test-members.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('one member', () => {
  let api: TestApi
  let members: string
  before(async () => {
    api = await startTestApi()
    members = `/orgs/${api.organization}/members`
  })
  after(async () => api.stop())

  it('is seen by every member with a role', async () => {
    for (const name of [
      'admin',
      'create',
      'review',
      'edit',
      'comment',
      'read',
    ] as const) {
      const reply = await api.as(name).get(`${members}/${api.users.guest}`)
      assert.equal(reply.status, 200, name)
      assert.equal(reply.body.id, api.users.guest)
      assert.equal(reply.body.role, null)
      assert.equal(reply.body.user.email, 'guest@acme.example')
    }
  })

  it('is hidden from a guest, who sees only themself', async () => {
    const hidden = await api.as('guest').get(`${members}/${api.users.edit}`)
    const missing = await api.as('guest').get(`${members}/${nowhere}`)

    assert.equal(hidden.status, 404)
    assert.deepEqual(refusal(hidden, api.users.edit), refusal(missing, nowhere))
    const self = await api.as('guest').get(`${members}/${api.users.guest}`)
    assert.equal(self.status, 200)
  })

  it('does not exist when it belongs to another organization', async () => {
    const foreign = await api.as('admin').get(`${members}/${api.users.outsider}`)
    const missing = await api.as('admin').get(`${members}/${nowhere}`)

    assert.equal(foreign.status, 404)
    assert.deepEqual(refusal(foreign, api.users.outsider), refusal(missing, nowhere))
  })

  it('answers an outsider exactly as if the organization did not exist', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['POST', '/sso'],
      ['GET', '/spaces'],
    ] as const) {
      const ask = async (organization: string) => {
        const target = `/orgs/${organization}/members/${api.users.edit}${path}`
        return method === 'GET'
          ? api.as('outsider').get(target)
          : api.as('outsider').send(method, target, method === 'PATCH' ? {} : undefined)
      }
      const hidden = await ask(api.organization)
      assert.equal(hidden.status, 404, `${method} ${path}`)
      assert.deepEqual(
        refusal(hidden, api.organization),
        refusal(await ask(nowhere), nowhere),
      )
    }
  })

  it('refuses the anonymous caller whatever is asked', async () => {
    const nobody = api.anonymous()
    const member = `${members}/${api.users.edit}`
    const replies = await Promise.all([
      nobody.get(member),
      nobody.patch(member, { role: 'admin' }),
      nobody.delete(member),
      nobody.post(`${member}/sso`),
      nobody.get(`${member}/spaces`),
      nobody.post(`/orgs/${api.organization}/ping`),
    ])
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([401]))
  })

  it('keeps its ETag until something that shows in it changes', async () => {
    const target = `${members}/${api.users.comment}`
    const first = await api.as('admin').get(target)
    const etag = first.headers.get('etag') ?? ''
    assert.match(etag, /^"1-/)
    const same = await api.as('admin').get(target, { 'if-none-match': etag })
    assert.equal(same.status, 304)

    await api.as('comment').post(`/orgs/${api.organization}/ping`)
    const seen = await api.as('admin').get(target, { 'if-none-match': etag })
    assert.equal(seen.status, 200)
    await api.rows(`update account set display_name = 'Renamed' where id = $1`, [
      api.users.comment,
    ])
    const etagSeen = seen.headers.get('etag') ?? ''
    const renamed = await api.as('admin').get(target, { 'if-none-match': etagSeen })
    assert.equal(renamed.body.user.displayName, 'Renamed')
  })
})

describe('the spaces of a member', () => {
  let api: TestApi
  let members: string
  before(async () => {
    api = await startTestApi()
    members = `/orgs/${api.organization}/members`
  })
  after(async () => api.stop())

  it('are an empty list for an existing member', async () => {
    const { status, body } = await api
      .as('read')
      .get(`${members}/${api.users.edit}/spaces`)
    assert.equal(status, 200)
    assert.deepEqual(body, { items: [], count: 0 })
    const own = await api.as('guest').get(`${members}/${api.users.guest}/spaces`)
    assert.deepEqual(own.body, { items: [], count: 0 })
  })

  it('are missing with a member who is missing, or hidden from a guest', async () => {
    const replies = await Promise.all([
      api.as('admin').get(`${members}/${nowhere}/spaces`),
      api.as('guest').get(`${members}/${api.users.edit}/spaces`),
    ])
    assert.deepEqual(
      replies.map(({ status }) => status),
      [404, 404],
    )
  })

  it('refuse a cursor that is not theirs', async () => {
    const { body } = await api.as('read').get(`${members}?limit=1`)
    const page = encodeURIComponent(body.next.page)
    const reply = await api
      .as('read')
      .get(`${members}/${api.users.edit}/spaces?page=${page}`)
    assert.equal(reply.body.error.reason, 'invalid_cursor')
  })
})

describe('the role of a member', () => {
  let api: TestApi
  let members: string
  before(async () => {
    api = await startTestApi()
    members = `/orgs/${api.organization}/members`
  })
  after(async () => api.stop())

  it('is changed by an admin, with event and audit row in the same transaction', async () => {
    const target = `${members}/${api.users.read}`
    const reply = await api.as('admin').patch(target, { role: 'review' })

    assert.equal(reply.status, 200)
    assert.equal(reply.body.role, 'review')
    const now = await api.as('read').get(target)
    assert.match(now.headers.get('etag') ?? '', /^"2-/)
    const events = await api.rows('select type, payload from event where subject = $1', [
      `member:${api.users.read}`,
    ])
    assert.deepEqual(events, [
      {
        type: 'member_role_changed',
        payload: { userId: api.users.read, role: 'review', previousRole: 'read' },
      },
    ])
    const audited = await api.rows(
      'select action, actor_id, target_kind, details from audit_event where target_id = $1',
      [api.users.read],
    )
    assert.deepEqual(audited, [
      {
        action: 'member_role_changed',
        actor_id: api.users.admin,
        target_kind: 'member',
        details: { role: 'review', previousRole: 'read' },
      },
    ])
  })

  it('takes effect with the next request', async () => {
    const { userId, caller } = await newPerson(api, { name: 'Risen', role: 'read' })
    const rename = async () =>
      caller.patch(`${members}/${api.users.edit}`, { role: 'edit' })

    assert.equal((await rename()).status, 403)
    await api.as('admin').patch(`${members}/${userId}`, { role: 'admin' })
    assert.equal((await rename()).status, 200)
    await api.as('admin').patch(`${members}/${userId}`, { role: null })
    // A guest no longer sees the other members.
    assert.equal((await rename()).status, 404)
  })

  it('is changed by admins only', async () => {
    for (const name of ['create', 'review', 'edit', 'comment'] as const) {
      const reply = await api
        .as(name)
        .patch(`${members}/${api.users[name]}`, { role: 'admin' })
      assert.equal(reply.status, 403, name)
      assert.equal(reply.body.error.reason, 'forbidden')
    }
    const guest = await api
      .as('guest')
      .patch(`${members}/${api.users.guest}`, { role: 'admin' })
    assert.equal(guest.status, 403)
    const [{ count }] = await api.rows(
      `select count(*) from member where organization_id = $1 and role = 'admin'`,
      [api.organization],
    )
    assert.equal(count, 1)
  })

  it('becomes null for a guest', async () => {
    const { userId } = await newPerson(api, { name: 'Lowered', role: 'edit' })
    const reply = await api.as('admin').patch(`${members}/${userId}`, { role: null })
    assert.equal(reply.status, 200)
    assert.equal(reply.body.role, null)
  })

  it('stays, with its version and without an event, when none or the same is sent', async () => {
    const { userId } = await newPerson(api, { name: 'Unmoved', role: 'edit' })
    for (const body of [{}, { role: 'edit' }]) {
      const reply = await api.as('admin').patch(`${members}/${userId}`, body)
      assert.equal(reply.status, 200)
      assert.equal(reply.body.role, 'edit')
    }
    const [{ version }] = await api.rows(
      'select version from member where user_id = $1',
      [userId],
    )
    assert.equal(version, 1)
    assert.deepEqual(
      await api.rows('select 1 from event where subject = $1', [`member:${userId}`]),
      [],
    )
  })

  it('is only changed from the version that If-Match names', async () => {
    const { userId } = await newPerson(api, { name: 'Matched', role: 'edit' })
    const target = `${members}/${userId}`
    const admin = api.as('admin')
    const etag = (await admin.get(target)).headers.get('etag') ?? ''
    const patch = async (role: string) =>
      admin.send('PATCH', target, { role }, { 'if-match': etag })

    assert.equal((await patch('read')).status, 200)
    const late = await patch('create')
    assert.equal(late.status, 412)
    assert.equal(late.body.error.reason, 'version_mismatch')
    assert.equal((await admin.get(target)).body.role, 'read')
  })

  it('must be one of the six or null', async () => {
    for (const role of ['guest', 'owner', '', 3]) {
      const reply = await api.as('admin').patch(`${members}/${api.users.edit}`, { role })
      assert.equal(reply.status, 400, String(role))
    }
  })

  it('cannot be set for someone who is no member', async () => {
    const reply = await api
      .as('admin')
      .patch(`${members}/${api.users.outsider}`, { role: 'read' })
    assert.equal(reply.status, 404)
    assert.equal(
      reply.body.error.message,
      `No member "${api.users.outsider}" exists, or you have no access to it.`,
    )
  })
})

describe('the last admin', () => {
  let api: TestApi
  let members: string
  before(async () => {
    api = await startTestApi()
    members = `/orgs/${api.organization}/members`
  })
  after(async () => api.stop())

  it('cannot be demoted, by themself or otherwise', async () => {
    for (const role of ['create', null]) {
      const reply = await api.as('admin').patch(`${members}/${api.users.admin}`, { role })
      assert.equal(reply.status, 409)
      assert.equal(reply.body.error.reason, 'last_admin')
    }
  })

  it('cannot leave', async () => {
    const reply = await api.as('admin').delete(`${members}/${api.users.admin}`)
    assert.equal(reply.status, 409)
    assert.equal(reply.body.error.reason, 'last_admin')
  })

  it('is still the last one beside an admin who is suspended', async () => {
    const { userId } = await newPerson(api, { name: 'Asleep', role: 'admin' })
    await api.rows('update member set disabled = true where user_id = $1', [userId])

    const reply = await api.as('admin').delete(`${members}/${api.users.admin}`)
    assert.equal(reply.status, 409)
    const asleep = await api.as('admin').delete(`${members}/${userId}`)
    assert.equal(asleep.status, 204)
  })

  it('remains when two admins step down at the same moment', async () => {
    await everyRound(async ([one, two]) => {
      const replies = await Promise.all(
        [one, two].map(async ({ userId, caller }) =>
          caller.patch(`${members}/${userId}`, { role: 'read' }),
        ),
      )
      assert.deepEqual(statuses(replies), [200, 409])
    })
  })

  it('remains when two admins demote each other at the same moment', async () => {
    await everyRound(async ([one, two]) => {
      const replies = await Promise.all([
        one.caller.patch(`${members}/${two.userId}`, { role: 'read' }),
        two.caller.patch(`${members}/${one.userId}`, { role: 'read' }),
      ])
      assert.deepEqual(statuses(replies), [200, 403])
    })
  })

  it('remains when one admin leaves while the other is demoted', async () => {
    await everyRound(async ([one, two]) => {
      const replies = await Promise.all([
        one.caller.delete(`${members}/${one.userId}`),
        two.caller.patch(`${members}/${two.userId}`, { role: 'read' }),
      ])
      const [left, demoted] = replies.map(({ status }) => status)
      assert.ok(
        (left === 204 && demoted === 409) || (left === 409 && demoted === 200),
        `${left} and ${demoted}`,
      )
    })
  })

  /** Runs a race several times over, each between two admins who are the only ones. */
  async function everyRound(
    race: (admins: readonly [TestMember, TestMember]) => Promise<void>,
  ): Promise<void> {
    for (let round = 0; round < 8; round += 1) {
      const name = `Racer ${Date.now()} ${round}`
      const one = await newPerson(api, { name: `${name} one`, role: 'admin' })
      const two = await newPerson(api, { name: `${name} two`, role: 'admin' })
      await api.rows(
        `update member set role = 'read'
         where organization_id = $1 and role = 'admin' and user_id <> all($2)`,
        [api.organization, [one.userId, two.userId]],
      )
      // Both admins sign in beforehand, so that the two requests meet in the database.
      await Promise.all([one, two].map(async ({ caller }) => caller.get(members)))
      await race([one, two])
      const [{ count }] = await api.rows(
        `select count(*) from member where organization_id = $1 and role = 'admin'`,
        [api.organization],
      )
      assert.equal(count, 1)
    }
  }
})

function statuses(replies: readonly { status: number }[]): number[] {
  return replies.map(({ status }) => status).toSorted((a, b) => a - b)
}
