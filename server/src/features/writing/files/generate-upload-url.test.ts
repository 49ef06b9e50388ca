import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { makeSpace, reachable } from '#test/files/test-files.ts'
import type { SampleName } from '#test/sample.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('an upload URL', () => {
  let api: TestApi
  let path: string
  const asked = {
    file: { name: 'logo.png', type: 'image/png', size: 5 },
    kind: 'content_file',
  }
  before(async () => {
    api = await startTestApi()
    path = `/orgs/${api.organization}/storage/upload`
  })
  after(() => api.stop())

  const statusFor = async (name: SampleName) =>
    (await api.as(name).post(path, asked)).status

  it('takes exactly the announced file, once, and is noted with its sweep', async () => {
    const { status, body } = await api.as('edit').post(path, asked)
    assert.equal(status, 201)
    assert.equal(body.object, 'storage-signed-url')
    assert.match(body.key, new RegExp(`^uploads/${api.organization}/\\w{20}$`))
    const rows = await api.rows(
      `select kind, name, content_type, size::integer, created_by, used_at,
         extract(epoch from expires_at - created_at)::integer as seconds
       from upload where key = $1`,
      [body.key],
    )
    assert.deepEqual(rows, [
      {
        kind: 'content_file',
        name: 'logo.png',
        content_type: 'image/png',
        size: 5,
        created_by: api.users.edit,
        used_at: null,
        seconds: 900,
      },
    ])
    const jobs = await api.rows(
      `select data->>'organizationId' as organization from pgboss.job
       where name = 'files.sweep-upload' and data->>'key' = $1`,
      [body.key],
    )
    assert.deepEqual(jobs, [{ organization: api.organization }])

    const put = async (text: string) =>
      fetch(reachable(api, body.url), {
        method: 'PUT',
        headers: { 'content-type': 'image/png' },
        body: text,
      })
    assert.equal((await put('1234')).status, 400)
    assert.equal((await put('12345')).status, 200)
    assert.equal((await put('12345')).status, 409)
  })

  it('is for everyone whose role in the organization lets them edit', async () => {
    for (const name of ['admin', 'create', 'review', 'edit'] as const) {
      assert.equal(await statusFor(name), 201, name)
    }
    for (const name of ['comment', 'read', 'guest'] as const) {
      const refused = await api.as(name).post(path, asked)
      assert.equal(refused.status, 403, name)
      assert.equal(refused.body.error.reason, 'forbidden')
    }
  })

  it('is for those who were given a space to edit, or whose team was', async () => {
    const space = await makeSpace(api)
    await api.rows(
      `insert into user_grant (organization_id, content_id, user_id, role)
       values ($1, $2, $3, 'comment')`,
      [api.organization, space, api.users.guest],
    )
    assert.equal(await statusFor('guest'), 403)
    await api.rows(`update user_grant set role = 'edit' where user_id = $1`, [
      api.users.guest,
    ])
    assert.equal(await statusFor('guest'), 201)

    await api.rows(
      `insert into team (organization_id, id, title) values ($1, 't', 'T')`,
      [api.organization],
    )
    await api.rows(
      `insert into team_grant (organization_id, content_id, team_id, role)
       values ($1, $2, 't', 'review')`,
      [api.organization, space],
    )
    assert.equal(await statusFor('read'), 403)
    await api.rows(
      `insert into team_member (organization_id, team_id, user_id, role)
       values ($1, 't', $2, 'member')`,
      [api.organization, api.users.read],
    )
    assert.equal(await statusFor('read'), 201)
  })

  it('is for members where a space lets all of them edit, and not for guests', async () => {
    await api.rows('delete from user_grant where user_id = $1', [api.users.guest])
    assert.equal(await statusFor('comment'), 403)
    await makeSpace(api, 'edit')
    assert.equal(await statusFor('comment'), 201)
    assert.equal(await statusFor('guest'), 403)
  })

  it('answers an outsider exactly as if the organization did not exist', async () => {
    const outsider = await api.as('outsider').post(path, asked)
    const missing = await api.as('outsider').post('/orgs/nope/storage/upload', asked)
    assert.equal(outsider.status, 404)
    const message = outsider.body.error.message.replace(api.organization, 'nope')
    assert.equal(message, missing.body.error.message)
    assert.equal((await api.anonymous().post(path, asked)).status, 401)
  })

  it('is refused for a size, a type or a kind that is none', async () => {
    const wrong = [
      { ...asked, kind: 'other' },
      { ...asked, file: { ...asked.file, size: 0 } },
      { ...asked, file: { ...asked.file, size: 100 * 1024 * 1024 + 1 } },
      { ...asked, file: { ...asked.file, size: 1.5 } },
      { ...asked, file: { ...asked.file, type: 'png' } },
      { ...asked, file: { ...asked.file, type: 'image/png\r\nx: y' } },
      { ...asked, file: { ...asked.file, name: '' } },
      { kind: 'content_file' },
    ]
    for (const body of wrong) {
      assert.equal((await api.as('edit').post(path, body)).status, 400)
    }
    const largest = { ...asked, file: { ...asked.file, size: 100 * 1024 * 1024 } }
    assert.equal((await api.as('edit').post(path, largest)).status, 201)
  })

  it('is the same one when the request is repeated with its key', async () => {
    const headers = { 'idempotency-key': 'upload-once' }
    const first = await api.as('edit').send('POST', path, asked, headers)
    const again = await api.as('edit').send('POST', path, asked, headers)
    assert.deepEqual(again.body, first.body)
    const rows = await api.rows('select 1 from upload where key = $1', [first.body.key])
    assert.equal(rows.length, 1)
  })
})
