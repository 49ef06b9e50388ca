import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { proveDomains } from '#test/organizations/prove-domains.ts'
import {
  connectDirectory,
  groupUrn,
  patch,
  type TestDirectory,
  userUrn,
} from '#test/provisioning/test-directory.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'

function query(filter: string): string {
  return `filter=${encodeURIComponent(filter)}&startIndex=1&count=100`
}

/** What Okta's guide to SCIM 2.0 documents that it sends, in its order. */
describe('a directory of Okta', () => {
  let api: TestApi
  let okta: TestDirectory
  before(async () => {
    api = await startTestApi()
    const path = `/orgs/${api.organization}`
    await api.as('admin').patch(path, { emailDomains: ['acme.example'] })
    await proveDomains(api, api.organization)
    okta = await connectDirectory(api)
  })
  after(async () => api.stop())

  const userName = 'test.user@acme.example'
  const newUser = {
    schemas: [userUrn],
    userName,
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  }

  it('tests its connection with a page of users', async () => {
    const { status, body } = await okta.get('/Users?startIndex=1&count=2')
    assert.equal(status, 200)
    assert.deepEqual([body.startIndex, body.itemsPerPage], [1, 2])
    assert.equal(body.totalResults, 7)
    const far = await okta.get('/Users?startIndex=6&count=100')
    assert.equal(far.body.Resources.length, 2)
  })

  it('makes a user once it has found none, and is refused a second one', async () => {
    const path = `/Users?${query(`userName eq "${userName}"`)}`
    const none = await okta.get(path)
    assert.deepEqual([none.body.totalResults, none.body.Resources], [0, []])
    const made = await okta.send('POST', '/Users', newUser)
    assert.equal(made.status, 201)
    assert.equal(made.body.password, undefined)
    const { body } = await okta.get(path)
    assert.deepEqual(body.Resources, [made.body])
    const again = await okta.send('POST', '/Users', newUser)
    assert.deepEqual([again.status, again.body.scimType], [409, 'uniqueness'])
    const rows = await api.rows('select s::text as row from scim_user s')
    assert.ok(rows.every(({ row }) => !row.includes('1mz050nq')))
  })

  async function known(): Promise<TestBody> {
    const [user] = await okta.find('Users', `userName eq "${userName}"`)
    return user
  }

  it('reads a user, changes it and sends it back whole', async () => {
    const { id } = await known()
    const read = await okta.get(`/Users/${id}`)
    const body = { ...read.body, name: { givenName: 'Another', familyName: 'Name' } }
    const replaced = await okta.send('PUT', `/Users/${id}`, body)
    assert.equal(replaced.status, 200)
    assert.deepEqual(replaced.body.name, { givenName: 'Another', familyName: 'Name' })
    assert.equal((await okta.get('/Users/23a35c27')).status, 404)
  })

  it('deactivates and reactivates a user', async () => {
    const { id } = await known()
    const member = async () =>
      (await api.as('admin').get(`/orgs/${api.organization}/members/${id}`)).body
    for (const active of [false, true]) {
      const body = patch({ op: 'replace', value: { active } })
      const reply = await okta.send('PATCH', `/Users/${id}`, body)
      assert.deepEqual([reply.status, reply.body.active], [200, active])
      assert.equal((await member()).disabled, !active)
    }
    const off = { ...(await known()), active: false }
    const replaced = await okta.send('PUT', `/Users/${id}`, off)
    assert.equal(replaced.body.active, false)
    const on = await okta.send('PUT', `/Users/${id}`, { ...off, active: true })
    assert.equal(on.body.active, true)
  })

  it('pushes a group: makes it, renames it, sets and changes its members, deletes it', async () => {
    const { id: userId } = await known()
    const none = await okta.get(`/Groups?${query('displayName eq "Test SCIMv2"')}`)
    assert.equal(none.body.totalResults, 0)
    const made = await okta.send('POST', '/Groups', {
      schemas: [groupUrn],
      displayName: 'Test SCIMv2',
      members: [],
    })
    assert.equal(made.status, 201)
    const { id } = made.body
    const path = `/Groups/${id}`
    const rename = { op: 'replace', value: { id, displayName: 'Test SCIMv20' } }
    assert.equal((await okta.send('PATCH', path, patch(rename))).status, 204)
    assert.equal((await okta.get(path)).body.displayName, 'Test SCIMv20')
    const add = {
      op: 'add',
      path: 'members',
      value: [{ value: userId, display: userName }],
    }
    const remove = { op: 'remove', path: `members[value eq "${api.users.edit}"]` }
    assert.equal((await okta.send('PATCH', path, patch(remove, add))).status, 204)
    const { members } = (await okta.get(path)).body
    assert.deepEqual(
      members.map(({ value }: TestBody) => value),
      [userId],
    )
    const replace = { op: 'replace', path: 'members', value: [{ value: api.users.read }] }
    assert.equal((await okta.send('PATCH', path, patch(replace))).status, 204)
    const put = await okta.send('PUT', path, {
      schemas: [groupUrn],
      id,
      displayName: 'Test SCIMv2',
      members: [{ value: userId, display: userName }],
    })
    assert.equal(put.status, 200)
    assert.equal(put.body.members.length, 1)
    const pages = await okta.get('/Groups?startIndex=1&count=100')
    assert.equal(pages.body.totalResults, 1)
    assert.equal((await okta.send('DELETE', path)).status, 204)
  })
})
