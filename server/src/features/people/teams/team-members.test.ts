import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { addMember } from '#/features/people/members/public.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('team members', () => {
  let api: TestApi
  let team: string
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())
  beforeEach(async () => {
    const { body } = await api
      .as('admin')
      .put(`/orgs/${api.organization}/teams`, { title: 'Crew' })
    team = `/orgs/${api.organization}/teams/${body.id}`
  })

  async function rolesInTeam(): Promise<Record<string, string>> {
    const { body } = await api.as('admin').get(`${team}/members?limit=1000`)
    return Object.fromEntries(
      body.items.map((item: { organization: { id: string }; team: { role: string } }) => [
        item.organization.id,
        item.team.role,
      ]),
    )
  }

  it('applies add, then memberships, then remove, by id or by any spelling of an address', async () => {
    const { users } = api
    const reply = await api.as('admin').put(`${team}/members`, {
      add: [users.edit, 'READ@acme.example', users.comment],
      memberships: {
        [users.edit]: { role: 'owner' },
        [users.review]: { role: 'member' },
      },
      remove: [users.comment, 'nobody@acme.example'],
    })

    assert.equal(reply.status, 204)
    assert.deepEqual(await rolesInTeam(), {
      [users.admin]: 'owner',
      [users.edit]: 'owner',
      [users.read]: 'member',
      [users.review]: 'member',
    })
    const { body } = await api.as('admin').get(team)
    assert.equal(body.members, 4)
    const [event] = await api.rows(
      `select payload from event where type = 'team_members_changed' order by occurred_at desc limit 1`,
    )
    assert.deepEqual(Object.keys(event.payload.set).length, 3)
  })

  it('changes nothing when one of those named is no member', async () => {
    const reply = await api.as('admin').put(`${team}/members`, {
      add: [api.users.edit, api.users.outsider],
    })
    assert.equal(reply.status, 400)
    assert.deepEqual(Object.keys(await rolesInTeam()), [api.users.admin])
  })

  it('keeps the role of someone who is added again, and sets it when it is given', async () => {
    const one = `${team}/members/${api.users.read}`
    assert.equal((await api.as('admin').put(one, { role: 'owner' })).status, 204)
    assert.equal((await api.as('admin').put(one)).status, 204)
    assert.equal((await rolesInTeam())[api.users.read], 'owner')
    assert.equal((await api.as('admin').put(one, { role: 'member' })).status, 204)
    assert.equal((await rolesInTeam())[api.users.read], 'member')
    const { body } = await api.as('admin').get(team)
    assert.equal(body.members, 2)
  })

  it('lets owners manage members, and nobody else below admin', async () => {
    await api.as('admin').put(`${team}/members/${api.users.edit}`, { role: 'owner' })
    await api.as('admin').put(`${team}/members/${api.users.comment}`)

    const asOwner = await api.as('edit').put(`${team}/members/${api.users.read}`)
    assert.equal(asOwner.status, 204)
    const asMember = await api.as('comment').put(`${team}/members/${api.users.review}`)
    assert.equal(asMember.status, 403)
    const removal = await api.as('create').delete(`${team}/members/${api.users.read}`)
    assert.equal(removal.status, 403)
  })

  it('removes a member, and succeeds when there is nobody to remove', async () => {
    const one = `${team}/members/${api.users.read}`
    await api.as('admin').put(one)
    assert.equal((await api.as('admin').delete(one)).status, 204)
    assert.equal((await api.as('admin').delete(one)).status, 204)
    assert.equal((await api.as('admin').delete(`${team}/members/nope`)).status, 204)
    assert.deepEqual(Object.keys(await rolesInTeam()), [api.users.admin])
  })

  it('does not find a person in the path who is no member of the organization', async () => {
    const reply = await api.as('admin').put(`${team}/members/${api.users.outsider}`)
    assert.equal(reply.status, 404)
    assert.match(reply.body.error.message, /No member/)
  })

  it('lists members with their roles, page by page', async () => {
    await api
      .as('admin')
      .put(`${team}/members`, { add: [api.users.edit, api.users.read] })
    const first = await api.as('read').get(`${team}/members?limit=2`)
    assert.equal(first.body.count, 3)
    assert.equal(first.body.items.length, 2)
    const second = await api
      .as('read')
      .get(`${team}/members?limit=2&page=${first.body.next.page}`)
    assert.equal(second.body.items.length, 1)
    assert.equal(second.body.next, undefined)
    assert.equal(first.body.items[0].organization.object, 'member')
    assert.equal((await api.as('guest').get(`${team}/members`)).status, 403)
    const missing = await api
      .as('read')
      .get(`/orgs/${api.organization}/teams/nope/members`)
    assert.equal(missing.status, 404)
  })

  it('lists the teams of a member with their role in each, filtered by title', async () => {
    await api.as('admin').put(`${team}/members/${api.users.create}`, { role: 'owner' })
    const target = `/orgs/${api.organization}/members/${api.users.create}/teams`
    const { body } = await api.as('read').get(target)
    assert.equal(body.count, 1)
    assert.equal(body.items[0].team.title, 'Crew')
    assert.deepEqual(body.items[0].member, { role: 'owner' })
    assert.equal((await api.as('read').get(`${target}?title=CREW`)).body.count, 1)
    assert.equal((await api.as('read').get(`${target}?title=none`)).body.count, 0)
    const unknown = await api
      .as('read')
      .get(`/orgs/${api.organization}/members/nope/teams`)
    assert.equal(unknown.status, 404)
    assert.equal((await api.as('guest').get(target)).status, 403)
    assert.equal((await api.as('outsider').get(target)).status, 404)
    assert.equal((await api.anonymous().get(target)).status, 401)
  })

  it('keeps counters right when members are changed from two sides at once', async () => {
    const { users } = api
    await Promise.all(
      [users.edit, users.read, users.comment, users.review].flatMap((userId) => [
        api.as('admin').put(`${team}/members/${userId}`),
        api.as('admin').put(`${team}/members`, { add: [userId] }),
      ]),
    )
    const { body } = await api.as('admin').get(team)
    assert.equal(body.members, 5)
    assert.equal(Object.keys(await rolesInTeam()).length, 5)
  })

  it('never fails when a person leaves the organization while they are put into a team', async () => {
    const member = `/orgs/${api.organization}/members/${api.users.create}`
    for (let round = 0; round < 10; round += 1) {
      const [, added, listed] = await Promise.all([
        api.as('admin').delete(member),
        api.as('admin').put(`${team}/members/${api.users.create}`),
        api.as('admin').put(`${team}/members`, { add: [api.users.create] }),
      ])
      assert.ok([204, 404].includes(added.status), `put answered ${added.status}`)
      assert.ok([204, 400].includes(listed.status), `bulk put answered ${listed.status}`)
      await api.services.db.transaction(async (tx) =>
        addMember(tx, {
          organizationId: api.organization,
          userId: api.users.create,
          role: 'create',
          sso: false,
        }),
      )
    }
    const { body } = await api.as('admin').get(team)
    assert.equal(body.members, Object.keys(await rolesInTeam()).length)
  })

  it('hides every change from an outsider and refuses the anonymous caller', async () => {
    const one = `${team}/members/${api.users.read}`
    assert.equal((await api.as('outsider').put(one)).status, 404)
    assert.equal((await api.as('outsider').put(`${team}/members`, {})).status, 404)
    assert.equal((await api.as('outsider').delete(one)).status, 204)
    assert.equal((await api.anonymous().put(one)).status, 401)
    assert.equal((await api.anonymous().delete(one)).status, 401)
  })
})
