import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { proveDomains } from '#test/organizations/prove-domains.ts'
import {
  connectDirectory,
  enterpriseUrn,
  patch,
  type TestDirectory,
  userUrn,
} from '#test/provisioning/test-directory.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'

describe('SCIM users', () => {
  let api: TestApi
  let directory: TestDirectory
  let people = 0
  before(async () => {
    api = await startTestApi()
    await api
      .as('admin')
      .patch(`/orgs/${api.organization}`, { emailDomains: ['acme.example'] })
    await proveDomains(api, api.organization)
    directory = await connectDirectory(api)
  })
  after(async () => api.stop())

  function person(more: object = {}) {
    people += 1
    const userName = `person${people}@acme.example`
    return {
      schemas: [userUrn],
      userName,
      name: { givenName: 'Ada', familyName: `Person ${people}` },
      emails: [{ value: userName, type: 'work', primary: true }],
      active: true,
      ...more,
    }
  }

  const create = async (body: object = person()): Promise<TestBody> => {
    const reply = await directory.send('POST', '/Users', body)
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    return reply.body
  }

  it('at a proven domain become members with an account of their own', async () => {
    const body = person({ externalId: '00u1', displayName: 'Ada' })
    const reply = await directory.send('POST', '/Users', body)
    assert.equal(reply.status, 201)
    const { id, meta, ...rest } = reply.body
    assert.deepEqual(rest, body)
    assert.equal(reply.headers.location, `${directory.baseUrl}/Users/${id}`)
    assert.equal(reply.headers.etag, meta.version)
    const member = await api.as('admin').get(`/orgs/${api.organization}/members/${id}`)
    assert.equal(member.status, 200)
    assert.deepEqual(
      [member.body.role, member.body.user.displayName, member.body.user.email],
      ['read', 'Ada', body.userName],
    )
    assert.deepEqual((await directory.get(`/Users/${id}`)).body, reply.body)
  })

  it('who are members already are found by their address and taken on', async () => {
    const [found] = await directory.find('Users', 'userName eq "EDIT@acme.example"')
    assert.equal(found.id, api.users.edit)
    const made = await directory.send('POST', '/Users', { userName: found.userName })
    assert.deepEqual([made.status, made.body.scimType], [409, 'uniqueness'])
    const replaced = await directory.send('PUT', `/Users/${found.id}`, {
      ...found,
      externalId: 'e-1',
      [enterpriseUrn]: { department: 'Docs', manager: { value: 'm1' } },
    })
    assert.equal(replaced.status, 200)
    assert.equal(replaced.body.externalId, 'e-1')
    const [again] = await directory.find('Users', 'externalId eq "e-1"')
    assert.deepEqual(again, replaced.body)
    const byManager = await directory.find(
      'Users',
      `id eq "${found.id}" and manager eq "m1"`,
    )
    assert.equal(byManager.length, 1)
  })

  it('who are deactivated are out at once, and in again when reactivated', async () => {
    const [{ id }] = await directory.find('Users', 'userName eq "comment@acme.example"')
    const path = `/orgs/${api.organization}`
    assert.equal((await api.as('comment').get(path)).status, 200)
    const off = await directory.send(
      'PATCH',
      `/Users/${id}`,
      patch({ op: 'Replace', path: 'active', value: 'False' }),
    )
    assert.deepEqual([off.status, off.body.active], [200, false])
    const refused = await api.as('comment').get(path)
    assert.deepEqual(
      [refused.status, refused.body.error.reason],
      [403, 'member_disabled'],
    )
    const on = await directory.send(
      'PATCH',
      `/Users/${id}`,
      patch({ op: 'replace', value: { active: true } }),
    )
    assert.equal(on.body.active, true)
    assert.equal((await api.as('comment').get(path)).status, 200)
  })

  it('elsewhere are invited, and their account is not taken', async () => {
    const user = await create(
      person({ userName: 'outsider@elsewhere.example', emails: undefined }),
    )
    assert.notEqual(user.id, api.users.outsider)
    assert.equal(user.active, true)
    const rows = await api.rows(
      'select user_id from member where organization_id = $1 and user_id = $2',
      [api.organization, api.users.outsider],
    )
    assert.deepEqual(rows, [])
    const invites = await api.rows('select email from mail_invite')
    assert.deepEqual(invites, [{ email: 'outsider@elsewhere.example' }])
    const removed = await directory.send('DELETE', `/Users/${user.id}`)
    assert.equal(removed.status, 204)
    assert.deepEqual(await api.rows('select email from mail_invite'), [])
    assert.equal((await directory.get(`/Users/${user.id}`)).status, 404)
  })

  it('cannot lose the organization its last admin', async () => {
    const [{ id }] = await directory.find('Users', 'userName eq "admin@acme.example"')
    const off = patch({ op: 'replace', path: 'active', value: false })
    const replies = [
      await directory.send('PATCH', `/Users/${id}`, off),
      await directory.send('DELETE', `/Users/${id}`),
    ]
    for (const { status, body } of replies) {
      assert.equal(status, 409)
      assert.match(body.detail, /only admin/)
    }
    assert.equal((await api.as('admin').get(`/orgs/${api.organization}`)).status, 200)
  })
})
