import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { changeRequestIn } from '#test/test-change-requests.ts'
import { createTestSpace } from '#test/test-edits.ts'

const insert = (title: string) => ({
  changes: [{ operation: 'insert_page', title, ref: title }],
})

describe('change requests', () => {
  let api: TestApi
  let spaceId: string
  before(async () => {
    api = await startTestApi()
    const space = await createTestSpace(api)
    spaceId = space.spaceId
    await space.edit({ operation: 'insert_page', title: 'Page' })
  })
  after(async () => api.stop())

  const requests = () => `/spaces/${spaceId}/change-requests`

  it('are counted from one in each space, whoever creates them at the same time', async () => {
    const other = await createTestSpace(api)
    const path = `/spaces/${other.spaceId}/change-requests`
    const made = await Promise.all(
      Array.from({ length: 12 }, async () => api.as('edit').post(path, { subject: 'x' })),
    )
    const numbers = made.map(({ body }) => body.number)
    assert.deepEqual(
      numbers.toSorted((a, b) => a - b),
      Array.from({ length: 12 }, (_, index) => index + 1),
    )
    const { body } = await api.as('read').get(`/spaces/${other.spaceId}`)
    assert.deepEqual([body.changeRequests, body.changeRequestsDraft], [12, 12])
  })

  it('begin as a draft of the content as it is, without a body too', async () => {
    const made = await api.as('edit').post(requests())
    assert.equal(made.status, 201)
    assert.equal(made.headers.get('location'), made.body.urls.location)
    const { body } = await api.as('read').get(`/spaces/${spaceId}`)
    assert.deepEqual(
      [made.body.status, made.body.subject, made.body.outdated, made.body.comments],
      ['draft', '', false, 0],
    )
    assert.equal(made.body.revisionInitial, body.revision)
    assert.equal(made.body.createdBy.id, api.users.edit)
  })

  it('are found by id and by number', async () => {
    const { view } = await changeRequestIn(api, spaceId, { subject: 'Find me' })
    for (const name of [view.id, view.number]) {
      const found = await api.as('read').get(`${requests()}/${name}`)
      assert.deepEqual([found.status, found.body], [200, view])
    }
    for (const name of ['0', '99999', 'x'.repeat(20), '4'.repeat(20)]) {
      const found = await api.as('read').get(`${requests()}/${name}`)
      assert.deepEqual([found.status, found.body.error.reason], [404, 'not_found'])
    }
  })

  it('take a subject, a description and a status, and keep the counters right', async () => {
    const request = await changeRequestIn(api, spaceId)
    const counters = async () => {
      const { body } = await api.as('read').get(`/spaces/${spaceId}`)
      return [body.changeRequestsDraft, body.changeRequestsOpen]
    }
    const [draft, open] = await counters()
    const description = {
      object: 'document',
      data: { schemaVersion: 1 },
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          isVoid: false,
          data: {},
          nodes: [
            {
              object: 'text',
              leaves: [{ object: 'leaf', text: 'Why we want this.', marks: [] }],
            },
          ],
        },
      ],
    }
    const changed = await request.change({ subject: 'New', description, status: 'open' })
    assert.deepEqual([changed.subject, changed.status], ['New', 'open'])
    assert.match(JSON.stringify(changed.description), /Why we want this\./)
    assert.deepEqual(await counters(), [draft - 1, open + 1])
    const archived = await request.change({ status: 'archived' })
    assert.equal(archived.subject, 'New')
    assert.deepEqual(await counters(), [draft - 1, open])
    const refused = await request.send([{ operation: 'insert_page', title: 'x' }])
    assert.deepEqual(
      [refused.status, refused.body.error.reason],
      [409, 'change_request_closed'],
    )
    const merged = await request.merge()
    assert.equal(merged.body.result, 'merge')
  })

  it('are brought up to date in any state, and stay as they are once merged', async () => {
    const { spaceId: space } = await createTestSpace(api, { empty: true })
    const main = async (title: string) => {
      const changes = [{ operation: 'insert_page', title }]
      const { status } = await api
        .as('edit')
        .post(`/spaces/${space}/content`, { changes })
      assert.equal(status, 200)
    }
    const request = await changeRequestIn(api, space)
    await request.edit({ operation: 'insert_page', title: 'Mine' })
    await request.change({ status: 'archived' })
    await main('Theirs')
    const archived = await request.update()
    assert.deepEqual([archived.status, archived.body.result], [200, 'update'])
    const view = await request.read()
    assert.deepEqual(
      [view.status, view.outdated, view.revision],
      ['archived', false, archived.body.revision],
    )
    assert.equal((await request.merge()).body.result, 'merge')
    const before_ = await request.read()
    await main('Later')
    const merged = await request.update()
    assert.deepEqual(
      [merged.status, merged.body],
      [200, { revision: before_.revision, result: 'update' }],
    )
    assert.deepEqual(await request.read(), before_)
    const read = await api.as('read').post(`${request.path}/update`)
    assert.equal(read.status, 403)
  })

  it('refuse what the contract does not have', async () => {
    const { path } = await changeRequestIn(api, spaceId)
    const editor = api.as('edit')
    for (const body of [
      { status: 'merged' },
      { description: null },
      { subject: 'x'.repeat(101) },
      { description: { object: 'document', data: {}, nodes: [{ object: 'leaf' }] } },
    ]) {
      const { status } = await editor.patch(path, body)
      assert.equal(status, 400, JSON.stringify(body))
    }
    const long = await editor.post(requests(), { subject: 'x'.repeat(101) })
    assert.equal(long.status, 400)
    const free = await editor.post(requests(), { subject: 'x', agentTaskId: 'any' })
    assert.equal(free.status, 201)
    const unknown = await editor.post(`${path}/content`, {
      changes: [{ operation: 'resolve_conflict', conflict: 'none', choose: 'ours' }],
    })
    assert.equal(unknown.status, 400)
    const both = await editor.post(`${path}/content`, {
      changes: [
        { operation: 'resolve_conflict', conflict: 'none', choose: 'ours', text: 'x' },
      ],
    })
    assert.equal(both.status, 400)
  })

  it('need the edit role to be made and edited, and the review role to be merged', async () => {
    const { path } = await changeRequestIn(api, spaceId)
    const page = { changes: [{ operation: 'insert_page', title: 'x' }] }
    for (const [as, status] of [
      ['outsider', 404],
      ['guest', 404],
      ['read', 403],
      ['comment', 403],
    ] as const) {
      const caller = api.as(as)
      const replies = [
        await caller.post(requests(), {}),
        await caller.patch(path, { subject: 'x' }),
        await caller.post(`${path}/content`, page),
        await caller.post(`${path}/update`),
        await caller.post(`${path}/merge`),
      ]
      assert.deepEqual(
        replies.map((reply) => reply.status),
        [status, status, status, status, status],
        as,
      )
    }
    assert.equal((await api.as('edit').post(`${path}/merge`)).status, 403)
    assert.equal((await api.as('review').post(`${path}/merge`)).status, 200)
  })

  it('of a locked space are made, edited and merged all the same', async () => {
    const space = await createTestSpace(api, { empty: true, editMode: 'locked' })
    const request = await changeRequestIn(api, space.spaceId)
    await request.edit({ operation: 'insert_page', title: 'x' })
    assert.equal((await request.merge()).body.result, 'merge')
  })

  it('honour If-Match on their own revisions', async () => {
    const { path, edit } = await changeRequestIn(api, spaceId)
    const editor = api.as('edit')
    const body = { changes: [{ operation: 'insert_page', title: 'x' }] }
    const first = await editor.send('POST', `${path}/content`, body, {
      'if-match': '"1"',
    })
    assert.equal(first.status, 200)
    await edit({ operation: 'insert_page', title: 'y' })
    const late = await editor.send('POST', `${path}/content`, body, { 'if-match': '"2"' })
    assert.equal(late.status, 412)
  })

  it('are listed by status, person and space, newest first, in pages', async () => {
    const space = await createTestSpace(api)
    const own = `/spaces/${space.spaceId}/change-requests`
    for (const subject of ['a', 'b', 'c']) {
      const request = await changeRequestIn(api, space.spaceId, { subject })
      await request.change({ status: 'open' })
    }
    const byAdmin = await api.as('admin').post(own, { subject: 'd' })
    await api.as('admin').patch(`${own}/${byAdmin.body.number}`, { status: 'open' })
    const subjects = async (query = '', path = own) => {
      const { body } = await api.as('read').get(`${path}${query}`)
      return body.items.map(({ subject }: TestBody) => subject)
    }
    assert.deepEqual(await subjects(), ['d', 'c', 'b', 'a'])
    assert.deepEqual(await subjects('?status=draft'), [])
    assert.deepEqual(await subjects(`?creator=${api.users.admin}`), ['d'])
    assert.deepEqual(await subjects(`?contributor=${api.users.admin}`), [])
    await api.as('admin').post(`${own}/1/content`, {
      changes: [{ operation: 'insert_page', title: 'x' }],
    })
    assert.deepEqual(await subjects(`?contributor=${api.users.admin}`), ['a'])
    const organization = `/orgs/${api.organization}/change-requests`
    const all: string[] = await subjects('', organization)
    assert.deepEqual(all.slice(0, 4), ['d', 'c', 'b', 'a'])
    const another = await changeRequestIn(api, spaceId, { subject: 'elsewhere' })
    await another.change({ status: 'open' })
    const ofSpace = await subjects(`?space=${space.spaceId}`, organization)
    assert.deepEqual(ofSpace, ['d', 'c', 'b', 'a'])
    assert.deepEqual(await subjects('?space=none', organization), [])
    const first = await api.as('read').get(`${own}?limit=3`)
    assert.deepEqual([first.body.count, first.body.items.length], [4, 3])
    assert.deepEqual(await subjects(`?limit=3&page=${first.body.next.page}`), ['a'])
    assert.equal((await api.as('read').get(`${own}?status=all`)).status, 400)
  })

  it('of spaces that somebody may not see are not in the list of their organization', async () => {
    const space = await createTestSpace(api)
    await api.as('admin').patch(`/spaces/${space.spaceId}`, { defaultLevel: null })
    const path = `/spaces/${space.spaceId}/change-requests`
    const made = await api.as('admin').post(path, { subject: 'Hidden' })
    await api.as('admin').patch(`${path}/1`, { status: 'open' })
    const list = `/orgs/${api.organization}/change-requests?limit=1`
    const seen = await api.as('admin').get(list)
    assert.equal(seen.body.items[0].id, made.body.id)
    const hidden = await api.as('read').get(list)
    assert.notEqual(hidden.body.items[0]?.id, made.body.id)
    const ofSpace = await api.as('read').get(`${list}&space=${space.spaceId}`)
    assert.deepEqual([ofSpace.body.count, ofSpace.body.items], [0, []])
    assert.equal((await api.as('read').get(`${path}/${made.body.id}`)).status, 404)
  })

  it('are listed by a site to those who see the site, and to others as if there were none', async () => {
    const space = await createTestSpace(api)
    const { view, change } = await changeRequestIn(api, space.spaceId)
    await change({ status: 'open' })
    const admin = api.as('admin')
    const sites = `/orgs/${api.organization}/sites`
    const made = await admin.post(sites, { title: 'Shown', spaces: [space.spaceId] })
    const permissions = { role: 'read', users: [api.users.guest] }
    const granted = await admin.post(`/spaces/${space.spaceId}/permissions`, permissions)
    assert.equal(granted.status, 204)
    const listed = async (as: 'read' | 'guest', site: string) => {
      const list = `/orgs/${api.organization}/change-requests?site=${site}`
      const { status, body } = await api.as(as).get(list)
      assert.equal(status, 200)
      return [body.count, body.items.map(({ id }: TestBody) => id)]
    }
    assert.deepEqual(await listed('read', made.body.id), [1, [view.id]])
    assert.deepEqual(await listed('read', 'nothing'), [0, []])
    assert.deepEqual(await listed('guest', made.body.id), [0, []])
  })

  it('answer themselves to an edit, and besides what it made with compat=false', async () => {
    const { path } = await changeRequestIn(api, spaceId)
    const editor = api.as('edit')
    for (const query of ['', '?compat=true']) {
      const edited = await editor.post(`${path}/content${query}`, insert(`a${query}`))
      assert.equal(edited.status, 200)
      assert.deepEqual(edited.body, (await editor.get(path)).body)
    }
    const { status, body } = await editor.post(
      `${path}/content?compat=false`,
      insert('b'),
    )
    assert.equal(status, 200)
    assert.deepEqual(body.changeRequest, (await editor.get(path)).body)
    assert.equal(body.revision, body.changeRequest.revision)
    assert.equal(body.changes[0].ref, 'b')
  })

  it('have a slug made from the title where an empty one is given', async () => {
    const { path } = await changeRequestIn(api, spaceId)
    const page = { operation: 'insert_page', title: 'First steps', slug: '' }
    const made = await api.as('edit').post(`${path}/content`, { changes: [page] })
    assert.equal(made.status, 200)
    const { body } = await api.as('read').get(`${path}/content/path/first-steps`)
    assert.equal(body.title, 'First steps')
  })

  it('answer the whole revision where that is asked for, and nothing is written in a dry run', async () => {
    const { path, view } = await changeRequestIn(api, spaceId)
    const body = { changes: [{ operation: 'insert_page', title: 'Whole' }] }
    const dry = await api.as('edit').post(`${path}/content?dryRun=true`, body)
    assert.deepEqual([dry.status, dry.body.revision], [200, null])
    const whole = await api.as('edit').post(`${path}/content?return=revision`, body)
    assert.equal(whole.body.object, 'revision')
    assert.match(JSON.stringify(whole.body.pages), /"Whole"/)
    const { body: now } = await api.as('edit').get(path)
    assert.equal(now.revision, whole.body.id)
    assert.notEqual(now.revision, view.revision)
  })
})
