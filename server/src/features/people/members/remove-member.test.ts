import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { newPerson, nowhere, refusal } from '#test/members/test-members.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { addMember } from './add-member.ts'

describe('removing a member', () => {
  let api: TestApi
  let members: string
  before(async () => {
    api = await startTestApi()
    members = `/orgs/${api.organization}/members`
  })
  after(async () => api.stop())

  async function membersCounted(): Promise<number> {
    const { body } = await api.as('admin').get(`${members}?limit=0`)
    return body.count
  }

  it('ends membership, teams and counts together, with event and audit row', async () => {
    const { userId } = await newPerson(api, { name: 'Leaver', role: 'edit' })
    const teams = `/orgs/${api.organization}/teams`
    const made = await Promise.all(
      ['One', 'Two'].map(async (title) =>
        api.as('admin').put(teams, { title, members: [userId, api.users.read] }),
      ),
    )
    const counted = await membersCounted()

    const reply = await api.as('admin').delete(`${members}/${userId}`)

    assert.equal(reply.status, 204)
    assert.equal((await api.as('admin').get(`${members}/${userId}`)).status, 404)
    assert.equal(await membersCounted(), counted - 1)
    for (const { body } of made) {
      const team = await api.as('admin').get(`${teams}/${body.id}`)
      assert.equal(team.body.members, 2)
      const listed = await api.as('admin').get(`${teams}/${body.id}/members`)
      assert.equal(listed.body.items.length, 2)
    }
    for (const table of ['member', 'team_member']) {
      assert.deepEqual(
        await api.rows(`select 1 from ${table} where user_id = $1`, [userId]),
        [],
      )
    }
    assert.deepEqual(
      await api.rows('select 1 from account_membership where account_id = $1', [userId]),
      [],
    )
    const [event] = await api.rows('select type, payload from event where subject = $1', [
      `member:${userId}`,
    ])
    assert.deepEqual(event, {
      type: 'member_removed',
      payload: { userId, role: 'edit' },
    })
    const [audited] = await api.rows(
      'select action, actor_id from audit_event where target_id = $1',
      [userId],
    )
    assert.deepEqual(audited, { action: 'member_removed', actor_id: api.users.admin })
  })

  it('shuts them out with their next request', async () => {
    const { userId, caller } = await newPerson(api, { name: 'Shut out', role: 'admin' })
    assert.equal((await caller.get(members)).status, 200)

    await api.as('admin').delete(`${members}/${userId}`)

    const hidden = await caller.get(members)
    const missing = await caller.get(`/orgs/${nowhere}/members`)
    assert.equal(hidden.status, 404)
    assert.deepEqual(refusal(hidden, api.organization), refusal(missing, nowhere))
  })

  it('keeps the account and its other memberships', async () => {
    const { userId, caller } = await newPerson(api, {
      name: 'Elsewhere too',
      role: 'read',
    })
    const { otherOrganization: organizationId } = api
    await api.services.db.transaction(async (tx) =>
      addMember(tx, { organizationId, userId, role: 'read', sso: false }),
    )

    await api.as('admin').delete(`${members}/${userId}`)

    assert.equal((await caller.get('/user')).status, 200)
    assert.equal((await caller.get(`/orgs/${organizationId}/members`)).status, 200)
  })

  it('is open to members for themselves, guests included', async () => {
    for (const role of ['read', null] as const) {
      const { userId, caller } = await newPerson(api, { name: `Goes ${role}`, role })
      assert.equal((await caller.delete(`${members}/${userId}`)).status, 204)
      assert.equal((await api.as('admin').get(`${members}/${userId}`)).status, 404)
    }
  })

  it('is refused to those who are no admin', async () => {
    for (const name of ['create', 'review', 'edit', 'comment', 'read'] as const) {
      const reply = await api.as(name).delete(`${members}/${api.users.guest}`)
      assert.equal(reply.status, 403, name)
      assert.equal(reply.body.error.reason, 'forbidden')
    }
    assert.equal((await api.as('admin').get(`${members}/${api.users.guest}`)).status, 200)
  })

  it('succeeds without doing anything for who is no member or cannot be seen', async () => {
    const counted = await membersCounted()
    const replies = await Promise.all([
      api.as('admin').delete(`${members}/${nowhere}`),
      api.as('admin').delete(`${members}/${api.users.outsider}`),
      api.as('guest').delete(`${members}/${api.users.edit}`),
      api.as('outsider').delete(`${members}/${api.users.edit}`),
      api.as('outsider').delete(`/orgs/${nowhere}/members/${api.users.edit}`),
    ])

    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([204]))
    assert.equal(await membersCounted(), counted)
    assert.equal((await api.as('admin').get(`${members}/${api.users.edit}`)).status, 200)
    const outsider = await api
      .as('outsider')
      .get(`/orgs/${api.otherOrganization}/members/${api.users.outsider}`)
    assert.equal(outsider.status, 200)
  })

  it('counts once when two admins remove the same member at once', async () => {
    const { userId } = await newPerson(api, { name: 'Twice', role: 'read' })
    const counted = await membersCounted()
    const remove = async () => api.as('admin').delete(`${members}/${userId}`)
    const replies = await Promise.all([remove(), remove(), remove()])

    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([204]))
    assert.equal(await membersCounted(), counted - 1)
    assert.equal(
      (await api.rows('select 1 from event where subject = $1', [`member:${userId}`]))
        .length,
      1,
    )
  })

  it('leaves teams with the right size when they are joined at the same moment', async () => {
    const teams = `/orgs/${api.organization}/teams`
    const made = await Promise.all(
      ['Red', 'Green', 'Blue'].map(async (title) =>
        api.as('admin').put(teams, { title }),
      ),
    )
    for (let round = 0; round < 10; round += 1) {
      const { userId } = await newPerson(api, { name: `Joiner ${round}`, role: 'read' })
      await Promise.all([
        ...made.map(async ({ body }) =>
          api.as('admin').put(`${teams}/${body.id}/members/${userId}`),
        ),
        api.as('admin').delete(`${members}/${userId}`),
      ])
    }
    const wrong = await api.rows(
      `select t.title, t.members, count(tm.user_id) as found
       from team t left join team_member tm
         on tm.organization_id = t.organization_id and tm.team_id = t.id
       where t.organization_id = $1
       group by t.title, t.members having t.members <> count(tm.user_id)`,
      [api.organization],
    )
    assert.deepEqual(wrong, [])
  })
})
