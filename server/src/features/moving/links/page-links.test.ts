import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { brief, write } from '#test/links/test-links.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'

let api: TestApi
before(async () => {
  api = await startTestApi()
})
after(async () => api.stop())

async function linksOfPage(space: TestSpace, page: string, query = '') {
  const path = `/spaces/${space.spaceId}/content/page/${page}/links${query}`
  const reply = await api.as('edit').get(path)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

describe('listPageLinksInSpace', () => {
  it('answers the links of one page, with their counts', async () => {
    const space = await createTestSpace(api)
    const target = await write(space, 'Target', '[x](https://web.example)\n')
    const from = await write(space, 'From', '[a](target.md) [b](missing.md)\n')
    const { items, count, stats } = await linksOfPage(space, from)
    assert.equal(count, 2)
    assert.deepEqual(stats, { total: 2, broken: { total: 1 } })
    assert.deepEqual(
      items.map(brief).map(({ status, target: id, from: pages }: TestBody) => ({
        status,
        id,
        pages,
      })),
      [
        { status: 'ok', id: target, pages: [from] },
        { status: 'broken', id: undefined, pages: [from] },
      ],
    )
    assert.equal((await linksOfPage(space, from, '?status=broken')).count, 1)
  })

  it('heals what the page was written with', async () => {
    const space = await createTestSpace(api)
    const from = await write(space, 'From', '[b](later.md#there)\n')
    const later = await write(space, 'Later', '## There\n')
    const { items, stats } = await linksOfPage(space, from)
    assert.equal(stats.broken.total, 0)
    assert.deepEqual(items[0].reference, { kind: 'anchor', anchor: 'there', page: later })
  })

  it('answers an outsider as if the page did not exist, and nobody at all', async () => {
    const space = await createTestSpace(api)
    const from = await write(space, 'From', '[a](https://web.example)\n')
    const path = `/spaces/${space.spaceId}/content/page/${from}/links`
    assert.equal((await api.as('outsider').get(path)).status, 404)
    assert.equal((await api.anonymous().get(path)).status, 401)
  })

  it('refuses a page that is not there, or is none', async () => {
    const space = await createTestSpace(api)
    const { changes } = await space.edit({
      operation: 'insert_files',
      files: [{ name: 'a.txt', base64: 'aGk=' }],
    })
    for (const id of ['nowhere', changes[0].file]) {
      const path = `/spaces/${space.spaceId}/content/page/${id}/links`
      assert.equal((await api.as('edit').get(path)).status, 404)
    }
  })
})
