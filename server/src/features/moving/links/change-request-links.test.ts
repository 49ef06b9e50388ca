import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { changeRequestOf } from '#test/links/test-change-request.ts'
import { brief, pageNamed, sorted, write } from '#test/links/test-links.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createTestSpace } from '#test/test-edits.ts'
import { nowhere, refusal } from '#test/test-people.ts'

let api: TestApi
before(async () => {
  api = await startTestApi()
})
after(async () => api.stop())

const remove = (page: string) => ({ operation: 'delete_page', page })
const rewrite = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
})
const mainLinks = async (spaceId: string): Promise<TestBody> =>
  (await api.as('read').get(`/spaces/${spaceId}/links`)).body

describe('listChangeRequestLinks', () => {
  it('shows what the change request makes and what it leaves as it is', async () => {
    const space = await createTestSpace(api)
    const target = await write(space, 'Target', 'Text.\n')
    const kept = await write(space, 'Kept', '[t](target.md)\n')
    const changed = await write(space, 'Changed', '[t](target.md)\n')
    const request = await changeRequestOf(api, space)
    await request.edit(rewrite(changed, '[web](https://web.example/)\n'))
    await space.edit(rewrite(kept, 'No link any more.\n'))
    const { items, count, stats } = await request.get('/links')
    assert.equal(count, 2)
    assert.deepEqual(stats, { total: 2, broken: { total: 0, changeRequest: 0 } })
    assert.deepEqual(items.map(brief), [
      { status: 'ok', relation: 'reference', target, from: [kept] },
      {
        status: 'ok',
        relation: 'reference',
        target: 'https://web.example/',
        from: [changed],
      },
    ])
    const now = (await mainLinks(space.spaceId)).items
    assert.deepEqual(now.map(brief), [
      { status: 'ok', relation: 'reference', target, from: [changed] },
    ])
  })

  it('says where things are in the change request', async () => {
    const space = await createTestSpace(api)
    await write(space, 'Target', 'Text.\n')
    await write(space, 'From', '[t](target.md)\n')
    const request = await changeRequestOf(api, space)
    const [target] = (await request.get('/content/pages')).pages
    await request.edit({ operation: 'update_page', page: target.id, slug: 'renamed' })
    const { items } = await request.get('/links')
    const { targetReference, locationReferences } = items[0]
    assert.equal(targetReference.page.path, 'renamed')
    assert.match(
      targetReference.page.urls.app,
      new RegExp(`/~/changes/${request.number}/`),
    )
    for (const { versionContext } of [targetReference, ...locationReferences]) {
      assert.equal(versionContext.type, 'changeRequest')
      assert.equal(versionContext.changeRequest.id, request.id)
    }
  })

  it('tells what the change request breaks from what is broken anyway', async () => {
    const space = await createTestSpace(api)
    const doomed = await write(space, 'Doomed', 'Text.\n')
    const lost = await write(space, 'Lost', 'Text.\n')
    await write(space, 'One', '[d](doomed.md) [l](lost.md) [web](https://web.example/)\n')
    await write(space, 'Two', '[d](doomed.md) [nobody](missing.md)\n')
    await space.edit(remove(lost))
    const request = await changeRequestOf(api, space)
    await request.edit(
      remove(doomed),
      pageNamed('New', '[typo](nowhere.md) [nobody](missing.md)\n'),
    )
    const { items, stats } = await request.get('/links')
    assert.deepEqual(stats, { total: 5, broken: { total: 4, changeRequest: 2 } })
    const broken = items.filter(({ status }: TestBody) => status === 'broken')
    assert.equal(broken.length, 4)
    const asked = async (query: string) => {
      const answer = await request.get(`/links?${query}`)
      assert.deepEqual(answer.stats, stats)
      assert.equal(answer.count, answer.items.length)
      return sorted(...answer.items.map(nameOf))
    }
    const here = ['nowhere.md', doomed]
    const there = ['missing.md', lost]
    assert.deepEqual(await asked('brokenContext=change-request'), sorted(...here))
    assert.deepEqual(
      await asked('brokenContext=change-request&status=broken'),
      sorted(...here),
    )
    assert.deepEqual(await asked('brokenContext=space'), sorted(...there))
    assert.deepEqual(await asked('brokenContext=space&status=ok'), [])
    assert.deepEqual(await asked('status=broken'), sorted(...here, ...there))
    assert.deepEqual(await asked('status=ok'), ['https://web.example/'])
    const { stats: main } = await mainLinks(space.spaceId)
    assert.deepEqual(main, { total: 4, broken: { total: 2 } })
  })

  it('takes for broken anyway what was broken when the change request began', async () => {
    const space = await createTestSpace(api)
    const from = await write(space, 'From', '[late](late.md)\n')
    const request = await changeRequestOf(api, space)
    await write(space, 'Late', 'Text.\n')
    assert.equal((await mainLinks(space.spaceId)).stats.broken.total, 0)
    const before_ = await request.get('/links')
    assert.deepEqual(before_.stats.broken, { total: 1, changeRequest: 0 })
    await request.edit(pageNamed('Late', 'Text.\n'))
    const { items, stats } = await request.get('/links')
    assert.deepEqual(stats.broken, { total: 0, changeRequest: 0 })
    assert.deepEqual(items[0].locationReferences[0].page.id, from)
  })

  it('follows a page that the change request moves', async () => {
    const space = await createTestSpace(api)
    const target = await write(space, 'Target', 'Text.\n')
    const from = await write(space, 'From', '[t](target.md)\n')
    const group = await write(space, 'Group', 'Text.\n')
    const request = await changeRequestOf(api, space)
    await request.edit({ operation: 'move_page', page: target, into: group })
    const { items, stats } = await request.get('/links')
    assert.deepEqual(stats, { total: 1, broken: { total: 0, changeRequest: 0 } })
    assert.deepEqual(items.map(brief), [
      { status: 'ok', relation: 'reference', target, from: [from] },
    ])
    assert.equal(items[0].targetReference.page.path, 'group/target')
  })

  it('comes in pages', async () => {
    const space = await createTestSpace(api)
    await write(space, 'All', '[a](https://a.example/) [b](https://b.example/)\n')
    const request = await changeRequestOf(api, space)
    await request.edit(pageNamed('More', '[c](https://c.example/)\n'))
    const first = await request.get('/links?limit=2')
    const next = await request.get(`/links?limit=2&page=${first.next.page}`)
    assert.deepEqual([first.count, next.count, next.next], [3, 3, undefined])
    assert.deepEqual([...first.items, ...next.items].map(nameOf), [
      'https://a.example/',
      'https://b.example/',
      'https://c.example/',
    ])
  })
})

