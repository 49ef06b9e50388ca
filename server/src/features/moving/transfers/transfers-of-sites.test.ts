import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { addMember } from '#/features/people/members/public.ts'
import {
  startTestApi,
  type TestApi,
  type TestCaller,
  type TestReply,
} from '#test/test-api.ts'
import { createTestSpace } from '#test/test-edits.ts'
import { nodesOf } from '#test/test-nodes.ts'
import { newPerson } from '#test/test-people.ts'

const reasonOf = ({ status, body }: TestReply) => [status, body.error?.reason]

describe('transferring what is in the trash or on a site', () => {
  let api: TestApi
  let nodes: ReturnType<typeof nodesOf>
  let both: TestCaller
  before(async () => {
    api = await startTestApi()
    nodes = nodesOf(api)
    const person = await newPerson(api, { name: 'Both', role: 'admin' })
    both = person.caller
    await joinOther(person.userId)
  })
  after(async () => api.stop())

  async function joinOther(userId: string): Promise<void> {
    const member = { organizationId: api.otherOrganization, userId, sso: false }
    await api.services.db.transaction(async (tx) =>
      addMember(tx, { ...member, role: 'create' }),
    )
  }
  const transfer = async (space: string, by: TestCaller = both) =>
    by.post(`/spaces/${space}/transfer`, { organization: api.otherOrganization })

  it('takes a space along in the trash, where it can be restored', async () => {
    const written = await createTestSpace(api)
    const { changes } = await written.edit({ operation: 'insert_page', title: 'Page' })
    const [{ page: first }] = changes
    const { spaceId } = written
    await api.as('admin').delete(`/spaces/${spaceId}`)
    const moved = await transfer(spaceId)
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    assert.equal(moved.body.organization, api.otherOrganization)
    assert.ok(moved.body.deletedAt)
    assert.equal((await api.as('admin').get(`/spaces/${spaceId}`)).status, 404)
    assert.equal((await both.post(`/spaces/${spaceId}/restore`)).status, 200)
    const page = `/spaces/${spaceId}/content/page/${first}`
    assert.equal((await both.get(page)).status, 200)

    const expired = await nodes.space()
    await api.as('admin').delete(`/spaces/${expired}`)
    await api.rows(
      `update content_node set deleted_at = now() - interval '8 days' where id = $1`,
      [expired],
    )
    assert.equal((await transfer(expired)).status, 404)
  })

  it('refuses to take all that a published site shows', async () => {
    const sites = `/orgs/${api.organization}/sites`
    const top = await nodes.collection()
    const space = await nodes.space({ parent: top })
    const other = await nodes.space({ parent: top })
    const made = await api.as('admin').post(sites, { spaces: [space, other] })
    const site = made.body.id
    await api.as('admin').post(`${sites}/${site}/publish`)
    await api.as('admin').delete(`/spaces/${other}`)

    const refused = [412, 'only_space_of_site']
    const reply = await transfer(space)
    assert.deepEqual(reasonOf(reply), refused)
    assert.match(reply.body.error.message, new RegExp(`"${site}"`))
    const whole = await both.post(`/collections/${top}/transfer`, {
      organization: api.otherOrganization,
    })
    assert.deepEqual(reasonOf(whole), refused)
    const guest = await newPerson(api, { name: 'Guest of one', role: null })
    await api.as('admin').post(`/spaces/${space}/permissions`, {
      role: 'admin',
      users: [guest.userId],
    })
    await joinOther(guest.userId)
    const unnamed = await transfer(space, guest.caller)
    assert.deepEqual(reasonOf(unnamed), refused)
    assert.doesNotMatch(unnamed.body.error.message, new RegExp(site))

    assert.equal((await transfer(other)).status, 200)
    await api.as('admin').post(`${sites}/${site}/unpublish`)
    assert.equal((await transfer(space)).status, 200)
    assert.equal((await api.as('admin').get(`${sites}/${site}`)).body.siteSpaces, 0)
  })
})
