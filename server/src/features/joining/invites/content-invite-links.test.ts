import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import type { SampleName } from '#test/sample.ts'
import { startTestApi, type TestApi, type TestReply } from '#test/test-api.ts'

describe('invite links to a collection or space', () => {
  let api: TestApi
  let links: string
  before(async () => {
    api = await startTestApi()
    links = `/orgs/${api.organization}/link-invites`
  })
  after(async () => api.stop())
  beforeEach(async () => {
    await api.rows('update organization set invite_links = true')
    await api
      .as('admin')
      .delete(`/orgs/${api.organization}/members/${api.users.outsider}`)
  })

  async function create(kind: 'space' | 'collection', defaultLevel?: null) {
    const { body } = await api.as('admin').post(`/orgs/${api.organization}/${kind}s`, {
      title: 'Handbook',
    })
    if (defaultLevel === null) {
      await api.as('admin').patch(`/${kind}s/${body.id}`, { defaultLevel })
    }
    return body.id
  }
  async function newLink(kind: 'space' | 'collection', id: string, level: string | null) {
    const reply = await api.as('admin').post(links, { level, [kind]: id })
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    return reply.body.id
  }
  const join = async (name: SampleName, id: string) =>
    api.as(name).post(`/orgs/${api.organization}/invites/${id}`)
  async function grantOf(name: SampleName, kind: string, id: string) {
    const { body } = await api.as('admin').get(`/${kind}s/${id}/permissions/users`)
    return body.items.find(
      ({ user }: { user: { id: string } }) => user.id === api.users[name],
    )?.permission
  }

  for (const kind of ['space', 'collection'] as const) {
    it(`are made for a ${kind} with a level, and show what they lead to`, async () => {
      const id = await create(kind)
      const made = await api.as('admin').post(links, { level: 'edit', [kind]: id })
      assert.equal(made.status, 201)
      assert.equal(made.body.level, 'edit')
      assert.equal(made.body[kind].id, id)
      assert.equal(made.body.redundant, true)
      const read = await api.as('admin').get(`${links}/${made.body.id}`)
      assert.deepEqual(read.body, made.body)
      const etag = read.headers.get('etag') ?? ''
      const headers = { 'if-none-match': etag }
      const same = await api.as('admin').get(`${links}/${made.body.id}`, headers)
      assert.equal(same.status, 304)
      await api.as('admin').patch(`/${kind}s/${id}`, { title: 'Renamed' })
      const fresh = await api.as('admin').get(`${links}/${made.body.id}`, headers)
      assert.equal(fresh.status, 200)
      const [audit] = await api.rows(
        `select details from audit_event where target_id = $1`,
        [made.body.id],
      )
      assert.deepEqual(audit.details, { role: 'edit', [kind]: id })
    })

    it(`give an outsider the level on the ${kind} and nothing else`, async () => {
      const id = await create(kind)
      const elsewhere = await create(kind)
      assert.equal((await join('outsider', await newLink(kind, id, 'edit'))).status, 200)

      assert.equal((await api.as('outsider').get(`/${kind}s/${id}`)).status, 200)
      assert.equal((await api.as('outsider').get(`/${kind}s/${elsewhere}`)).status, 404)
      assert.equal(await grantOf('outsider', kind, id), 'edit')
      const member = await api
        .as('admin')
        .get(`/orgs/${api.organization}/members/${api.users.outsider}`)
      assert.equal(member.body.role, null)
      assert.equal(member.body.spaces, kind === 'space' ? 1 : 0)
      const [event] = await api.rows(
        `select payload from event where subject = $1 and type = $2`,
        [`${kind}:${id}`, `${kind}_permissions_changed`],
      )
      assert.deepEqual(event.payload.users, { [api.users.outsider]: 'edit' })
    })
  }

  it('raise a member, and never lower one', async () => {
    const id = await create('space')
    const admins = await newLink('space', id, 'admin')
    const readers = await newLink('space', id, 'read')
    await join('edit', readers)
    assert.equal(await grantOf('edit', 'space', id), undefined)
    await join('edit', admins)
    assert.equal(await grantOf('edit', 'space', id), 'admin')
    await join('edit', readers)
    assert.equal(await grantOf('edit', 'space', id), 'admin')
  })

  it('let someone in as a guest when their level is null', async () => {
    const id = await create('space')
    assert.equal((await join('outsider', await newLink('space', id, null))).status, 200)
    assert.equal((await api.as('outsider').get(`/spaces/${id}`)).status, 404)
    assert.equal(await grantOf('outsider', 'space', id), undefined)
  })

  it('lead nowhere while the space is in the trash, and make no member then', async () => {
    const id = await create('space')
    const link = await newLink('space', id, 'edit')
    await api.as('admin').delete(`/spaces/${id}`)
    refused(await join('outsider', link), 404, 'not_found')
    const members = `/orgs/${api.organization}/members`
    const member = await api.as('admin').get(`${members}/${api.users.outsider}`)
    assert.equal(member.status, 404)
    const again = await api.as('admin').post(links, { level: 'edit', space: id })
    refused(again, 404, 'not_found')
  })

  it('are not among the links to the organization, and not in their count', async () => {
    const id = await create('space')
    const before_ = await api.as('admin').get(links)
    const link = await newLink('space', id, 'edit')
    assert.deepEqual((await api.as('admin').get(links)).body, before_.body)
    assert.equal((await api.as('admin').delete(`${links}/${link}`)).status, 204)
    assert.deepEqual((await api.as('admin').get(links)).body, before_.body)
    refused(await api.as('admin').get(`${links}/${link}`), 404, 'not_found')
  })

  it('have a level and no role', async () => {
    const link = await newLink('space', await create('space'), 'edit')
    const changed = await api.as('admin').patch(`${links}/${link}`, { level: 'comment' })
    assert.equal(changed.status, 200)
    assert.equal(changed.body.level, 'comment')
    const wrong = await api.as('admin').patch(`${links}/${link}`, { role: 'admin' })
    refused(wrong, 400, 'invalid_request')
    assert.match(wrong.body.error.message, /send its "level"/)
  })

  it('are managed by the admins of what they lead to', async () => {
    const id = await create('space')
    const admins = { role: 'admin', users: [api.users.guest] }
    await api.as('admin').post(`/spaces/${id}/permissions`, admins)
    const made = await api.as('guest').post(links, { level: 'read', space: id })
    assert.equal(made.status, 201)
    const path = `${links}/${made.body.id}`
    assert.equal((await api.as('guest').get(path)).status, 200)
    assert.equal((await api.as('guest').patch(path, { level: 'edit' })).status, 200)

    const refusedAs = api.as('create')
    const creating = await refusedAs.post(links, { level: 'read', space: id })
    refused(creating, 403, 'forbidden')
    assert.match(creating.body.error.message, /the admin role on what they lead to/)
    for (const target of [path, `${links}/none`]) {
      refused(await refusedAs.get(target), 403, 'forbidden')
      refused(await refusedAs.patch(target, { level: 'edit' }), 403, 'forbidden')
      refused(await refusedAs.delete(target), 403, 'forbidden')
    }
    refused(await api.as('guest').post(links, { role: 'read' }), 403, 'forbidden')
    assert.equal((await api.as('guest').delete(path)).status, 204)
  })

  it('are not made for what the caller cannot see, or is elsewhere', async () => {
    const id = await create('collection', null)
    const hidden = await api.as('create').post(links, { level: 'read', collection: id })
    const missing = await api
      .as('create')
      .post(links, { level: 'read', collection: 'no' })
    refused(hidden, 404, 'not_found')
    assert.equal(hidden.body.error.message.replace(id, 'no'), missing.body.error.message)
    const others = `/orgs/${api.otherOrganization}/link-invites`
    const foreign = await api
      .as('outsider')
      .post(others, { level: 'read', collection: id })
    refused(foreign, 404, 'not_found')
  })

  it('are neither made nor used while invite links are switched off', async () => {
    const id = await create('space')
    const link = await newLink('space', id, 'edit')
    await api.rows('update organization set invite_links = false')
    refused(await join('outsider', link), 403, 'invite_links_disabled')
    const made = await api.as('admin').post(links, { level: 'edit', space: id })
    refused(made, 403, 'invite_links_disabled')
  })
})

function refused(reply: TestReply, status: number, reason: string): void {
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  assert.equal(reply.body.error.reason, reason)
}
