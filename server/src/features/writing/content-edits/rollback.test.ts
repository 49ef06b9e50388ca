import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { SampleName } from '#test/sample.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'

describe('rollbackSpaceRevision', () => {
  let api: TestApi
  let space: TestSpace
  before(async () => {
    api = await startTestApi()
    space = await createTestSpace(api)
  })
  after(async () => api.stop())

  const rollBack = async (revision: string, name: SampleName = 'edit', at = space) =>
    api.as(name).post(`/spaces/${at.spaceId}/revisions/${revision}/rollback`)
  const stateOf = async (revision: string, at = space): Promise<TestBody> => {
    const { body } = await api
      .as('read')
      .get(`/spaces/${at.spaceId}/revisions/${revision}`)
    const { pages, files, reusableContents, variables } = body
    const text = JSON.stringify({ pages, files, reusableContents, variables })
    return JSON.parse(
      text.replaceAll(revision, '').replaceAll(/"updatedAt":"[^"]*",?/g, ''),
    )
  }

  it('makes a revision that equals an older one, and keeps what came between', async () => {
    const made = await space.edit(
      {
        operation: 'insert_page',
        title: 'A',
        ref: 'a',
        document: { markdown: '[b](a/b.md)\n' },
      },
      { operation: 'insert_page', title: 'B', into: 'a', document: { markdown: 'B\n' } },
      { operation: 'insert_page', title: 'C' },
      { operation: 'insert_files', files: [{ name: 'f.txt', base64: 'aGk=' }] },
      { operation: 'set_variables', variables: { a: 'one' } },
    )
    const [a, b, c] = made.changes.map(({ page }: TestBody) => page)
    const { file } = made.changes[3]
    const changed = await space.edit(
      {
        operation: 'update_page',
        page: a,
        title: 'Other',
        document: { markdown: 'Other\n' },
      },
      { operation: 'delete_page', page: b },
      { operation: 'insert_page', title: 'D', slug: 'a' },
      { operation: 'delete_file', file },
      { operation: 'set_variables', variables: { a: 'two' } },
    )
    const { status, body, headers } = await rollBack(made.revision)
    assert.equal(status, 201)
    assert.equal(body.type, 'rollback')
    assert.deepEqual(body.parents, [changed.revision])
    assert.match(headers.get('location') ?? '', new RegExp(`/revisions/${body.id}$`))
    assert.deepEqual(await stateOf(body.id), await stateOf(made.revision))
    assert.notDeepEqual(await stateOf(changed.revision), await stateOf(made.revision))
    const [row] = await api.rows('select changed from revision where id = $1', [body.id])
    const d = changed.changes[2].page
    assert.deepEqual(new Set(row.changed), new Set([a, b, d, file, 'variables']))
    assert.equal((await space.entry(c)).from_number, 2)
    const [counter] = await api.rows(
      'select files from space_counter where space_id = $1',
      [space.spaceId],
    )
    assert.equal(counter.files, 1)
    const back = await rollBack(changed.revision)
    assert.deepEqual(await stateOf(back.body.id), await stateOf(changed.revision))
    const old = await api.as('read').get(`/spaces/${space.spaceId}/content/path/other`)
    assert.equal(old.body.id, a)
  })

  it('does not know revisions of other spaces', async () => {
    const other = await createTestSpace(api)
    const { revision } = await other.edit({ operation: 'insert_page', title: 'A' })
    assert.equal((await rollBack(revision)).status, 404)
    assert.equal((await rollBack('nowhere')).status, 404)
  })

  it('needs the edit role and a space that is not locked', async () => {
    const [{ head_revision_id: head }] = await api.rows(
      'select head_revision_id from branch where space_id = $1',
      [space.spaceId],
    )
    assert.equal((await rollBack(head, 'comment')).status, 403)
    assert.equal((await rollBack(head, 'outsider')).status, 404)
    const locked = await createTestSpace(api, { editMode: 'locked' })
    const [{ head_revision_id: first }] = await api.rows(
      'select head_revision_id from branch where space_id = $1',
      [locked.spaceId],
    )
    const refused = await rollBack(first, 'edit', locked)
    assert.deepEqual([refused.status, refused.body.error.reason], [409, 'space_locked'])
  })
})
