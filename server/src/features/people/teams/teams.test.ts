import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('teams', () => {
  let api: TestApi
  let teams: string
  before(async () => {
    api = await startTestApi()
    teams = `/orgs/${api.organization}/teams`
  })
  after(async () => api.stop())

  async function createTeam(title: string, members: string[] = []): Promise<string> {
    const { body } = await api.as('admin').put(teams, { title, members })
    return body.id
  }

  it('creates a team whose creator owns it, with event and audit row in the same transaction', async () => {
    const reply = await api
      .as('admin')
      .put(teams, { title: 'Writers', members: [api.users.edit, api.users.read] })

    assert.equal(reply.status, 201)
    assert.equal(reply.body.title, 'Writers')
    assert.equal(reply.body.members, 3)
    assert.deepEqual(reply.body.permissions, { admin: true, view: true })
    assert.equal(
      reply.headers.get('location'),
      `http://lectern.test/v1${teams}/${reply.body.id}`,
    )
    const [event] = await api.rows('select type from event where subject = $1', [
      `team:${reply.body.id}`,
    ])
    assert.equal(event.type, 'team_created')
    const [audit] = await api.rows(
      'select actor_id from audit_event where target_id = $1',
      [reply.body.id],
    )
    assert.equal(audit.actor_id, api.users.admin)
  })

  it('refuses to create a team with someone who is no member, and then creates nothing', async () => {
    const before_ = await api.as('admin').get(`${teams}?limit=0`)
    const reply = await api
      .as('admin')
      .put(teams, { title: 'Mixed', members: [api.users.read, api.users.outsider] })

    assert.equal(reply.status, 400)
    assert.match(reply.body.error.message, /is not a member of the organization/)
    const after_ = await api.as('admin').get(`${teams}?limit=0`)
    assert.equal(after_.body.count, before_.body.count)
  })

  it('lets only admins create teams', async () => {
    const reply = await api.as('create').put(teams, { title: 'Mine' })
    assert.equal(reply.status, 403)
    assert.equal(reply.body.error.reason, 'forbidden')
  })

  it('shows a team to every member with a role, and none to guests', async () => {
    const id = await createTeam('Visible')
    const asReader = await api.as('read').get(`${teams}/${id}`)
    assert.equal(asReader.status, 200)
    assert.deepEqual(asReader.body.permissions, { admin: false, view: true })
    assert.equal((await api.as('guest').get(`${teams}/${id}`)).status, 403)
    assert.equal((await api.as('guest').get(teams)).status, 403)
    assert.equal((await api.as('read').get(`${teams}/nope`)).status, 404)
  })

  it('renames a team for admins and its owners only', async () => {
    const id = await createTeam('Before')
    await api
      .as('admin')
      .put(`${teams}/${id}/members/${api.users.edit}`, { role: 'owner' })

    const asOwner = await api.as('edit').patch(`${teams}/${id}`, { title: 'After' })
    assert.equal(asOwner.status, 200)
    assert.equal(asOwner.body.title, 'After')
    assert.equal(
      (await api.as('create').patch(`${teams}/${id}`, { title: 'X' })).status,
      403,
    )
    assert.equal(
      (await api.as('admin').patch(`${teams}/nope`, { title: 'X' })).status,
      404,
    )
  })

  it('changes the ETag with the title and with the counters, and compares If-Match with the title only', async () => {
    const id = await createTeam('Tagged')
    const first = await api.as('admin').get(`${teams}/${id}`)
    const etag = first.headers.get('etag') ?? ''
    const same = await api.as('admin').get(`${teams}/${id}`, { 'if-none-match': etag })
    assert.equal(same.status, 304)

    await api.as('admin').put(`${teams}/${id}/members/${api.users.read}`)
    const grown = await api.as('admin').get(`${teams}/${id}`, { 'if-none-match': etag })
    assert.equal(grown.status, 200)
    const renamed = await api
      .as('admin')
      .send('PATCH', `${teams}/${id}`, { title: 'Again' }, { 'if-match': etag })
    assert.equal(renamed.status, 200)
    const stale = await api
      .as('admin')
      .send('PATCH', `${teams}/${id}`, { title: 'Lost' }, { 'if-match': etag })
    assert.equal(stale.status, 412)
    assert.equal(stale.body.error.reason, 'version_mismatch')
    const staleDelete = await api
      .as('admin')
      .send('DELETE', `${teams}/${id}`, undefined, { 'if-match': etag })
    assert.equal(staleDelete.status, 412)
  })

  it('removes a team and takes it off the counters of its members', async () => {
    const id = await createTeam('Short-lived', [api.users.review])
    const counted = `/orgs/${api.organization}/members/${api.users.review}/teams`
    const before_ = await api.as('admin').get(counted)
    assert.equal((await api.as('read').delete(`${teams}/${id}`)).status, 403)

    assert.equal((await api.as('admin').delete(`${teams}/${id}`)).status, 204)
    assert.equal((await api.as('admin').get(`${teams}/${id}`)).status, 404)
    assert.equal((await api.as('admin').delete(`${teams}/${id}`)).status, 204)
    const after_ = await api.as('admin').get(counted)
    assert.equal(after_.body.count, before_.body.count - 1)
  })

  it('pages through teams in order of creation, with a count and a link', async () => {
    for (const title of ['Page one', 'Page two', 'Page three']) await createTeam(title)
    const all = await api.as('read').get(`${teams}?limit=1000`)
    const seen: string[] = []
    let target: string | undefined = `${teams}?limit=2`
    while (target !== undefined) {
      const { body, headers } = await api.as('read').get(target)
      assert.equal(body.count, all.body.items.length)
      seen.push(...body.items.map((team: { id: string }) => team.id))
      assert.equal(headers.has('link'), body.next !== undefined)
      target = body.next && `${teams}?limit=2&page=${body.next.page}`
    }
    assert.deepEqual(
      seen,
      all.body.items.map((team: { id: string }) => team.id),
    )
    assert.deepEqual((await api.as('read').get(`${teams}?limit=0`)).body.items, [])
  })

  it('filters by a part of the title, whose wildcards mean themselves, and by owner', async () => {
    await createTeam('100% Docs')
    const id = await createTeam('Owned by review')
    await api
      .as('admin')
      .put(`${teams}/${id}/members/${api.users.review}`, { role: 'owner' })

    const byTitle = await api
      .as('read')
      .get(`${teams}?title=${encodeURIComponent('0% d')}`)
    assert.deepEqual(
      byTitle.body.items.map((team: { title: string }) => team.title),
      ['100% Docs'],
    )
    assert.equal(byTitle.body.count, 1)
    const byOwner = await api.as('read').get(`${teams}?owner=${api.users.review}`)
    assert.deepEqual(
      byOwner.body.items.map((team: { title: string }) => team.title),
      ['Owned by review'],
    )
  })

  it('answers an outsider exactly as if the organization did not exist', async () => {
    const id = await createTeam('Hidden')
    for (const path of ['', `/${id}`, `/${id}/members`]) {
      const hidden = await api.as('outsider').get(`${teams}${path}`)
      const missing = await api.as('outsider').get(`/orgs/nope/teams${path}`)
      assert.equal(hidden.status, 404)
      assert.equal(
        hidden.body.error.message.replace(api.organization, 'nope'),
        missing.body.error.message,
      )
    }
    assert.equal((await api.as('outsider').delete(`${teams}/${id}`)).status, 204)
    assert.equal((await api.as('admin').get(`${teams}/${id}`)).status, 200)
  })

  it('requires authentication', async () => {
    assert.equal((await api.anonymous().get(teams)).status, 401)
    assert.equal((await api.anonymous().put(teams, { title: 'X' })).status, 401)
  })
})