describe('listPageLinksInChangeRequest', () => {
  it('shows the links of one page, and those of a status alone', async () => {
    const space = await createTestSpace(api)
    const target = await write(space, 'Target', 'Text.\n')
    const page = await write(space, 'Page', '[t](target.md)\n')
    await write(space, 'Other', '[o](https://other.example/)\n')
    const request = await changeRequestOf(api, space)
    const links = async (query = '') => request.get(`/content/page/${page}/links${query}`)
    assert.deepEqual((await links()).items.map(nameOf), [target])
    await request.edit(rewrite(page, '[t](target.md) [n](nobody.md)\n'))
    const { stats, count } = await links()
    assert.equal(count, 2)
    assert.deepEqual(stats, { total: 2, broken: { total: 1, changeRequest: 1 } })
    assert.deepEqual((await links('?status=broken')).items.map(nameOf), ['nobody.md'])
    assert.deepEqual((await links('?status=ok')).items.map(nameOf), [target])
    await request.edit(remove(target))
    assert.equal((await links('?status=ok')).count, 0)
    assert.equal((await links()).stats.broken.changeRequest, 2)
  })

  it('is only of pages that the change request has', async () => {
    const space = await createTestSpace(api)
    const doomed = await write(space, 'Doomed', 'Text.\n')
    const request = await changeRequestOf(api, space)
    await request.edit(remove(doomed))
    for (const page of [doomed, nowhere]) {
      for (const what of ['links', 'backlinks']) {
        const target = `${request.path}/content/page/${page}/${what}`
        const reply = await api.as('edit').get(target)
        assert.deepEqual([reply.status, reply.body.error.reason], [404, 'not_found'])
        assert.match(reply.body.error.message, /page/)
      }
    }
  })
})

describe('the links of a change request', () => {
  it('are hidden like the space from everybody else', async () => {
    const space = await createTestSpace(api)
    const page = await write(space, 'Page', 'Text.\n')
    const { changes } = await space.edit({
      operation: 'insert_files',
      files: [{ name: 'a.txt', base64: 'aGk=' }],
    })
    const request = await changeRequestOf(api, space)
    for (const below of [
      '/links',
      `/content/page/${page}/links`,
      `/content/page/${page}/backlinks`,
      `/content/files/${changes[0].file}/backlinks`,
    ]) {
      const target = `${request.path}${below}`
      assert.equal((await api.as('read').get(target)).status, 200)
      assert.equal((await api.anonymous().get(target)).status, 401)
      const hidden = await api.as('outsider').get(target)
      const missing = await api.as('outsider').get(target.replace(space.spaceId, nowhere))
      assert.equal(hidden.status, 404)
      assert.deepEqual(refusal(hidden, space.spaceId), refusal(missing, nowhere))
      const unknown = await api.as('read').get(target.replace(request.id, nowhere))
      assert.equal(unknown.status, 404)
      assert.match(unknown.body.error.message, /change request/i)
    }
  })
})

/** The page or the URL that a link names. */
function nameOf({ reference }: TestBody): string {
  return reference.page ?? reference.url
}
