import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { proveDomains } from '#test/organizations/prove-domains.ts'
import {
  connectDirectory,
  enterpriseUrn,
  groupUrn,
  patch,
  type TestDirectory,
  userUrn,
} from '#test/provisioning/test-directory.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'

/** What Microsoft's tutorial on a SCIM endpoint documents that Entra ID sends. */
describe('a directory of Entra ID', () => {
  let api: TestApi
  let entra: TestDirectory
  before(async () => {
    api = await startTestApi()
    const path = `/orgs/${api.organization}`
    await api.as('admin').patch(path, { emailDomains: ['acme.example'] })
    await proveDomains(api, api.organization)
    entra = await connectDirectory(api)
  })
  after(async () => api.stop())

  const userName = 'Test_User_ab6490ee@acme.example'
  const externalId = '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef'
  const newUser = {
    schemas: [userUrn, enterpriseUrn],
    externalId,
    userName,
    active: true,
    emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b@acme.example' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'family', givenName: 'given' },
    roles: [],
    phoneNumbers: [{ type: 'work', value: '425-555-0100' }],
    [enterpriseUrn]: { department: 'Docs', employeeNumber: '701984' },
  }
  const newGroup = {
    schemas: [
      groupUrn,
      'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
    ],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName: 'displayName',
    meta: { resourceType: 'Group' },
  }

  async function user(): Promise<TestBody> {
    const [found] = await entra.find('Users', `userName eq "${userName}"`)
    return found
  }

  it('tests its connection with a user that does not exist', async () => {
    const { status, body } = await entra.get(
      `/Users?filter=${encodeURIComponent('userName eq "non-existent user"')}`,
    )
    assert.equal(status, 200)
    assert.deepEqual([body.totalResults, body.Resources], [0, []])
  })

  it('makes a user and finds it by what it matches by', async () => {
    const made = await entra.send('POST', '/Users', newUser)
    assert.equal(made.status, 201)
    const { id, userName: name, active } = made.body
    assert.deepEqual([name, active], [userName, true])
    const filters = [
      `userName eq "${userName.toLowerCase()}"`,
      `externalId eq "${externalId}"`,
      'emails[type eq "work"].value eq "test_user_fd0ea19b@acme.example"',
    ]
    for (const filter of filters) {
      assert.deepEqual(
        (await entra.find('Users', filter)).map((one) => one.id),
        [id],
        filter,
      )
    }
    const member = await api.as('admin').get(`/orgs/${api.organization}/members/${id}`)
    assert.equal(member.body.user.email, 'test_user_fd0ea19b@acme.example')
    assert.deepEqual(await entra.find('Users', 'externalId eq "none"'), [])
  })

  it('changes several attributes at once, those of a type among them', async () => {
    const { id } = await user()
    const reply = await entra.send(
      'PATCH',
      `/Users/${id}`,
      patch(
        {
          op: 'Replace',
          path: 'emails[type eq "work"].value',
          value: 'updated@acme.example',
        },
        { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
        {
          op: 'Add',
          path: 'phoneNumbers[type eq "mobile"].value',
          value: '425-555-0101',
        },
        { op: 'Add', path: `${enterpriseUrn}:department`, value: 'Press' },
        { op: 'Add', path: `${enterpriseUrn}:manager`, value: api.users.admin },
        {
          op: 'Replace',
          path: 'emails[type eq "home"].value',
          value: 'home@acme.example',
        },
      ),
    )
    assert.equal(reply.status, 200)
    const { emails, name, phoneNumbers, [enterpriseUrn]: more } = reply.body
    assert.deepEqual(emails, [
      { primary: true, type: 'work', value: 'updated@acme.example' },
      { type: 'home', value: 'home@acme.example' },
    ])
    assert.deepEqual([name.familyName, name.givenName], ['updatedFamilyName', 'given'])
    assert.equal(phoneNumbers, undefined)
    assert.deepEqual(more, {
      department: 'Press',
      employeeNumber: '701984',
      manager: { value: api.users.admin },
    })
    // The account is the person's: it keeps its address.
    const member = await api.as('admin').get(`/orgs/${api.organization}/members/${id}`)
    assert.equal(member.body.user.email, 'test_user_fd0ea19b@acme.example')
  })

  it('changes attributes by a value without a path', async () => {
    const { id } = await user()
    const value = {
      displayName: 'Someone',
      'name.givenName': 'Some',
      [`${enterpriseUrn}:department`]: 'Legal',
      [enterpriseUrn]: { costCenter: '7' },
    }
    const reply = await entra.send(
      'PATCH',
      `/Users/${id}`,
      patch({ op: 'replace', value }),
    )
    assert.equal(reply.status, 200)
    const { displayName, name, [enterpriseUrn]: more } = reply.body
    assert.deepEqual([displayName, name.givenName], ['Someone', 'Some'])
    assert.deepEqual(
      [more.department, more.costCenter, more.employeeNumber],
      ['Legal', '7', '701984'],
    )
  })

  it('asks whether somebody has a manager', async () => {
    const { id } = await user()
    const ask = async (manager: string) => {
      const filter = encodeURIComponent(`id eq "${id}" and manager eq "${manager}"`)
      return (await entra.get(`/Users?filter=${filter}&attributes=id`)).body.Resources
    }
    const [found, ...more] = await ask(api.users.admin)
    assert.deepEqual(found, { schemas: [userUrn, enterpriseUrn], id })
    assert.deepEqual([...more, ...(await ask(api.users.edit))], [])
  })

  it('renames, disables with a text for a truth value, enables and deletes a user', async () => {
    const { id } = await user()
    const path = `/Users/${id}`
    const renamed = '5b50642d@acme.example'
    const rename = patch({ op: 'Replace', path: 'userName', value: renamed })
    assert.equal((await entra.send('PATCH', path, rename)).body.userName, renamed)
    for (const [value, active] of [
      ['False', false],
      ['True', true],
    ] as const) {
      const body = patch({ op: 'Replace', path: 'active', value })
      assert.equal((await entra.send('PATCH', path, body)).body.active, active)
    }
    assert.equal((await entra.send('DELETE', path)).status, 204)
    assert.equal((await entra.get(path)).status, 404)
    const member = await api.as('admin').get(`/orgs/${api.organization}/members/${id}`)
    assert.equal(member.status, 404)
  })

  it('makes a group, reads it without its members, and changes who is in it', async () => {
    const made = await entra.send('POST', '/Groups', newGroup)
    assert.equal(made.status, 201)
    const { id } = made.body
    const without = 'excludedAttributes=members'
    const byName = await entra.get(
      `/Groups?${without}&filter=${encodeURIComponent('displayName eq "displayName"')}`,
    )
    assert.equal(byName.body.totalResults, 1)
    const path = `/Groups/${id}`
    const rename = patch({ op: 'Replace', path: 'displayName', value: '1879db59' })
    assert.equal((await entra.send('PATCH', path, rename)).status, 204)
    const member = [{ $ref: null, value: api.users.edit }]
    const add = patch({ op: 'Add', path: 'members', value: member })
    assert.equal((await entra.send('PATCH', path, add)).status, 204)
    const read = await entra.get(`${path}?${without}`)
    assert.deepEqual([read.body.displayName, read.body.members], ['1879db59', undefined])
    const filter = `id eq "${id}" and members eq "${api.users.edit}"`
    assert.equal((await entra.find('Groups', filter)).length, 1)
    const remove = patch({ op: 'Remove', path: 'members', value: member })
    assert.equal((await entra.send('PATCH', path, remove)).status, 204)
    assert.equal((await entra.find('Groups', filter)).length, 0)
    assert.equal((await entra.send('DELETE', path)).status, 204)
  })
})
