import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { nodesOf } from '#test/test-nodes.ts'
import { newPerson, nowhere } from '#test/test-people.ts'

const space = (id: string) => ({ type: 'space', space: id })

describe('who has access to what a site shows', () => {
  let api: TestApi
  let nodes: ReturnType<typeof nodesOf>
  let sites: string
  before(async () => {
    api = await startTestApi()
    nodes = nodesOf(api)
    sites = `/orgs/${api.organization}/sites`
  })
  after(async () => api.stop())

  async function newSite(spaces: readonly string[]): Promise<string> {
    return (await api.as('admin').post(sites, { spaces })).body.id
  }

  async function accessTo(site: string): Promise<Map<string, TestBody>> {
    const path = `${sites}/${site}/permissions/aggregate`
    const { status, body } = await api.as('admin').get(path)
    assert.equal(status, 200)
    assert.equal(body.count, body.items.length)
    return new Map(
      body.items.map(({ user, ...rest }: TestBody) => [user.id, rest] as const),
    )
  }

  it('is the strongest of the role in the organization and the roles on its spaces', async () => {
    const one = await nodes.space()
    const two = await nodes.space({ defaultLevel: 'edit' })
    const closed = await nodes.space({ defaultLevel: null })
    const site = await newSite([one, two, closed])
    await nodes.give(closed, api.users.comment, 'admin')
    await nodes.give(one, api.users.guest, 'read')
    const access = await accessTo(site)
    const organization = { type: 'organization', organization: api.organization }
    const expected: readonly (readonly [string, string, object])[] = [
      [api.users.admin, 'admin', organization],
      [api.users.create, 'create', organization],
      [api.users.edit, 'edit', organization],
      [api.users.read, 'edit', space(two)],
      [api.users.comment, 'admin', space(closed)],
      [api.users.guest, 'read', space(one)],
    ]
    for (const [user, permission, origin] of expected) {
      assert.deepEqual(access.get(user), { permission, origin, disabled: false })
    }
    assert.equal(access.has(api.users.outsider), false)
  })

  it('leaves out suspended members, guests of other content and spaces in the trash', async () => {
    const shown = await nodes.space()
    const trashed = await nodes.space()
    const other = await nodes.space()
    const site = await newSite([shown, trashed])
    const guest = await newPerson(api, { name: 'Guest', role: null })
    await nodes.give(other, guest.userId, 'edit')
    await nodes.give(trashed, guest.userId, 'edit')
    assert.ok((await accessTo(site)).has(guest.userId))
    await api.as('admin').delete(`/spaces/${trashed}`)
    assert.equal((await accessTo(site)).has(guest.userId), false)
    const suspended = await newPerson(api, { name: 'Suspended', role: 'edit' })
    assert.ok((await accessTo(site)).has(suspended.userId))
    await api.rows('update member set disabled = true where user_id = $1', [
      suspended.userId,
    ])
    assert.equal((await accessTo(site)).has(suspended.userId), false)
  })

  it('counts what a team was given, and what was given on a collection above', async () => {
    const collection = await nodes.collection()
    const inside = [
      await nodes.space({ parent: collection }),
      await nodes.space({ parent: collection }),
    ]
    const outside = await nodes.space()
    const site = await newSite([outside, ...inside.toReversed()])
    const one = await newPerson(api, { name: 'One', role: 'read' })
    const other = await newPerson(api, { name: 'Other', role: null })
    const { body: team } = await api
      .as('admin')
      .put(`/orgs/${api.organization}/teams`, { title: 'Writers', members: [] })
    await api.rows(
      `insert into team_member (organization_id, team_id, user_id, role)
       values ($1, $2, $3, 'member')`,
      [api.organization, team.id, other.userId],
    )
    await api.rows(
      `insert into team_grant (organization_id, content_id, team_id, role)
       values ($1, $2, $3, 'review')`,
      [api.organization, outside, team.id],
    )
    await nodes.give(collection, one.userId, 'edit')
    await nodes.give(collection, other.userId, 'comment')
    const access = await accessTo(site)
    // The origin is the first space by id among those that give the same role.
    assert.deepEqual(access.get(one.userId), {
      permission: 'edit',
      disabled: false,
      origin: space(inside.toSorted()[0] ?? ''),
    })
    assert.deepEqual(access.get(other.userId), {
      permission: 'review',
      disabled: false,
      origin: space(outside),
    })
  })

  it('is listed page by page', async () => {
    const site = await newSite([])
    const all = [...(await accessTo(site)).keys()]
    const path = `${sites}/${site}/permissions/aggregate?limit=2`
    const seen: string[] = []
    for (let page: string | undefined = ''; page !== undefined;) {
      const reply: TestBody = await api.as('admin').get(`${path}${page}`)
      seen.push(...reply.body.items.map(({ user }: TestBody) => user.id))
      page = reply.body.next && `&page=${reply.body.next.page}`
    }
    assert.deepEqual(seen, all)
    assert.deepEqual(seen, seen.toSorted())
  })

  it('is for admins', async () => {
    const site = await newSite([])
    const path = `${sites}/${site}/permissions/aggregate`
    assert.equal((await api.as('create').get(path)).status, 403)
    assert.equal((await api.as('guest').get(path)).status, 403)
    assert.equal((await api.as('outsider').get(path)).status, 404)
    assert.equal((await api.anonymous().get(path)).status, 401)
    const missing = await api.as('admin').get(`${sites}/${nowhere}/permissions/aggregate`)
    assert.equal(missing.status, 404)
  })
})
