import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import {
  connectDirectory,
  groupUrn,
  patch,
  type TestDirectory,
} from '#test/provisioning/test-directory.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'

function valuesOf({ members = [] }: TestBody) {
  return members.map(({ value }: TestBody) => value)
}

describe('SCIM groups', () => {
  let api: TestApi
  let directory: TestDirectory
  before(async () => {
    api = await startTestApi()
    directory = await connectDirectory(api)
  })
  after(async () => api.stop())

  const create = async (displayName: string, more: object = {}): Promise<TestBody> => {
    const body = { schemas: [groupUrn], displayName, ...more }
    const reply = await directory.send('POST', '/Groups', body)
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    return reply.body
  }
  const change = async (id: string, ...operations: object[]) =>
    directory.send('PATCH', `/Groups/${id}`, patch(...operations))
  const membersOf = async (id: string) =>
    valuesOf((await directory.get(`/Groups/${id}`)).body)
  const idsBy = async (filter: string) =>
    (await directory.find('Groups', filter)).map((group) => group.id)
  const inTeam = async (id: string) => {
    const path = `/orgs/${api.organization}/teams/${id}`
    const team = await api.as('admin').get(path)
    const { body } = await api.as('admin').get(`${path}/members`)
    assert.equal(team.body.members, body.items.length)
    return body.items.map(({ organization }: TestBody) => organization.id)
  }

  it('are teams, with their members', async () => {
    const { edit, read } = api.users
    const members = [{ value: edit }, { value: read }]
    const group = await create('Writers', { externalId: 'g-1', members })
    assert.deepEqual(valuesOf(group).toSorted(), [edit, read].toSorted())
    assert.deepEqual((await inTeam(group.id)).toSorted(), [edit, read].toSorted())
    const listed = await api.as('admin').get(`/orgs/${api.organization}/teams`)
    assert.ok(listed.body.items.some(({ title }: TestBody) => title === 'Writers'))
    const [user] = await directory.find('Users', `id eq "${edit}"`)
    assert.deepEqual(user.groups, [
      {
        value: group.id,
        $ref: `${directory.baseUrl}/Groups/${group.id}`,
        display: 'Writers',
        type: 'direct',
      },
    ])
  })

  it('made by hand are found by their names and taken on', async () => {
    const made = await api
      .as('admin')
      .put(`/orgs/${api.organization}/teams`, { title: 'Editors' })
    const [found] = await directory.find('Groups', 'displayName eq "editors"')
    assert.equal(found.id, made.body.id)
    const replaced = await directory.send('PUT', `/Groups/${found.id}`, {
      schemas: [groupUrn],
      displayName: 'Chief editors',
      externalId: 'g-2',
    })
    assert.equal(replaced.status, 200)
    // Who was in it stays: the body says nothing of members.
    assert.deepEqual(valuesOf(replaced.body), [api.users.admin])
    const [again] = await directory.find('Groups', 'externalId eq "g-2"')
    assert.deepEqual(again, replaced.body)
    const team = await api.as('admin').get(`/orgs/${api.organization}/teams/${found.id}`)
    assert.equal(team.body.title, 'Chief editors')
  })

  it('keep a name that is longer than the title of a team', async () => {
    const long = `Everybody ${'x'.repeat(100)}`
    const { id, displayName } = await create(long)
    assert.equal(displayName, long)
    const [found] = await directory.find('Groups', `displayName eq "${long}"`)
    assert.equal(found.id, id)
    const path = `/orgs/${api.organization}/teams/${id}`
    assert.equal((await api.as('admin').get(path)).body.title.length, 64)
    await api.as('admin').patch(path, { title: 'All' })
    assert.equal((await directory.get(`/Groups/${id}`)).body.displayName, 'All')
  })

  it('take members in and out, in every way that directories say it', async () => {
    const { edit, read, comment } = api.users
    const { id } = await create('Moving')
    const sorted = async () => (await membersOf(id)).toSorted()
    const add = { op: 'Add', path: 'members', value: [{ value: edit }, { value: read }] }
    assert.equal((await change(id, add)).status, 204)
    assert.deepEqual(await sorted(), [edit, read].toSorted())
    await change(id, { op: 'remove', path: `members[value eq "${edit}"]` })
    assert.deepEqual(await sorted(), [read])
    await change(id, { op: 'Remove', path: 'members', value: [{ value: read }] })
    assert.deepEqual(await sorted(), [])
    await change(
      id,
      { op: 'add', value: { members: [{ value: edit }] } },
      { op: 'add', path: 'members', value: [{ value: comment }] },
      { op: 'remove', path: `members[value eq "${edit}" or value eq "${read}"]` },
    )
    assert.deepEqual(await sorted(), [comment])
    await change(id, { op: 'replace', path: 'members', value: [{ value: read }] })
    assert.deepEqual(await inTeam(id), [read])
    await change(id, { op: 'remove', path: 'members' })
    assert.deepEqual(await inTeam(id), [])
  })

  it('refuse members that are nobody here, groups among them, and change nothing then', async () => {
    const { id } = await create('Strict')
    const wrong = [
      [{ value: api.users.outsider }],
      [{ value: api.users.edit }, { value: 'nobody' }],
      [{ value: id, type: 'Group' }],
      [{ display: 'No id' }],
    ]
    for (const value of wrong) {
      const { status, body } = await change(id, { op: 'add', path: 'members', value })
      assert.deepEqual([status, body.scimType], [400, 'invalidValue'])
    }
    assert.deepEqual(await membersOf(id), [])
  })

  it('are found by who is in them', async () => {
    const { review } = api.users
    const { id } = await create('Reviewers', { members: [{ value: review }] })
    const other = await create('Nobody')
    assert.deepEqual(await idsBy(`members[value eq "${review}"]`), [id])
    assert.deepEqual(await idsBy(`members.value eq "${review}"`), [id])
    assert.deepEqual(await idsBy(`id eq "${id}" and members eq "${review}"`), [id])
    assert.deepEqual(await idsBy(`id eq "${other.id}" and members eq "${review}"`), [])
  })

  it('have in them from their first day on who was invited', async () => {
    const { joinInvited } = await import('./join-invited.ts')
    const user = await directory.send('POST', '/Users', {
      userName: 'outsider@elsewhere.example',
    })
    const group = await create('Later', { members: [{ value: user.body.id }] })
    assert.deepEqual(valuesOf(group), [user.body.id])
    assert.deepEqual(await inTeam(group.id), [])
    await api.rows(
      `insert into member (organization_id, user_id, role, search_text)
       values ($1, $2, 'read', '')`,
      [api.organization, api.users.outsider],
    )
    const member = { organizationId: api.organization, userId: api.users.outsider }
    const by = { caller: { userId: api.users.outsider }, requestId: 'r' }
    const join = async () =>
      api.services.db.transaction(async (tx) => joinInvited(tx, by, member))
    await join()
    await join()
    assert.deepEqual(await inTeam(group.id), [api.users.outsider])
    assert.deepEqual(await membersOf(group.id), [user.body.id])
    await change(group.id, { op: 'remove', path: `members[value eq "${user.body.id}"]` })
    assert.deepEqual(await inTeam(group.id), [])
  })

  it('are deleted with their team', async () => {
    const { id } = await create('Gone')
    assert.equal((await directory.send('DELETE', `/Groups/${id}`)).status, 204)
    assert.equal((await directory.get(`/Groups/${id}`)).status, 404)
    assert.equal((await directory.send('DELETE', `/Groups/${id}`)).status, 404)
    const path = `/orgs/${api.organization}/teams/${id}`
    assert.equal((await api.as('admin').get(path)).status, 404)
  })

  it('have an ETag that changes with their members, also by hand', async () => {
    const { id, meta } = await create('Versions')
    const path = `/Groups/${id}`
    const known = { 'if-none-match': meta.version }
    assert.equal((await directory.send('GET', path, undefined, known)).status, 304)
    await api
      .as('admin')
      .put(`/orgs/${api.organization}/teams/${id}/members/${api.users.edit}`, {})
    const now = await directory.send('GET', path, undefined, known)
    assert.equal(now.status, 200)
    assert.notEqual(now.headers.etag, meta.version)
    const rename = patch({ op: 'replace', path: 'displayName', value: 'Renamed' })
    const old = await directory.send('PATCH', path, rename, { 'if-match': meta.version })
    assert.equal(old.status, 412)
    const etag = String(now.headers.etag)
    const fresh = await directory.send('PATCH', path, rename, { 'if-match': etag })
    assert.equal(fresh.status, 204)
  })
})
