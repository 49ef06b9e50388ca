import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { sorted, write } from '#test/links/test-links.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'

let api: TestApi
before(async () => {
  api = await startTestApi()
})
after(async () => api.stop())

async function backlinksOf(
  space: TestSpace,
  what: `page/${string}` | `files/${string}`,
  query = '',
) {
  const path = `/spaces/${space.spaceId}/content/${what}/backlinks${query}`
  const reply = await api.as('edit').get(path)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

function idsOf({ items }: TestBody): string[] {
  return items.map((each: TestBody) => (each.page ?? each.reusableContent).id)
}

describe('listSpacePageBacklinks', () => {
  it('answers what links to the page or to a place on it, and not the page itself', async () => {
    const space = await createTestSpace(api)
    const target = await write(space, 'Target', '## Here\n\n[self](target.md#here)\n')
    const one = await write(space, 'One', '[a](target.md) [b](target.md#here)\n')
    const two = await write(space, 'Two', '[a](target.md?tab=1)\n')
    await write(space, 'Three', 'Nothing.\n')
    const { changes } = await space.edit({
      operation: 'insert_reusable_content',
      title: 'Note',
      document: { markdown: '[t](/target.md)\n' },
    })
    const found = await backlinksOf(space, `page/${target}`)
    const ids = sorted(one, two, changes[0].reusableContent)
    assert.deepEqual([idsOf(found), found.count], [ids, 3])
    const [first] = found.items
    assert.deepEqual(
      [first.kind, first.page.path, first.organization.id, first.space.id],
      ['page', 'one', api.organization, space.spaceId],
    )
    assert.equal(first.versionContext.revision.id, first.space.revision)
  })

  it('finds what linked to it before it was there', async () => {
    const space = await createTestSpace(api)
    const early = await write(space, 'Early', '[soon](later.md)\n')
    const later = await write(space, 'Later', 'Text.\n')
    assert.deepEqual(idsOf(await backlinksOf(space, `page/${later}`)), [early])
  })

  it('forgets a page that no longer links to it, or is gone', async () => {
    const space = await createTestSpace(api)
    const target = await write(space, 'Target', 'Text.\n')
    const one = await write(space, 'One', '[a](target.md)\n')
    const two = await write(space, 'Two', '[a](target.md)\n')
    await space.edit(
      { operation: 'update_page', page: one, document: { markdown: 'Nothing.\n' } },
      { operation: 'delete_page', page: two },
    )
    const { items, count } = await backlinksOf(space, `page/${target}`)
    assert.deepEqual([items, count], [[], 0])
  })

  it('answers pages of other spaces that the caller may see, and no others', async () => {
    const space = await createTestSpace(api)
    const [seen, hidden] = [await createTestSpace(api), await createTestSpace(api)]
    const target = await write(space, 'Target', '## Here\n')
    const link = `[t](lectern:page/${target}?space=${space.spaceId})\n`
    const place = `[t](lectern:anchor/here?page=${target}?space=${space.spaceId})\n`
    const one = await write(seen, 'One', link)
    const two = await write(seen, 'Two', place)
    await write(hidden, 'Secret', link)
    const settings = { defaultLevel: null }
    await api.as('admin').patch(`/spaces/${hidden.spaceId}`, settings)
    const found = await backlinksOf(space, `page/${target}`)
    assert.deepEqual([idsOf(found), found.count], [[one, two].toSorted(), 2])
    assert.equal(found.items[0].space.id, seen.spaceId)
    assert.ok(!JSON.stringify(found).includes('Secret'))
    const path = `/spaces/${space.spaceId}/content/page/${target}/backlinks`
    assert.equal((await api.as('admin').get(path)).body.count, 3)
  })

  it('does not take the pages of a copy of the space for its own', async () => {
    const space = await createTestSpace(api)
    const target = await write(space, 'Target', 'Text.\n')
    const one = await write(space, 'One', '[a](target.md)\n')
    const copy = await api.as('admin').post(`/spaces/${space.spaceId}/duplicate`)
    assert.equal(copy.status, 201)
    const found = await backlinksOf(space, `page/${target}`)
    assert.deepEqual(idsOf(found), [one])
    assert.equal(found.items[0].space.id, space.spaceId)
  })

  it('goes through all of them page by page', async () => {
    const space = await createTestSpace(api)
    const target = await write(space, 'Target', 'Text.\n')
    const { changes } = await space.edit(
      ...Array.from({ length: 25 }, (_, at) => ({
        operation: 'insert_page',
        title: `P${at}`,
        document: { markdown: '[t](target.md)\n' },
      })),
    )
    const ids = changes.map((each: TestBody) => each.page)
    const seen: string[] = []
    let query = '?limit=10'
    for (let pages = 1; pages <= 3; pages += 1) {
      const found = await backlinksOf(space, `page/${target}`, query)
      assert.equal(found.count, 25)
      assert.equal(found.next === undefined, pages === 3)
      seen.push(...idsOf(found))
      query = `?limit=10&page=${found.next?.page}`
    }
    assert.deepEqual(seen, ids.toSorted())
    const nothing = await backlinksOf(space, `page/${target}`, '?limit=0')
    assert.deepEqual([nothing.items, nothing.count], [[], 25])
  })

  it('refuses a page that is not there, the outsider and the anonymous caller', async () => {
    const space = await createTestSpace(api)
    const target = await write(space, 'Target', 'Text.\n')
    const path = `/spaces/${space.spaceId}/content/page/${target}/backlinks`
    assert.equal((await api.as('outsider').get(path)).status, 404)
    assert.equal((await api.anonymous().get(path)).status, 401)
    await space.edit({ operation: 'delete_page', page: target })
    assert.equal((await api.as('edit').get(path)).status, 404)
  })
})

describe('listSpaceFileBacklinks', () => {
  it('answers pages that show, link or wear the file', async () => {
    const space = await createTestSpace(api)
    const early = await write(space, 'Early', '![soon](.gitbook/assets/a.png)\n')
    const { changes } = await space.edit({
      operation: 'insert_files',
      files: [{ name: 'a.png', base64: 'aGk=' }],
    })
    const [{ file }] = changes
    const shown = await write(space, 'Shown', '![a](.gitbook/assets/a.png)\n')
    const cover = { ref: { kind: 'file', file }, yPos: 0 }
    const covered = await write(space, 'Covered', 'Text.\n', { cover })
    const worn = await write(space, 'Worn', 'Text.\n')
    await space.edit({ operation: 'update_page', page: worn, cover })
    const found = await backlinksOf(space, `files/${file}`)
    assert.deepEqual(idsOf(found), [early, shown, covered, worn].toSorted())
    await space.edit({ operation: 'update_page', page: worn, cover: null })
    const { count } = await backlinksOf(space, `files/${file}`)
    assert.equal(count, 3)
  })

  it('refuses what is no file, the outsider and the anonymous caller', async () => {
    const space = await createTestSpace(api)
    const page = await write(space, 'Page', 'Text.\n')
    const pathOf = (id: string) =>
      `/spaces/${space.spaceId}/content/files/${id}/backlinks`
    const { changes } = await space.edit({
      operation: 'insert_files',
      files: [{ name: 'a.txt', base64: 'aGk=' }],
    })
    const [{ file }] = changes
    assert.equal((await api.as('edit').get(pathOf(page))).status, 404)
    assert.equal((await api.as('edit').get(pathOf('nowhere'))).status, 404)
    assert.equal((await api.as('outsider').get(pathOf(file))).status, 404)
    assert.equal((await api.anonymous().get(pathOf(file))).status, 401)
    assert.equal((await api.as('edit').get(pathOf(file))).status, 200)
  })
})
