import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { untilAllIdle } from '#test/database/test-until.ts'
import { startTestApi, type TestApi, type TestCaller } from '#test/test-api.ts'
import { createTestSpace } from '#test/test-edits.ts'
import { narrowed } from '#test/test-people.ts'

describe('Idempotency-Key', () => {
  let api: TestApi
  let teams: string
  let keys = 0
  before(async () => {
    api = await startTestApi()
    teams = `/orgs/${api.organization}/teams`
  })
  after(async () => api.stop())

  const newKey = (): string => {
    keys += 1
    return `key number ${keys}`
  }
  const create = async (caller: TestCaller, key: string, title: string) =>
    caller.send('PUT', teams, { title }, { 'idempotency-key': key })
  const teamsTitled = async (title: string): Promise<number> => {
    const rows = await api.rows('select id from team where title = $1', [title])
    return rows.length
  }
  async function createTeam(title: string): Promise<string> {
    const { body } = await api.as('admin').put(teams, { title })
    return `${teams}/${body.id}`
  }

  it('answers the same request with the same answer, and does it once', async () => {
    const key = newKey()
    const first = await create(api.as('admin'), key, 'Once')
    assert.equal(first.status, 201)
    assert.equal(first.headers.get('idempotent-replayed'), null)
    assert.equal(
      first.headers.get('location'),
      `http://lectern.test/v1${teams}/${first.body.id}`,
    )
    for (let time = 0; time < 3; time += 1) {
      const again = await create(api.as('admin'), key, 'Once')
      assert.equal(again.status, 201)
      assert.deepEqual(again.body, first.body)
      assert.equal(again.headers.get('location'), first.headers.get('location'))
      assert.equal(again.headers.get('content-type'), first.headers.get('content-type'))
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
    }
    assert.equal(await teamsTitled('Once'), 1)
    const events = await api.rows('select id from event where subject = $1', [
      `team:${first.body.id}`,
    ])
    assert.equal(events.length, 1)
  })

  it('gives the answer as it was, whatever happened since', async () => {
    const key = newKey()
    const first = await create(api.as('admin'), key, 'Was')
    await api.as('admin').patch(`${teams}/${first.body.id}`, { title: 'Is' })
    const renamed = await create(api.as('admin'), key, 'Was')
    assert.equal(renamed.body.title, 'Was')
    await api.as('admin').delete(`${teams}/${first.body.id}`)
    const removed = await create(api.as('admin'), key, 'Was')
    assert.deepEqual(removed.body, first.body)
  })

  it('gives no answer to who was removed since, or has another role', async () => {
    const organization = `/orgs/${api.organization}`
    const user = api.users.create
    const role = async (to: string) =>
      api.as('admin').patch(`${organization}/members/${user}`, { role: to })
    assert.equal((await role('admin')).status, 200)
    const invite = async () =>
      api
        .as('create')
        .send(
          'POST',
          `${organization}/link-invites`,
          { role: 'admin' },
          { 'idempotency-key': key },
        )
    const key = newKey()
    const first = await invite()
    assert.equal(first.status, 201, JSON.stringify(first.body))
    assert.deepEqual((await invite()).body, first.body)
    await role('create')
    assert.equal((await invite()).status, 403)
    assert.equal((await role('admin')).status, 200)
    assert.deepEqual((await invite()).body, first.body)
    await api.rows('delete from member where organization_id = $1 and user_id = $2', [
      api.organization,
      user,
    ])
    assert.equal((await invite()).status, 404)
  })

  it('replays answers without a body', async () => {
    const team = await createTeam('Bodiless')
    const target = `${team}/members/${api.users.read}`
    const key = { 'idempotency-key': newKey() }
    const first = await api.as('admin').send('PUT', target, { role: 'owner' }, key)
    assert.equal(first.status, 204)
    await api.as('admin').delete(target)
    const again = await api.as('admin').send('PUT', target, { role: 'owner' }, key)
    assert.equal(again.status, 204)
    assert.equal(again.body, undefined)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    const members = await api.as('admin').get(`${team}/members`)
    assert.equal(members.body.count, 1)
  })

  it('replays a DELETE and a PATCH', async () => {
    const team = await createTeam('Before')
    const patch = { 'idempotency-key': newKey() }
    const renamed = await api.as('admin').send('PATCH', team, { title: 'After' }, patch)
    const again = await api.as('admin').send('PATCH', team, { title: 'After' }, patch)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(again.body, renamed.body)
    const remove = { 'idempotency-key': newKey() }
    const removed = await api.as('admin').send('DELETE', team, undefined, remove)
    assert.equal(removed.status, 204)
    const removedAgain = await api.as('admin').send('DELETE', team, undefined, remove)
    assert.equal(removedAgain.status, 204)
    assert.equal(removedAgain.headers.get('idempotent-replayed'), 'true')
  })

  it('refuses the key for another body, path, query or method', async () => {
    const key = newKey()
    const headers = { 'idempotency-key': key }
    const { body } = await create(api.as('admin'), key, 'First use')
    const admin = api.as('admin')
    const others = [
      await admin.send('PUT', teams, { title: 'Second use' }, headers),
      await admin.send('PUT', teams, '{ "title": "First use" }', headers),
      await admin.send('PUT', `${teams}?x=1`, { title: 'First use' }, headers),
      await admin.send('PATCH', `${teams}/${body.id}`, { title: 'First use' }, headers),
      await admin.send('DELETE', `${teams}/${body.id}`, undefined, headers),
    ]
    for (const reply of others) {
      assert.equal(reply.status, 422)
      assert.equal(reply.body.error.reason, 'idempotency_key_reused')
      assert.equal(reply.headers.get('idempotent-replayed'), null)
    }
    assert.equal((await admin.get(`${teams}/${body.id}`)).body.title, 'First use')
    assert.equal(await teamsTitled('Second use'), 0)
    assert.equal((await create(admin, key, 'First use')).status, 201)
  })

  it('does not keep refusals, so that the mended request may use the key', async () => {
    const key = newKey()
    const tooLong = await create(api.as('admin'), key, 'x'.repeat(65))
    assert.equal(tooLong.status, 400)
    const headers = { 'idempotency-key': key }
    const missing = await api
      .as('admin')
      .send('PATCH', `${teams}/nope`, { title: 'X' }, headers)
    assert.equal(missing.status, 404)
    const stranger = await api
      .as('admin')
      .send('PUT', teams, { title: 'X', members: [api.users.outsider] }, headers)
    assert.equal(stranger.status, 400)
    const mended = await create(api.as('admin'), key, 'Mended')
    assert.equal(mended.status, 201)
    assert.equal(mended.headers.get('idempotent-replayed'), null)
  })

  it('keeps the right of the caller out of it: a forbidden write stays forbidden', async () => {
    const key = newKey()
    assert.equal((await create(api.as('read'), key, 'Forbidden')).status, 403)
    assert.equal((await create(api.as('read'), key, 'Forbidden')).status, 403)
    assert.equal((await create(api.anonymous(), key, 'Forbidden')).status, 401)
  })

  it('belongs to one person: the same key of another is another key', async () => {
    const key = newKey()
    const mine = await create(api.as('admin'), key, 'Mine')
    await api
      .as('admin')
      .put(`${teams}/${mine.body.id}/members/${api.users.edit}`, { role: 'owner' })
    const theirs = await api
      .as('edit')
      .send(
        'PATCH',
        `${teams}/${mine.body.id}`,
        { title: 'Theirs' },
        { 'idempotency-key': key },
      )
    assert.equal(theirs.status, 200)
    assert.equal(theirs.headers.get('idempotent-replayed'), null)
    const again = await create(api.as('admin'), key, 'Mine')
    assert.deepEqual(again.body, mine.body)
  })

  it('holds for all tokens of a person', async () => {
    const key = newKey()
    const { body } = await api.as('admin').post('/user/tokens', { label: 'Second' })
    const first = await create(api.as('admin'), key, 'Either token')
    const again = await create(api.withToken(body.token), key, 'Either token')
    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
  })

  it('gives another token of the person nothing that it could not have made', async () => {
    const { spaceId } = await createTestSpace(api)
    const headers = { 'idempotency-key': newKey() }
    const post = async (caller: TestCaller) =>
      caller.send('POST', `/spaces/${spaceId}/change-requests`, {}, headers)
    const first = await post(api.as('admin'))
    assert.equal(first.status, 201)
    const bound = async (organizationId: string) =>
      narrowed(api, api.users.admin, { organizationId })
    const refused = await post(await bound(api.otherOrganization))
    assert.equal(refused.status, 404)
    for (const caller of [await bound(api.organization), api.as('admin')]) {
      const again = await post(caller)
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.deepEqual(again.body, first.body)
    }
    const { body: space } = await api.as('admin').get(`/spaces/${spaceId}`)
    assert.equal(space.changeRequests, 1)
  })

  it('gives a token that expires no token that does not', async () => {
    const headers = { 'idempotency-key': newKey() }
    const body = { label: 'For ever' }
    const made = await api.as('edit').send('POST', '/user/tokens', body, headers)
    assert.equal(made.status, 201)
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const short = await api.as('edit').post('/user/tokens', { label: 'Short', expiresAt })
    const caller = api.withToken(short.body.token)
    const refused = await caller.send('POST', '/user/tokens', body, headers)
    assert.deepEqual(
      [refused.status, refused.body.error?.reason],
      [403, 'token_too_narrow'],
    )
  })

  it('answers another token of the person though the change itself forbids a second one', async () => {
    const team = await createTeam('Versioned')
    const { headers: read } = await api.as('admin').get(team)
    const headers = {
      'idempotency-key': newKey(),
      'if-match': read.get('etag') ?? '',
    }
    const first = await api.as('admin').send('PATCH', team, { title: 'Next' }, headers)
    const other = await narrowed(api, api.users.admin, {})
    const again = await other.send('PATCH', team, { title: 'Next' }, headers)
    assert.deepEqual([first.status, again.status], [200, 200])
    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
  })

  it('takes keys of 1 to 255 characters', async () => {
    for (const key of ['k', 'k'.repeat(255)]) {
      assert.equal((await create(api.as('admin'), key, 'Key sizes')).status, 201)
    }
    for (const key of ['', 'k'.repeat(256)]) {
      const reply = await create(api.as('admin'), key, 'Key sizes')
      assert.equal(reply.status, 400)
      assert.match(reply.body.error.message, /Idempotency-Key/)
    }
    assert.equal(await teamsTitled('Key sizes'), 2)
  })

  it('is ignored on reads', async () => {
    const key = newKey()
    const read = await api.as('admin').get(teams, { 'idempotency-key': key })
    assert.equal(read.status, 200)
    assert.equal((await create(api.as('admin'), key, 'After a read')).status, 201)
  })

  it('makes concurrent duplicates one effect and one answer', async () => {
    const key = newKey()
    const replies = await Promise.all(
      Array.from({ length: 8 }, async () => create(api.as('admin'), key, 'Racing')),
    )
    const [first] = replies
    for (const reply of replies) {
      assert.equal(reply.status, 201)
      assert.deepEqual(reply.body, first?.body)
    }
    const replayed = replies.filter(({ headers }) => headers.has('idempotent-replayed'))
    assert.equal(replayed.length, 7)
    assert.equal(await teamsTitled('Racing'), 1)
  })

  it('refuses a concurrent request with the same key and another body', async () => {
    const key = newKey()
    const replies = await Promise.all([
      create(api.as('admin'), key, 'This'),
      create(api.as('admin'), key, 'That'),
    ])
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 422],
    )
    assert.equal((await teamsTitled('This')) + (await teamsTitled('That')), 1)
  })

  it('lets different keys pass side by side', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, async () =>
        create(api.as('admin'), newKey(), 'Side by side'),
      ),
    )
    assert.ok(replies.every(({ status }) => status === 201))
    assert.equal(await teamsTitled('Side by side'), 20)
    await untilAllIdle(api.services.db)
  })
})
