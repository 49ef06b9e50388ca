import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { addMember } from '#/features/people/members/public.ts'
import {
  startTestApi,
  type TestApi,
  type TestBody,
  type TestCaller,
  type TestReply,
} from '#test/test-api.ts'
import { createTestSpace } from '#test/test-edits.ts'
import { eventsOf, nodesOf } from '#test/test-nodes.ts'
import { narrowed, newPerson, nowhere, refusal } from '#test/test-people.ts'

import { sweepForsaken } from './transfer-jobs.ts'

/** The tables whose rows move with a space. */
const carriedTables = [
  'space',
  'space_counter',
  'branch',
  'revision',
  'document',
  'entry',
  'entry_version',
  'alias',
  'comment',
  'comment_reply',
  'comment_reaction',
] as const

const reasonOf = ({ status, body }: TestReply) => [status, body.error?.reason]

describe('transferring', () => {
  let api: TestApi
  let nodes: ReturnType<typeof nodesOf>
  let both: TestCaller
  let bothId: string
  before(async () => {
    api = await startTestApi()
    nodes = nodesOf(api)
    const person = await newPerson(api, { name: 'Both', role: 'admin' })
    both = person.caller
    bothId = person.userId
    const member = { organizationId: api.otherOrganization, userId: bothId, sso: false }
    await api.services.db.transaction(async (tx) =>
      addMember(tx, { ...member, role: 'create' }),
    )
  })
  after(async () => api.stop())

  const transfer = async (
    space: string,
    organization = api.otherOrganization,
    by: TestCaller = both,
  ) => by.post(`/spaces/${space}/transfer`, { organization })
  const sweep = async () => sweepForsaken.run({}, api.services)

  /** All rows of a space in an organization, without the organization. */
  async function rowsOf(organizationId: string, spaceId: string) {
    const found: Record<string, TestBody> = {}
    for (const table of carriedTables) {
      const key = table === 'space' ? 'id' : 'space_id'
      const rows = await api.rows(
        `select to_jsonb(t) - 'organization_id' - 'projection' as row from ${table} as t
         where organization_id = $1 and ${key} = $2 order by to_jsonb(t)::text`,
        [organizationId, spaceId],
      )
      found[table] = rows.map(({ row }) =>
        table === 'document' ? { ...row, created_at: undefined } : row,
      )
    }
    return found
  }

  /** Creates a space with a history: pages renamed, moved and deleted, and a file. */
  async function writtenSpace() {
    const space = await createTestSpace(api, { empty: true })
    const base64 = Buffer.from('the bytes').toString('base64')
    const { changes, insertedFiles } = await space.edit(
      { operation: 'insert_page', title: 'First', document: { markdown: 'One\n' } },
      { operation: 'insert_page', title: 'Gone' },
      { operation: 'insert_files', files: [{ name: 'a.txt', base64 }] },
    )
    const [first, gone] = changes.map(({ page }: TestBody) => page)
    await space.edit({ operation: 'update_page', page: first, slug: 'renamed' })
    await space.edit({ operation: 'delete_page', page: gone })
    const document = { markdown: 'Two\n' }
    await space.edit({ operation: 'update_page', page: first, document })
    await discuss(space.spaceId)
    return { ...space, first: String(first), file: insertedFiles[0] }
  }

  /** Posts a comment with a reply and reactions. */
  async function discuss(spaceId: string): Promise<string> {
    const text = { body: { markdown: 'Why?' } }
    const admin = api.as('admin')
    const { body: comment } = await admin.post(`/spaces/${spaceId}/comments`, text)
    const path = `/spaces/${spaceId}/comments/${comment.id}`
    const { body: reply } = await admin.post(`${path}/replies`, text)
    for (const target of [path, `${path}/replies/${reply.id}`]) {
      await admin.put(target, { addedReactions: ['2764', '1f44d'] })
    }
    return comment.id
  }

  it('moves a space with its whole history, and its files are read there', async () => {
    const { spaceId, first, file } = await writtenSpace()
    await api.as('admin').patch(`/spaces/${spaceId}`, { language: 'de', emoji: '1f680' })
    const rows = await rowsOf(api.organization, spaceId)
    const reply = await transfer(spaceId)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    assert.equal(reply.body.organization, api.otherOrganization)
    assert.equal(reply.body.permissions.admin, true)
    assert.deepEqual([reply.body.language, reply.body.emoji], ['de', '1f680'])

    for (const [table, there] of Object.entries(
      await rowsOf(api.otherOrganization, spaceId),
    )) {
      assert.deepEqual(there, rows[table], table)
    }
    assert.ok(rows['alias'].length > 0 && rows['revision'].length > 3)
    const page = `/spaces/${spaceId}/content/page/${first}?format=markdown`
    const outsider = await api.as('outsider').get(page)
    assert.match(outsider.body.markdown, /Two/)
    const read = async (url: string) => fetch(`${api.url}${new URL(url).pathname}`)
    const path = `/spaces/${spaceId}/content/files/${file.id}`
    const there = (await api.as('outsider').get(path)).body.downloadURL
    assert.equal(await (await read(there)).text(), 'the bytes')
    assert.equal((await read(file.downloadURL)).status, 404)
    for (const name of ['admin', 'read'] as const) {
      assert.equal((await api.as(name).get(page)).status, 404)
      const { body } = await api.as(name).get(`/orgs/${api.organization}/spaces`)
      assert.ok(!body.items.some(({ id }: TestBody) => id === spaceId))
    }
    const { body: list } = await api
      .as('outsider')
      .get(`/orgs/${api.otherOrganization}/spaces`)
    assert.ok(list.items.some(({ id }: TestBody) => id === spaceId))
    const update = { operation: 'update_page', page: first, title: 'Edited there' }
    const edited = await api
      .as('outsider')
      .post(`/spaces/${spaceId}/content`, { changes: [update] })
    assert.equal(edited.status, 200, JSON.stringify(edited.body))
  })

  it('takes comments along that are written meanwhile, and loses none', async () => {
    const { spaceId } = await writtenSpace()
    const text = { body: { markdown: 'Now' } }
    const ids: string[] = []
    const over = new AbortController()
    const writing = (async () => {
      while (!over.signal.aborted) {
        const posted = await both.post(`/spaces/${spaceId}/comments`, text)
        assert.equal(posted.status, 200, JSON.stringify(posted.body))
        ids.push(posted.body.id)
        const path = `/spaces/${spaceId}/comments/${posted.body.id}`
        if (ids.length % 3 === 0) await both.put(path, { resolved: true })
        if (ids.length % 5 === 0) {
          await both.delete(path)
          ids.pop()
        }
      }
    })()
    for (const organization of [api.otherOrganization, api.organization]) {
      const reply = await transfer(spaceId, organization)
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
    }
    over.abort()
    await writing
    const { body } = await both.get(`/spaces/${spaceId}/comments?limit=1000`)
    const found = new Set(body.items.map(({ id }: TestBody) => id))
    assert.ok(ids.length > 2)
    assert.deepEqual(
      ids.filter((id) => !found.has(id)),
      [],
    )
    assert.equal(body.count, ids.length + 1)
    const open = body.items.filter(({ status }: TestBody) => status === 'open')
    const space = await both.get(`/spaces/${spaceId}`)
    assert.equal(space.body.comments, open.length)
  })

  it('leaves nothing behind, and can go back and forth', async () => {
    const { spaceId, first } = await writtenSpace()
    await nodes.give(spaceId, api.users.guest, 'read')
    await api.rows(
      'update member set spaces = spaces + 1 where organization_id = $1 and user_id = $2',
      [api.organization, api.users.guest],
    )
    const there = api.otherOrganization
    const rows = await rowsOf(api.organization, spaceId)
    for (const to of [there, api.organization, there]) {
      const reply = await transfer(spaceId, to)
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      const seen = await both.get(`/spaces/${spaceId}/content/page/${first}`)
      assert.equal(seen.status, 200)
    }
    await sweep()
    const states = await api.rows(
      'select organization_id, state from content_node where id = $1',
      [spaceId],
    )
    assert.deepEqual(states, [{ organization_id: there, state: 'live' }])
    for (const left of Object.values(await rowsOf(api.organization, spaceId))) {
      assert.deepEqual(left, [])
    }
    assert.deepEqual((await rowsOf(there, spaceId))['revision'], rows['revision'])
    const [guest] = await api.rows(
      'select spaces from member where organization_id = $1 and user_id = $2',
      [api.organization, api.users.guest],
    )
    assert.deepEqual(guest, { spaces: 0 })
    const grants = await api.rows(
      'select user_id from user_grant where content_id = $1',
      [spaceId],
    )
    assert.deepEqual(grants, [{ user_id: bothId }])
  })

  it('tells both organizations', async () => {
    const spaceId = await nodes.space()
    await transfer(spaceId)
    const [from, to] = [api.organization, api.otherOrganization]
    for (const organization of [from, to]) {
      const events = await eventsOf({ ...api, organization }, `space:${spaceId}`)
      const last = events.at(-1)
      assert.equal(last.type, 'space_transferred')
      assert.deepEqual(last.payload, { spaceId, from, to })
      const audited = await api.rows(
        `select actor_id from audit_event where organization_id = $1 and target_id = $2
           and action = 'space_transferred'`,
        [organization, spaceId],
      )
      assert.deepEqual(audited, [{ actor_id: bothId }])
    }
  })

  it('moves a collection with all that is in it, in the same order and on the same levels', async () => {
    const above = await nodes.collection()
    const top = await nodes.collection({
      title: 'Top',
      parent: above,
      defaultLevel: 'read',
    })
    const inner = await nodes.collection({ title: 'Inner', parent: top })
    const spaces = [
      await nodes.space({ title: 'B', parent: inner }),
      await nodes.space({ title: 'A', parent: inner }),
    ]
    const trashed = await nodes.space({ title: 'Trashed', parent: top })
    const expired = await nodes.space({ title: 'Expired', parent: top })
    for (const id of [trashed, expired]) await api.as('admin').delete(`/spaces/${id}`)
    await api.rows(
      `update content_node set deleted_at = now() - interval '8 days' where id = $1`,
      [expired],
    )
    const reply = await both.post(`/collections/${top}/transfer`, {
      organization: api.otherOrganization,
    })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    assert.equal(reply.body.organization, api.otherOrganization)
    assert.equal(reply.body.parent, undefined)
    const { body } = await api.as('outsider').get(`/collections/${inner}/spaces`)
    const listed = body.items.map(({ id }: TestBody) => id)
    assert.deepEqual(listed, spaces)
    assert.equal(body.items[0].defaultLevel, 'read')
    const kept = await api.rows(
      `select lineage, base_level from content_node where state = 'live' and id = $1`,
      [spaces[0]],
    )
    assert.deepEqual(kept, [{ lineage: [spaces[0], inner, top], base_level: 'read' }])
    for (const id of [inner, top]) {
      assert.equal((await api.as('admin').get(`/collections/${id}`)).status, 404)
    }
    const restored = await api.as('outsider').post(`/spaces/${trashed}/restore`)
    assert.deepEqual([restored.status, restored.body.parent], [200, top])
    const [stayed] = await api.rows(
      'select organization_id, parent_id from content_node where id = $1',
      [expired],
    )
    assert.deepEqual(stayed, { organization_id: api.organization, parent_id: null })
    // The former parent can be deleted without affecting the transferred space.
    assert.equal((await api.as('admin').delete(`/collections/${above}`)).status, 204)
    assert.equal((await api.as('outsider').get(`/spaces/${spaces[0]}`)).status, 200)
  })

  it('changes nothing when it is there already', async () => {
    const id = await nodes.space()
    const reply = await transfer(id, api.organization)
    assert.deepEqual([reply.status, reply.body.organization], [200, api.organization])
    const collection = await nodes.collection()
    const same = await both.post(`/collections/${collection}/transfer`, {
      organization: api.organization,
    })
    assert.equal(same.status, 200)
    const types = (await eventsOf(api, `space:${id}`)).map(({ type }) => type)
    assert.ok(!types.includes('space_transferred'))
  })

  it('needs the admin role on it and the create role where it goes', async () => {
    const collection = await nodes.collection()
    const space = await nodes.space({ parent: collection })
    const targets = [`/spaces/${space}/transfer`, `/collections/${collection}/transfer`]
    const organization = api.otherOrganization
    const reader = await newPerson(api, { name: 'Reads there', role: 'admin' })
    const member = { organizationId: organization, userId: reader.userId, sso: false }
    await api.services.db.transaction(async (tx) =>
      addMember(tx, { ...member, role: 'edit' }),
    )
    for (const target of targets) {
      const weak = await api.as('create').post(target, { organization })
      assert.deepEqual(reasonOf(weak), [403, 'forbidden'])
      const there = await reader.caller.post(target, { organization })
      assert.deepEqual(reasonOf(there), [403, 'forbidden'])
      // To its admins, an organization that they are not in is like one that does not exist.
      const unseen = await api.as('admin').post(target, { organization })
      const missing = await api.as('admin').post(target, { organization: nowhere })
      assert.equal(unseen.status, 404)
      assert.deepEqual(refusal(unseen, organization), refusal(missing, nowhere))
      assert.equal((await api.anonymous().post(target, { organization })).status, 401)
      const hidden = await api.as('outsider').post(target, { organization })
      const id = target.split('/')[2] ?? ''
      const absent = await api.as('outsider').post(target.replace(id, nowhere), {
        organization,
      })
      assert.equal(hidden.status, 404)
      assert.deepEqual(refusal(hidden, id), refusal(absent, nowhere))
      const bound = await narrowed(api, bothId, { organizationId: api.organization })
      assert.equal((await bound.post(target, { organization })).status, 404)
    }
    assert.equal((await api.as('admin').get(`/spaces/${space}`)).status, 200)
  })

  it('refuses what another transfer is bringing', async () => {
    const id = await nodes.space()
    await api.rows(
      `insert into content_node
         (organization_id, id, kind, title, position, lineage, state, created_by)
       values ($1, $2, 'space', '', 'other', array[$2], 'arriving', $3)`,
      [api.otherOrganization, id, bothId],
    )
    assert.deepEqual(reasonOf(await transfer(id)), [409, 'transfer_under_way'])
    assert.equal((await api.as('admin').get(`/spaces/${id}`)).status, 200)
    await sweep()
    assert.deepEqual(reasonOf(await transfer(id)), [409, 'transfer_under_way'])
    // A transfer whose lease has expired is swept.
    await api.rows(
      `update content_node set created_at = now() - interval '61 seconds' where id = $1
         and state = 'arriving'`,
      [id],
    )
    assert.equal((await transfer(id)).status, 200)
  })

  it('leaves everything where it was when it fails at the last moment', async () => {
    const { spaceId, first } = await writtenSpace()
    const rows = await rowsOf(api.organization, spaceId)
    await api.rows(`alter table directory add constraint planted
      check (id <> '${spaceId}' or organization_id = '${api.organization}')`)
    assert.equal((await transfer(spaceId)).status, 500)
    await api.rows('alter table directory drop constraint planted')
    const page = `/spaces/${spaceId}/content/page/${first}`
    assert.equal((await api.as('read').get(page)).status, 200)
    assert.equal((await api.as('outsider').get(page)).status, 404)
    assert.deepEqual(await rowsOf(api.organization, spaceId), rows)
    await sweep()
    const there = await rowsOf(api.otherOrganization, spaceId)
    assert.deepEqual(Object.values(there).flat(), [])
    assert.equal((await transfer(spaceId)).status, 200)
  })

  it('gives one answer to one Idempotency-Key', async () => {
    const id = await nodes.space()
    const send = async () =>
      both.send(
        'POST',
        `/spaces/${id}/transfer`,
        { organization: api.otherOrganization },
        { 'idempotency-key': `transfer-${id}` },
      )
    const [first, second] = [await send(), await send()]
    assert.deepEqual([first.status, second.status], [200, 200])
    assert.deepEqual(second.body, first.body)
  })
})
