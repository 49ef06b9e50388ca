import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, it } from 'node:test'

import { issueToken } from '#/features/people/api-tokens/public.ts'
import { type RunningApi, startApi } from '#/start/api.ts'
import {
  keep,
  makeSpace,
  nameInContent,
  pixel,
  store,
  urlOf,
} from '#test/files/test-files.ts'
import {
  connectDirectory,
  patch,
  type TestDirectory,
} from '#test/provisioning/test-directory.ts'
import { signIn } from '#test/sessions/test-browser-session.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('whoever a directory deactivates', () => {
  let api: TestApi
  let other: RunningApi
  let directory: TestDirectory
  before(async () => {
    api = await startTestApi()
    other = await startApi(api.services.config)
    directory = await connectDirectory(api)
  })
  after(async () => {
    await other.stop()
    await api.stop()
  })

  const setActive = async (id: string, active: boolean) => {
    const body = patch({ op: 'replace', path: 'active', value: active })
    const reply = await directory.send('PATCH', `/Users/${id}`, body)
    assert.deepEqual([reply.status, reply.body.active], [200, active])
  }

  it('is out within a second, by every way in and in every process, and in again after', async () => {
    const accountId = api.users.edit
    const path = `/orgs/${api.organization}`
    const space = await makeSpace(api)
    const object = await store(api, space, { bytes: pixel })
    await keep(api, space, object)
    const fileId = await nameInContent(api, space, object)
    const { secret } = await api.services.db.transaction(async (tx) =>
      issueToken(tx, { accountId, label: 'X', organizationId: api.organization }),
    )
    const session = await signIn(api, accountId)
    const bound = await signIn(api, accountId, {
      way: 'saml',
      organizationId: api.organization,
    })
    const fileUrl = urlOf(api, space, fileId, { as: 'edit' })
    const ways: Record<string, () => Promise<{ status: number }>> = {
      token: async () => api.as('edit').get(path),
      narrow: async () => api.withToken(secret).get(path),
      elsewhere: async () => api.withToken(secret, other.url).get(path),
      session: async () => session.get(path),
      bound: async () => bound.at(other.url).get(path),
      file: async () => fetch(fileUrl),
    }
    const statuses = async () => {
      const answers = Object.entries(ways).map(async ([way, ask]) => {
        const { status } = await ask()
        return [way, status]
      })
      return Object.fromEntries(await Promise.all(answers))
    }
    const all = (status: number, more: object = {}) => ({
      ...Object.fromEntries(Object.keys(ways).map((way) => [way, status])),
      ...more,
    })
    assert.deepEqual(await statuses(), all(200))

    await setActive(accountId, false)
    await sleep(900)
    assert.deepEqual(await statuses(), all(403, { bound: 401, file: 404 }))
    // The account, and what it has elsewhere, is the person's own.
    assert.equal((await session.get('/user')).status, 200)

    await setActive(accountId, true)
    await sleep(900)
    assert.deepEqual(await statuses(), all(200, { bound: 401 }))
  })

  it('keeps role and teams, and is counted as nobody who was seen', async () => {
    const { read } = api.users
    const team = await api
      .as('admin')
      .put(`/orgs/${api.organization}/teams`, { title: 'Kept', members: [read] })
    await api.rows(
      'update member set last_seen_at = now() where organization_id = $1 and user_id = $2',
      [api.organization, read],
    )
    await api.rows(
      `insert into organization_counter values ($1, 'members-seen', 1)
       on conflict (organization_id, name) do update set value = 1`,
      [api.organization],
    )
    const seen = async () => {
      const [row] = await api.rows(
        `select value from organization_counter
         where organization_id = $1 and name = 'members-seen'`,
        [api.organization],
      )
      return Number(row.value)
    }
    await setActive(read, false)
    await setActive(read, false)
    assert.equal(await seen(), 0)
    await setActive(read, true)
    assert.equal(await seen(), 1)
    const member = await api.as('admin').get(`/orgs/${api.organization}/members/${read}`)
    assert.deepEqual([member.body.role, member.body.teams], ['read', 1])
    const { body } = await api
      .as('admin')
      .get(`/orgs/${api.organization}/teams/${team.body.id}/members`)
    assert.equal(body.count, 2)
  })

  it('is in the audit log, with the token as who did it', async () => {
    const { review } = api.users
    await setActive(review, false)
    await setActive(review, true)
    await directory.send('DELETE', `/Users/${review}`)
    const rows = await api.rows(
      'select action, actor_id from audit_event where target_id = $1 order by id',
      [review],
    )
    const [token] = await api.rows('select id from scim_token')
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['member_suspended', 'member_reactivated', 'member_removed'],
    )
    assert.ok(rows.every(({ actor_id: actor }) => actor === token.id))
  })

  it('may be an admin, unless they are the last one who is not suspended', async () => {
    const { create, admin } = api.users
    const path = `/orgs/${api.organization}/members/${create}`
    await api.as('admin').patch(path, { role: 'admin' })
    await setActive(admin, false)
    const off = patch({ op: 'replace', value: { active: 'False' } })
    const last = await directory.send('PATCH', `/Users/${create}`, off)
    assert.equal(last.status, 409)
    assert.equal((await directory.send('DELETE', `/Users/${create}`)).status, 409)
    await setActive(admin, true)
    const both = await Promise.all(
      [create, admin].map(async (id) => directory.send('PATCH', `/Users/${id}`, off)),
    )
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((one, two) => one - two),
      [200, 409],
    )
  })

  it('takes part in a bound, beyond which nobody new is made and everybody can be deactivated', async () => {
    const fill = async (upTo: number) =>
      api.rows(
        `insert into scim_user (organization_id, id, user_name, user_name_key, email, emails,
           is_active, attributes)
         select $1, 'left' || n, 'left' || n, 'left' || n, 'left' || n || '@x.example', '{}',
           false, '{}'
         from generate_series((select count(*) from scim_user
           where organization_id = $1 and not is_active) + 1, $2::integer) as n`,
        [api.organization, upTo],
      )
    await fill(19_999)
    const last = await directory.send('POST', '/Users', {
      userName: 'last@x.example',
      active: false,
    })
    assert.equal(last.status, 201)
    for (const active of [true, false]) {
      const userName = 'beyond@x.example'
      const refused = await directory.send('POST', '/Users', { userName, active })
      assert.equal(refused.status, 400)
      assert.match(refused.body.detail, /has 20000 users that are not active/)
    }
    const { body } = await directory.send(
      'GET',
      `/Users?filter=${encodeURIComponent('userName eq "admin@acme.example"')}`,
    )
    assert.equal(body.Resources.length, 1)
    await setActive(api.users.read, false)
    await setActive(api.users.read, true)
    assert.equal((await directory.send('DELETE', `/Users/${last.body.id}`)).status, 204)
    const next = await directory.send('POST', '/Users', { userName: 'next@x.example' })
    assert.equal(next.status, 201)
  })
})
