import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { issueToken } from '#/features/people/api-tokens/public.ts'
import { signIn } from '#test/sessions/test-browser-session.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'

const nowhere = '0AbsentAbsentAbsent0'

function reasonOf({ status, body }: { status: number; body?: TestBody }) {
  return [status, body?.error?.reason]
}

describe('SCIM tokens', () => {
  let api: TestApi
  let path: string
  before(async () => {
    api = await startTestApi()
    path = `/orgs/${api.organization}/scim-tokens`
  })
  after(async () => api.stop())
  beforeEach(async () => {
    await api.rows('delete from scim_token')
  })

  const make = async (body: object = { label: 'Okta' }) =>
    api.as('admin').post(path, body)

  it('show their secret and the address once, and are stored as a hash', async () => {
    const { status, headers, body } = await make()
    assert.equal(status, 201)
    const { id, token, createdAt, ...rest } = body
    assert.match(token, /^lec_i_[0-9A-Za-z]{49}$/)
    assert.equal(typeof createdAt, 'string')
    assert.deepEqual(rest, {
      object: 'scim-token',
      label: 'Okta',
      url: `http://lectern.test/scim/v2/${api.organization}`,
    })
    assert.equal(headers.get('location'), `http://lectern.test/v1${path}/${id}`)
    const listed = await api.as('admin').get(path)
    const rows = await api.rows('select t::text as row from scim_token t')
    assert.equal(rows.length, 1)
    for (const text of [JSON.stringify(listed.body), rows[0].row]) {
      assert.ok(text.includes(id))
      assert.ok(!text.includes(token))
    }
  })

  it('are no API tokens: every operation refuses them', async () => {
    const { token } = (await make()).body
    const caller = api.withToken(token)
    for (const target of ['/user', path, `/orgs/${api.organization}`]) {
      assert.deepEqual(reasonOf(await caller.get(target)), [401, 'unauthenticated'])
    }
  })

  it('are listed newest first, in pages', async () => {
    for (const label of ['One', 'Two', 'Three']) await make({ label })
    const first = await api.as('admin').get(`${path}?limit=2`)
    assert.equal(first.body.count, 3)
    const second = await api
      .as('admin')
      .get(`${path}?limit=2&page=${first.body.next.page}`)
    const labels = [...first.body.items, ...second.body.items].map(({ label }) => label)
    assert.deepEqual(labels, ['Three', 'Two', 'One'])
    assert.equal(second.body.next, undefined)
  })

  it('are at most ten in an organization, also when asked for at the same time', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, async () => make()))
    const made = replies.filter(({ status }) => status === 201)
    assert.equal(made.length, 10)
    assert.deepEqual(reasonOf(await make()), [409, 'too_many_scim_tokens'])
    await api.as('admin').delete(`${path}/${made[0]?.body.id}`)
    assert.equal((await make()).status, 201)
  })

  it('can end at a time, which is still to come', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    assert.equal((await make({ label: 'Until', expiresAt })).body.expiresAt, expiresAt)
    const past = await make({ label: 'Past', expiresAt: '2020-01-01T00:00:00Z' })
    assert.deepEqual(reasonOf(past), [400, 'invalid_request'])
  })

  it('are never valid for longer than the API token that makes them', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const { secret } = await api.services.db.transaction(async (tx) =>
      issueToken(tx, { accountId: api.users.admin, label: 'Short', expiresAt }),
    )
    const caller = api.withToken(secret)
    const refused = await caller.post(path, { label: 'Longer' })
    assert.deepEqual(reasonOf(refused), [403, 'token_too_narrow'])
    assert.equal((await caller.post(path, { label: 'Same', expiresAt })).status, 201)
  })

  it('are deleted for good, and again without an error', async () => {
    const { id } = (await make()).body
    assert.equal((await api.as('admin').delete(`${path}/${id}`)).status, 204)
    assert.equal((await api.as('admin').delete(`${path}/${id}`)).status, 204)
    assert.equal((await api.as('admin').get(path)).body.count, 0)
  })

  it('leave who made and who deleted them in the audit log, without the secret', async () => {
    const { id, token } = (await make()).body
    await api.as('admin').delete(`${path}/${id}`)
    await api.as('admin').delete(`${path}/${nowhere}`)
    const rows = await api.rows(
      `select action, actor_id, details from audit_event where target_id = $1 order by id`,
      [id],
    )
    assert.deepEqual(
      rows.map(({ action, actor_id: actor, details }) => [action, actor, details.label]),
      [
        ['scim_token_created', api.users.admin, 'Okta'],
        ['scim_token_deleted', api.users.admin, 'Okta'],
      ],
    )
    const all = await api.rows('select a::text as row from audit_event a')
    assert.ok(all.every(({ row }) => !row.includes(token)))
  })

  it('are for admins only, whatever else somebody is', async () => {
    const { id } = (await make()).body
    for (const name of [
      'create',
      'review',
      'edit',
      'comment',
      'read',
      'guest',
    ] as const) {
      const replies = await Promise.all([
        api.as(name).get(path),
        api.as(name).post(path, { label: 'Mine' }),
        api.as(name).delete(`${path}/${id}`),
      ])
      for (const reply of replies) assert.deepEqual(reasonOf(reply), [403, 'forbidden'])
    }
    assert.equal((await api.as('admin').get(path)).body.count, 1)
  })

  it('answer an outsider as if the organization did not exist, and nobody without a token', async () => {
    const { id } = (await make()).body
    const elsewhere = `/orgs/${nowhere}/scim-tokens`
    for (const target of [path, elsewhere]) {
      const outsider = api.as('outsider')
      const replies = [
        await outsider.get(target),
        await outsider.post(target, { label: 'Mine' }),
      ]
      for (const reply of replies) assert.deepEqual(reasonOf(reply), [404, 'not_found'])
      // What is not there is as good as deleted.
      assert.equal((await outsider.delete(`${target}/${id}`)).status, 204)
    }
    assert.equal((await api.as('admin').get(path)).body.count, 1)
    const anonymous = api.anonymous()
    assert.equal((await anonymous.get(path)).status, 401)
    assert.equal((await anonymous.post(path, { label: 'Mine' })).status, 401)
    assert.equal((await anonymous.delete(`${path}/${id}`)).status, 401)
  })

  it('need a browser that was signed in just now', async () => {
    const session = await signIn(api, api.users.admin)
    const { id } = (await session.send('POST', path, { label: 'Fresh' })).body
    await api.rows(
      `update browser_session set authenticated_at = now() - interval '11 minutes'`,
    )
    const replies = [
      await session.send('POST', path, { label: 'Stale' }),
      await session.send('DELETE', `${path}/${id}`),
    ]
    for (const reply of replies) {
      assert.deepEqual(reasonOf(reply), [403, 'sign_in_again'])
    }
    assert.equal((await session.get(path)).status, 200)
  })
})
