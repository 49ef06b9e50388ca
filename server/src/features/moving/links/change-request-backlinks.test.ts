import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { changeRequestOf } from '#test/links/test-change-request.ts'
import { pageNamed, sorted, write } from '#test/links/test-links.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createTestSpace } from '#test/test-edits.ts'

let api: TestApi
before(async () => {
  api = await startTestApi()
})
after(async () => api.stop())

const rewrite = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
})

function idsOf({ items }: TestBody): string[] {
  return sorted(...items.map((each: TestBody) => each.page.id))
}

describe('listChangeRequestPageBacklinks', () => {
  it('shows the pages that lead to a page in the change request', async () => {
    const space = await createTestSpace(api)
    const target = await write(space, 'Target', 'Text.\n')
    const kept = await write(space, 'Kept', '[t](target.md)\n')
    const unlinked = await write(space, 'Unlinked', '[t](target.md)\n')
    const doomed = await write(space, 'Doomed', '[t](target.md)\n')
    const edited = await write(space, 'Edited since', '[t](target.md)\n')
    const request = await changeRequestOf(api, space)
    const { changes } = await request.edit(
      rewrite(unlinked, 'Nothing.\n'),
      { operation: 'delete_page', page: doomed },
      pageNamed('New', '[t](target.md)\n'),
    )
    const fresh = String(changes[2].page)
    // The main content changes, which the change request does not see.
    await space.edit(rewrite(edited, 'Nothing.\n'))
    await write(space, 'Later', '[t](target.md)\n')
    const path = `/content/page/${target}/backlinks`
    const all = await request.get(path)
    assert.deepEqual(idsOf(all), sorted(kept, edited, fresh))
    assert.equal(all.count, 3)
    for (const { versionContext } of all.items) {
      assert.equal(versionContext.type, 'changeRequest')
      assert.equal(versionContext.changeRequest.id, request.id)
    }
    const first = await request.get(`${path}?limit=2`)
    const next = await request.get(`${path}?limit=2&page=${first.next.page}`)
    assert.deepEqual([...first.items, ...next.items], all.items)
  })

  it('leads to pages where they were, though the main content has moved them since', async () => {
    const space = await createTestSpace(api)
    const target = await write(space, 'Target', 'Text.\n')
    const request = await changeRequestOf(api, space)
    await space.edit({ operation: 'update_page', page: target, slug: 'elsewhere' })
    const { changes } = await request.edit(pageNamed('New', '[t](target.md)\n'))
    const found = await request.get(`/content/page/${target}/backlinks`)
    assert.deepEqual(idsOf(found), [String(changes[0].page)])
    const { items } = await request.get('/links')
    assert.equal(items[0].targetReference.page.path, 'target')
  })

  it('shows other spaces as they are in their main content', async () => {
    const space = await createTestSpace(api)
    const other = await createTestSpace(api)
    const target = await write(space, 'Target', 'Text.\n')
    const link = `[t](lectern:page/${target}?space=${space.spaceId})\n`
    const far = await write(other, 'Far', link)
    const request = await changeRequestOf(api, space)
    const elsewhere = await changeRequestOf(api, other)
    await elsewhere.edit(pageNamed('Draft', link))
    const { items } = await request.get(`/content/page/${target}/backlinks`)
    assert.deepEqual(
      items.map(({ page, versionContext }: TestBody) => [page.id, versionContext.type]),
      [[far, 'revision']],
    )
  })

  it('finds what a path leads to only since the change request', async () => {
    const space = await createTestSpace(api)
    const from = await write(space, 'From', '[late](late.md)\n')
    const request = await changeRequestOf(api, space)
    const { changes } = await request.edit(pageNamed('Late', 'Text.\n'))
    const late = String(changes[0].page)
    assert.deepEqual(idsOf(await request.get(`/content/page/${late}/backlinks`)), [from])
  })
})

describe('listChangeRequestFileBacklinks', () => {
  it('shows what uses a file in the change request', async () => {
    const space = await createTestSpace(api)
    const made = await space.edit({
      operation: 'insert_files',
      files: [{ name: 'a.txt', base64: 'aGk=' }],
    })
    const file = String(made.changes[0].file)
    const kept = await write(space, 'Kept', '[a](.gitbook/assets/a.txt)\n')
    const request = await changeRequestOf(api, space)
    const { changes } = await request.edit(
      pageNamed('New', '[a](.gitbook/assets/a.txt)\n'),
    )
    const path = `/content/files/${file}/backlinks`
    const found = await request.get(path)
    assert.deepEqual(idsOf(found), sorted(kept, String(changes[0].page)))
    const main = await api.as('read').get(`/spaces/${space.spaceId}${path}`)
    assert.deepEqual(idsOf(main.body), [kept])
    await request.edit({ operation: 'delete_file', file })
    const gone = await api.as('read').get(`${request.path}${path}`)
    assert.equal(gone.status, 404)
    const page = await api
      .as('read')
      .get(`${request.path}/content/files/${kept}/backlinks`)
    assert.equal(page.status, 404)
  })
})
