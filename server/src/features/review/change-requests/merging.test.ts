import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { changeRequestIn } from '#test/test-change-requests.ts'
import { createTestSpace } from '#test/test-edits.ts'

const edit = (page: string | undefined, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
})

const pagesOf = (whose: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    operation: 'insert_page',
    title: `${whose} ${index}`,
  }))

describe('merging', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  const newSpace = async (...texts: readonly string[]) => {
    const space = await createTestSpace(api)
    const { changes } = await space.edit(
      ...texts.map((markdown, index) => ({
        operation: 'insert_page',
        title: `Page ${index}`,
        document: { markdown },
      })),
    )
    const pages: string[] = changes.map(({ page }: TestBody) => page)
    const textOf = async (page: string) => {
      const { body } = await api
        .as('edit')
        .get(`/spaces/${space.spaceId}/content/page/${page}?format=markdown`)
      return body.markdown
    }
    return { space, pages, textOf }
  }

  it('brings what was edited, added, moved and deleted into the main content, and nothing before', async () => {
    const { space, pages, textOf } = await newSpace('One.\n', 'Two.\n', 'Three.\n')
    const [one = '', two = '', three = ''] = pages
    const request = await changeRequestIn(api, space.spaceId, { subject: 'Try' })
    assert.deepEqual([request.view.number, request.view.status], [1, 'draft'])
    const { changes } = await request.edit(
      edit(one, 'One, edited.\n'),
      { operation: 'insert_page', title: 'New', document: { markdown: 'New.\n' } },
      { operation: 'move_page', page: two, into: one },
      { operation: 'delete_page', page: three },
    )
    const added = changes[1].page
    assert.equal(await textOf(one), 'One.\n')

    const merged = await request.merge()
    assert.deepEqual([merged.status, merged.body.result], [200, 'merge'])
    assert.equal(await textOf(one), 'One, edited.\n')
    assert.equal(await textOf(added), 'New.\n')
    assert.equal(await textOf(three), undefined)
    const moved = await api
      .as('edit')
      .get(`/spaces/${space.spaceId}/content/path/page-0/page-1`)
    assert.equal(moved.body.id, two)
    const view = await request.read()
    assert.deepEqual(
      [view.status, view.revisionMerged, view.outdated],
      ['merged', merged.body.revision, false],
    )
    const { body } = await api.as('edit').get(`/spaces/${space.spaceId}`)
    assert.equal(body.revision, merged.body.revision)
    assert.deepEqual(
      [body.changeRequests, body.changeRequestsDraft, body.changeRequestsOpen],
      [1, 0, 0],
    )
    const again = await request.merge()
    assert.deepEqual(again.body, { revision: merged.body.revision, result: 'merge' })
  })

  it('merges edits of different blocks of one page, and asks about the same block', async () => {
    const { space, pages, textOf } = await newSpace('First.\n\nSecond.\n\nThird.\n')
    const [page = ''] = pages
    const apart = await changeRequestIn(api, space.spaceId)
    await apart.edit(edit(page, 'First.\n\nSecond.\n\nThird, by the request.\n'))
    const same = await changeRequestIn(api, space.spaceId)
    await same.edit(edit(page, 'First, by the request.\n\nSecond.\n\nThird.\n'))
    await space.edit(edit(page, 'First, by others.\n\nSecond.\n\nThird.\n'))
    assert.equal((await apart.read()).outdated, true)

    const merged = await apart.merge()
    assert.equal(merged.body.result, 'merge')
    const both = 'First, by others.\n\nSecond.\n\nThird, by the request.\n'
    assert.equal(await textOf(page), both)

    const refused = await same.merge()
    const head = (await same.read()).revision
    assert.deepEqual([refused.body.result, refused.body.revision], ['conflicts', head])
    const [conflict] = refused.body.conflicts
    assert.deepEqual(
      [conflict.kind, conflict.page, conflict.base, conflict.ours, conflict.theirs],
      ['body', page, 'First.', 'First, by the request.', 'First, by others.'],
    )
    assert.equal(await textOf(page), both)
    const listed = await same.conflicts()
    assert.deepEqual(listed.body.items, refused.body.conflicts)

    const resolved = await same.send([
      { operation: 'resolve_conflict', conflict: conflict.id, text: 'First, by both.' },
    ])
    assert.equal(resolved.status, 200)
    assert.deepEqual((await same.conflicts()).body.items, [])
    assert.equal((await same.merge()).body.result, 'merge')
    assert.equal(
      await textOf(page),
      'First, by both.\n\nSecond.\n\nThird, by the request.\n',
    )
  })

  it('updates from the main content, and reads it from then on', async () => {
    const { space, pages } = await newSpace('One.\n', 'Two.\n', 'Three.\n')
    const [one = '', two = '', three = ''] = pages
    const request = await changeRequestIn(api, space.spaceId)
    await request.edit(edit(one, 'One, edited.\n'))
    await space.edit(edit(two, 'Two, by others.\n'), {
      operation: 'delete_page',
      page: three,
    })
    assert.equal(await request.textOf(two), 'Two.\n')
    assert.equal(await request.textOf(three), 'Three.\n')
    const updated = await request.update()
    assert.equal(updated.body.result, 'update')
    assert.equal(await request.textOf(one), 'One, edited.\n')
    assert.equal(await request.textOf(two), 'Two, by others.\n')
    assert.equal(await request.textOf(three), undefined)
    const view = await request.read()
    const { body } = await api.as('edit').get(`/spaces/${space.spaceId}`)
    assert.deepEqual(
      [view.outdated, view.revision, view.revisionMergedAncestor],
      [false, updated.body.revision, body.revision],
    )
    assert.deepEqual((await request.update()).body, updated.body)
    // The branch stores only the entry that the change request itself has changed.
    const rows = await api.rows(
      'select entry_id from entry_version where branch_id = $1 and to_number is null',
      [view.id],
    )
    assert.deepEqual(
      rows.map(({ entry_id: id }) => id),
      [one],
    )
  })

  it('lets edits of a branch see the branch: names, places, links', async () => {
    const { space, pages } = await newSpace('One.\n', 'Two.\n')
    const [one = '', two = ''] = pages
    const request = await changeRequestIn(api, space.spaceId)
    await request.edit({ operation: 'delete_page', page: two })
    const gone = await request.send([edit(two, 'x')])
    assert.equal(gone.status, 400)
    const { changes } = await request.edit(
      { operation: 'insert_page', title: 'Page 1', slug: 'page-1' },
      edit(one, '[there](page-1.md)\n'),
    )
    const [{ page: added }] = changes
    const links = await api.rows(
      'select targets from entry_version where branch_id = $1 and entry_id = $2 and to_number is null',
      [request.view.id, one],
    )
    assert.deepEqual(links[0].targets, [added])
    assert.equal((await request.merge()).body.result, 'merge')
    const { body } = await api
      .as('edit')
      .get(`/spaces/${space.spaceId}/content/path/page-1`)
    assert.equal(body.id, added)
  })

  it('says what is deleted here and changed there, put into each other, and called the same', async () => {
    const { space, pages } = await newSpace('One.\n', 'Two.\n', 'Three.\n')
    const [one = '', two = '', three = ''] = pages
    const request = await changeRequestIn(api, space.spaceId)
    await request.edit(
      { operation: 'delete_page', page: one },
      { operation: 'move_page', page: two, into: three },
      { operation: 'insert_page', title: 'Same', slug: 'same' },
    )
    await space.edit(
      edit(one, 'One, edited.\n'),
      { operation: 'move_page', page: three, into: two },
      { operation: 'insert_page', title: 'Same', slug: 'same' },
    )
    const { body } = await request.merge()
    assert.equal(body.result, 'conflicts')
    const kinds = body.conflicts.map(({ kind }: TestBody) => kind)
    assert.deepEqual(kinds.toSorted(), ['cycle', 'delete', 'slug'])
    for (const { id } of body.conflicts) {
      await request.edit({ operation: 'resolve_conflict', conflict: id, choose: 'ours' })
    }
    assert.equal((await request.merge()).body.result, 'merge')
  })

  it('goes on after it was merged, from what its merge made', async () => {
    const { space, pages, textOf } = await newSpace('One.\n')
    const [page = ''] = pages
    const request = await changeRequestIn(api, space.spaceId)
    await request.edit(edit(page, 'One, edited.\n'))
    const first = await request.merge()
    assert.equal((await request.send([edit(page, 'x')])).status, 409)
    const opened = await request.change({ status: 'open' })
    assert.deepEqual(
      [opened.status, opened.revisionMerged, opened.outdated],
      ['open', first.body.revision, false],
    )
    await space.edit(edit(page, 'One, edited by others.\n'))
    assert.equal(await request.textOf(page), 'One, edited.\n')
    await request.update()
    await request.edit(edit(page, 'One, edited twice.\n'))
    const second = await request.merge()
    assert.notEqual(second.body.revision, first.body.revision)
    assert.equal(await textOf(page), 'One, edited twice.\n')
  })

  for (const [ours, theirs] of [
    [1, 1],
    [2, 2],
    [3, 1],
    [1, 3],
    [4, 2],
  ] as const) {
    it(`keeps ${ours} and ${theirs} pages that were put into the same places apart and in order`, async () => {
      const { space } = await newSpace('One.\n')
      const request = await changeRequestIn(api, space.spaceId)
      await request.edit(...pagesOf('Ours', ours))
      await space.edit(...pagesOf('Theirs', theirs))
      assert.equal((await request.merge()).body.result, 'merge')
      const rows = await api.rows(
        `select title, position from entry_version
         where space_id = $1 and branch_id = $1 and to_number is null order by position`,
        [space.spaceId],
      )
      assert.equal(rows.length, 1 + ours + theirs)
      assert.equal(new Set(rows.map(({ position }) => position)).size, rows.length)
      for (const [whose, count] of Object.entries({ Ours: ours, Theirs: theirs })) {
        const titles = rows
          .map(({ title }) => title)
          .filter((title) => title.startsWith(whose))
        const wanted = pagesOf(whose, count).map(({ title }) => title)
        assert.deepEqual(titles, wanted)
      }
    })
  }

  it('puts a page that comes in behind one that is there and was rewritten with it', async () => {
    const { space } = await newSpace('One.\n')
    const request = await changeRequestIn(api, space.spaceId)
    await request.edit({ operation: 'insert_page', title: 'Ours' })
    const { changes } = await space.edit({ operation: 'insert_page', title: 'Theirs' })
    assert.equal((await request.update()).body.result, 'update')
    await request.edit(edit(changes[0].page, 'Rewritten.\n'))
    assert.equal((await request.merge()).body.result, 'merge')
    const rows = await api.rows(
      `select title, position from entry_version
       where space_id = $1 and branch_id = $1 and to_number is null order by position`,
      [space.spaceId],
    )
    assert.deepEqual(
      rows.map(({ title }) => title),
      ['Page 0', 'Theirs', 'Ours'],
    )
    assert.equal(new Set(rows.map(({ position }) => position)).size, 3)
  })
})
