import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { collectionNamed, eventsOf, nodesOf, spaceNamed } from '#test/test-nodes.ts'
import { narrowed, newPerson, nowhere, refusal } from '#test/test-people.ts'

describe('moving collections and spaces', () => {
  let api: TestApi
  let nodes: ReturnType<typeof nodesOf>
  before(async () => {
    api = await startTestApi()
    nodes = nodesOf(api)
  })
  after(async () => api.stop())

  const moveSpace = async (
    id: string,
    body: object,
    name: 'admin' | 'create' = 'admin',
  ) => api.as(name).post(`/spaces/${id}/move`, body)
  const moveCollection = async (id: string, body: object) =>
    api.as('admin').post(`/collections/${id}/move`, body)
  const reasonOf = ({ status, body }: Awaited<ReturnType<typeof moveSpace>>) => [
    status,
    body.error?.reason,
  ]

  /** A collection with the spaces A and B, the collection C and the space D, in this order. */
  async function furnished() {
    const parent = await nodes.collection()
    const a = await nodes.space({ title: 'A', parent })
    const b = await nodes.space({ title: 'B', parent })
    const c = await nodes.collection({ title: 'C', parent })
    const d = await nodes.space({ title: 'D', parent })
    return { parent, a, b, c, d }
  }

  it('puts things before, after or between others, and at the end without a position', async () => {
    const { parent, a, b, c, d } = await furnished()
    const steps: [id: string, position: object | undefined, titles: string][] = [
      [d, { before: spaceNamed(a) }, 'DABC'],
      [a, { after: collectionNamed(c) }, 'DBCA'],
      [a, { after: spaceNamed(d), before: spaceNamed(b) }, 'DABC'],
      [b, { after: spaceNamed(a), before: collectionNamed(c) }, 'DABC'],
      [d, {}, 'ABCD'],
      [a, undefined, 'BCDA'],
    ]
    for (const [id, position, titles] of steps) {
      const reply = await moveSpace(id, position === undefined ? {} : { position })
      assert.equal(reply.status, 200, titles)
      assert.equal((await nodes.titlesIn(parent)).join(''), titles)
    }
    const moved = await moveCollection(c, { position: { before: spaceNamed(b) } })
    assert.deepEqual([moved.status, moved.body.parent], [200, parent])
    assert.equal((await nodes.titlesIn(parent)).join(''), 'CBDA')
  })

  it('changes no other row, except where two stand at one position', async () => {
    const { parent, a, b, d } = await furnished()
    const versions = async () =>
      api.rows(
        `select title, position, version from content_node
         where parent_id = $1 and title <> 'D' order by title`,
        [parent],
      )
    const untouched = await versions()
    await moveSpace(d, { position: { before: spaceNamed(b) } })
    assert.deepEqual(await versions(), untouched)

    await api.rows(
      `update content_node set position =
         (select position from content_node where organization_id = $3 and id = $1)
       where organization_id = $3 and id = $2`,
      [a, b, api.organization],
    )
    const between = { after: spaceNamed(a), before: spaceNamed(b) }
    const reply = await moveSpace(d, { position: between })
    assert.equal(reply.status, 200)
    assert.equal((await nodes.titlesIn(parent)).join(''), 'ADBC')
  })

  it('refuses positions that do not exist there', async () => {
    const { parent, a, b, c, d } = await furnished()
    const elsewhere = await nodes.space()
    const trashed = await nodes.space({ parent })
    await api.as('admin').delete(`/spaces/${trashed}`)
    const refused = [
      { before: spaceNamed(elsewhere) },
      { before: spaceNamed(nowhere) },
      { before: spaceNamed(trashed) },
      { before: collectionNamed(a) },
      { after: spaceNamed(d) },
      { after: spaceNamed(a), before: collectionNamed(c) },
      { after: spaceNamed(b), before: spaceNamed(a) },
    ]
    for (const position of refused) {
      const reply = await moveSpace(d, { position })
      const expected = [400, 'invalid_position']
      assert.deepEqual(reasonOf(reply), expected, JSON.stringify(position))
    }
    const shapeless = await moveSpace(d, { position: { before: { type: 'page' } } })
    assert.deepEqual(reasonOf(shapeless), [400, 'invalid_request'])
    assert.equal((await nodes.titlesIn(parent)).join(''), 'ABCD')
  })

  it('does not tell of hidden siblings', async () => {
    const { parent, a, b, c, d } = await furnished()
    await api.as('admin').patch(`/spaces/${b}`, { defaultLevel: null })
    await nodes.give(d, api.users.create, 'admin')
    const named = { before: spaceNamed(b) }
    const missing = { before: spaceNamed(nowhere) }
    assert.deepEqual(
      refusal(await moveSpace(d, { position: named }, 'create'), b),
      refusal(await moveSpace(d, { position: missing }, 'create'), nowhere),
    )
    const sideBySide = { after: spaceNamed(a), before: collectionNamed(c) }
    const reply = await moveSpace(d, { position: sideBySide }, 'create')
    assert.equal(reply.status, 200)
    assert.equal((await nodes.titlesIn(parent)).join(''), 'ABDC')
  })

  it('takes everything inside along, with its access', async () => {
    const open = await nodes.collection()
    const closed = await nodes.collection({ defaultLevel: null })
    const moved = await nodes.collection({ parent: open })
    const inside = await nodes.space({ parent: moved })
    assert.equal((await api.as('edit').get(`/spaces/${inside}`)).status, 200)

    const reply = await moveCollection(moved, { parent: closed })
    assert.deepEqual(
      [reply.status, reply.body.parent, reply.body.defaultLevel],
      [200, closed, null],
    )
    assert.equal((await api.as('edit').get(`/spaces/${inside}`)).status, 404)
    await nodes.give(closed, api.users.edit, 'read')
    assert.equal((await api.as('edit').get(`/spaces/${inside}`)).status, 200)
    const top = await moveCollection(moved, { parent: null })
    assert.ok(!('parent' in top.body))
    const [event] = (await eventsOf(api, `collection:${moved}`)).slice(-1)
    assert.deepEqual(event?.payload, {
      collectionId: moved,
      parent: null,
      previousParent: closed,
    })
  })

  it('tells when a space becomes visible in a collection, or no longer is', async () => {
    const parent = await nodes.collection()
    const id = await nodes.space()
    const other = await nodes.collection()
    const visibilities = []
    for (const to of [parent, other, null]) {
      const reply = await moveSpace(id, { parent: to })
      visibilities.push(reply.body.visibility)
    }
    assert.deepEqual(visibilities, ['in-collection', 'in-collection', 'private'])
    const changes = (await eventsOf(api, `space:${id}`)).filter(
      ({ type }) => type === 'space_visibility_updated',
    )
    assert.deepEqual(
      changes.map(({ payload }) => payload),
      [
        {
          spaceId: id,
          previousVisibility: 'private',
          visibility: 'in-collection',
        },
        {
          spaceId: id,
          previousVisibility: 'in-collection',
          visibility: 'private',
        },
      ],
    )
  })

  it('never puts a collection into itself', async () => {
    const top = await nodes.collection()
    const below = await nodes.collection({ parent: top })
    const deep = await nodes.collection({ parent: below })
    for (const parent of [top, below, deep]) {
      const reply = await moveCollection(top, { parent })
      assert.deepEqual(reasonOf(reply), [409, 'collection_cycle'])
    }
  })

  it('misses a parent that is unknown or hidden, and tells of one in another organization', async () => {
    const id = await nodes.space()
    const foreign = await api
      .as('outsider')
      .post(`/orgs/${api.otherOrganization}/collections`, {})
    const parent: string = foreign.body.id
    const missing = await moveSpace(id, { parent: nowhere })
    assert.deepEqual(reasonOf(missing), [404, 'not_found'])
    const unseen = await moveSpace(id, { parent })
    assert.deepEqual(refusal(unseen, parent), refusal(missing, nowhere))

    const both = await newPerson(api, { name: 'Both', role: 'admin' })
    await api.rows(
      `insert into member (organization_id, user_id, role, search_text) values ($1, $2, 'admin', '')`,
      [api.otherOrganization, both.userId],
    )
    const told = await both.caller.post(`/spaces/${id}/move`, { parent })
    assert.deepEqual(reasonOf(told), [400, 'other_organization'])
    const bound = await narrowed(api, both.userId, { organizationId: api.organization })
    const untold = await bound.post(`/spaces/${id}/move`, { parent })
    assert.deepEqual(refusal(untold, parent), refusal(missing, nowhere))
  })

  it('needs the admin role on it and the create role where it goes', async () => {
    const id = await nodes.space()
    assert.deepEqual(reasonOf(await moveSpace(id, {}, 'create')), [403, 'forbidden'])
    const guarded = await nodes.collection({ defaultLevel: 'read' })
    await nodes.give(id, api.users.create, 'admin')
    assert.equal((await moveSpace(id, {}, 'create')).status, 200)
    const into = await moveSpace(id, { parent: guarded }, 'create')
    assert.deepEqual(reasonOf(into), [403, 'forbidden'])
    const owner = await newPerson(api, { name: 'Guest Owner', role: null })
    await moveSpace(id, { parent: guarded })
    await nodes.give(id, owner.userId, 'admin')
    const out = await owner.caller.post(`/spaces/${id}/move`, { parent: null })
    assert.deepEqual(reasonOf(out), [403, 'forbidden'])
    const hidden = await api.as('outsider').post(`/spaces/${id}/move`, {})
    const missing = await api.as('outsider').post(`/spaces/${nowhere}/move`, {})
    assert.deepEqual(refusal(hidden, id), refusal(missing, nowhere))
  })

  it('honours the version that was seen', async () => {
    const id = await nodes.space()
    const tag = (await api.as('admin').get(`/spaces/${id}`)).headers.get('etag') ?? ''
    const send = async () =>
      api.as('admin').send('POST', `/spaces/${id}/move`, {}, { 'if-match': tag })
    assert.equal((await send()).status, 200)
    assert.equal((await send()).status, 412)
  })
})
