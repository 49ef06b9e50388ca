import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createTestSpace } from '#test/test-edits.ts'
import { eventsOf, nodesOf } from '#test/test-nodes.ts'
import { nowhere, refusal } from '#test/test-people.ts'

const outline = ({ pages }: TestBody) =>
  pages.map(({ id, title, path }: TestBody) => [id, title, path])

describe('duplicating a space', () => {
  let api: TestApi
  let nodes: ReturnType<typeof nodesOf>
  before(async () => {
    api = await startTestApi()
    nodes = nodesOf(api)
  })
  after(async () => api.stop())

  const duplicate = async (id: string, name: Parameters<TestApi['as']>[0] = 'admin') =>
    api.as(name).post(`/spaces/${id}/duplicate`)
  const fileOf = async (spaceId: string): Promise<TestBody> => {
    const { body } = await api.as('admin').get(`/spaces/${spaceId}/content/files`)
    return body.items[0]
  }
  const bytesOf = async (file: TestBody): Promise<string> => {
    const { pathname } = new URL(file.downloadURL)
    const reply = await fetch(`${api.url}${pathname}`)
    assert.equal(reply.status, 200)
    return reply.text()
  }

  /** A space with two pages, the second linking to the first, a file, and a deleted page. */
  async function written() {
    const space = await createTestSpace(api)
    const base64 = Buffer.from('the bytes').toString('base64')
    const { changes } = await space.edit(
      { operation: 'insert_page', title: 'First', document: { markdown: 'One\n' } },
      { operation: 'insert_page', title: 'Gone' },
      { operation: 'insert_files', files: [{ name: 'a.txt', base64 }] },
    )
    const [first, gone] = changes.map(({ page }: TestBody) => page)
    const linking = { markdown: '[To the first](first.md)\n' }
    await space.edit(
      { operation: 'insert_page', title: 'Second', document: linking },
      { operation: 'delete_page', page: gone },
    )
    return { ...space, first }
  }

  it('answers 201 with a space that has everything the first one shows, as one revision', async () => {
    const { spaceId, first } = await written()
    const { body: pages } = await api.as('admin').get(`/spaces/${spaceId}/content/pages`)
    const reply = await duplicate(spaceId)
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    const copy = reply.body
    assert.notEqual(copy.id, spaceId)
    assert.equal(reply.headers.get('location'), copy.urls.location)
    assert.equal(copy.title, 'Untitled (copy)')
    assert.deepEqual(copy.permissions.admin, true)

    const { body: copied } = await api.as('admin').get(`/spaces/${copy.id}/content/pages`)
    assert.equal(copied.pages.length, 2)
    assert.deepEqual(outline(copied), outline(pages))
    const read = await api
      .as('admin')
      .get(`/spaces/${copy.id}/content/page/${first}?format=markdown`)
    assert.match(read.body.markdown, /One/)
    const [linking] = await api.rows(
      `select targets from entry_version where space_id = $1 and title = 'Second'`,
      [copy.id],
    )
    assert.deepEqual(linking, { targets: [first] })
    const revisions = await api.rows(
      'select id, number, type, parents from revision where space_id = $1',
      [copy.id],
    )
    assert.deepEqual(revisions, [
      { id: copy.revision, number: 1, type: 'edits', parents: [] },
    ])
    const types = (await eventsOf(api, `space:${copy.id}`)).map(({ type }) =>
      String(type),
    )
    assert.deepEqual(new Set(types), new Set(['space_created', 'space_content_updated']))
  })

  it('copies the bytes of files, which stay when the first space goes', async () => {
    const { spaceId } = await written()
    const { body: copy } = await duplicate(spaceId)
    const [first, file] = [await fileOf(spaceId), await fileOf(copy.id)]
    assert.equal(file.id, first.id)
    await api.services.storage.deleteAll(`spaces/${spaceId}`)
    assert.equal(await bytesOf(file), 'the bytes')
    const rows = await api.rows('select * from pending_file where space_id = $1', [
      copy.id,
    ])
    assert.deepEqual(rows, [])
    const [counter] = await api.rows(
      'select files from space_counter where space_id = $1',
      [copy.id],
    )
    assert.deepEqual(counter, { files: 1 })
  })

  it('stands right after the first, in the same collection, with its settings', async () => {
    const parent = await nodes.collection()
    const first = await nodes.space({ parent, title: 'A'.repeat(45), defaultLevel: null })
    await nodes.space({ parent, title: 'Last' })
    await nodes.give(first, api.users.guest, 'read')
    const settings = { emoji: '1f680', language: 'de', editMode: 'locked' }
    await api.as('admin').patch(`/spaces/${first}`, settings)

    const { status, body } = await duplicate(first)
    assert.equal(status, 201)
    const title = `${'A'.repeat(45)} (cop`
    assert.deepEqual(await nodes.titlesIn(parent), ['A'.repeat(45), title, 'Last'])
    assert.equal(body.parent, parent)
    assert.deepEqual([body.emoji, body.language, body.editMode], ['1f680', 'de', 'live'])
    // The copy is as closed as the original: neither members nor holders of a grant on that see it.
    assert.equal(body.defaultLevel, null)
    for (const name of ['read', 'guest'] as const) {
      assert.equal((await api.as(name).get(`/spaces/${body.id}`)).status, 404)
    }
    const grants = await api.rows(
      'select user_id, role from user_grant where content_id = $1',
      [body.id],
    )
    assert.deepEqual(grants, [{ user_id: api.users.admin, role: 'admin' }])
  })

  it('needs to see the space and to create where it stands', async () => {
    const id = await nodes.space()
    assert.equal((await duplicate(id, 'create')).status, 201)
    for (const name of ['edit', 'read'] as const) {
      const reply = await duplicate(id, name)
      assert.deepEqual([reply.status, reply.body.error.reason], [403, 'forbidden'])
    }
    const parent = await nodes.collection({ defaultLevel: null })
    const inside = await nodes.space({ parent })
    await nodes.give(inside, api.users.guest, 'admin')
    assert.equal((await duplicate(inside, 'guest')).status, 403)
    for (const name of ['outsider', 'guest'] as const) {
      const hidden = await duplicate(id, name)
      assert.equal(hidden.status, 404)
      assert.deepEqual(
        refusal(hidden, id),
        refusal(await duplicate(nowhere, name), nowhere),
      )
    }
    assert.equal((await api.anonymous().post(`/spaces/${id}/duplicate`)).status, 401)
  })

  it('refuses what is in the trash', async () => {
    const id = await nodes.space()
    await api.as('admin').delete(`/spaces/${id}`)
    const reply = await duplicate(id)
    assert.deepEqual([reply.status, reply.body.error.reason], [409, 'space_in_trash'])
  })
})
