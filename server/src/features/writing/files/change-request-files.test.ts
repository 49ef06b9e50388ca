import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { newId } from '#/platform/ids/new-id.ts'
import { keep, reachable, store } from '#test/files/test-files.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createBranch, type TestBranch } from '#test/test-branches.ts'
import { createContent, type TestContent } from '#test/test-content.ts'
import { createTestSpace } from '#test/test-edits.ts'

describe('the files of a change request', () => {
  let api: TestApi
  let main: TestContent
  let branch: TestBranch
  let base: string
  const get = async (path: string): Promise<TestBody> => {
    const reply = await api.as('read').get(path)
    assert.equal(reply.status, 200, `${path} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  /** An entry of a file whose bytes are stored for good. */
  async function fileOf(id: string, title: string, bytes: string, of = main) {
    const object = await store(api, of.spaceId, { bytes: Buffer.from(bytes) })
    await keep(api, of.spaceId, object)
    return { id, kind: 'file', title, attributes: { ...object } } as const
  }
  const textAt = async ({ downloadURL }: TestBody) => {
    const reply = await fetch(reachable(api, downloadURL))
    const text = await reply.text()
    return reply.status === 200 ? text : reply.status
  }

  before(async () => {
    api = await startTestApi()
    main = await createContent(api)
    base = `/spaces/${main.spaceId}/change-requests/1/content/files`
    await main.commit([
      await fileOf('A', 'a.txt', 'a of main'),
      await fileOf('B', 'b.txt', 'b of main'),
      await fileOf('C', 'c.txt', 'c of main'),
    ])
    branch = await createBranch(api, main, 1)
    await branch.commit(
      [{ id: 'B', title: 'renamed.txt' }, await fileOf('D', 'd.txt', 'd of the branch')],
      { remove: ['A'] },
    )
    await main.commit([await fileOf('E', 'e.txt', 'e of main')], { remove: ['C'] })
  })
  after(async () => api.stop())

  it('are listed by name in pages, with those of the main content it is up to date with', async () => {
    const all = await get(base)
    assert.deepEqual(namesOf(all), ['c.txt', 'd.txt', 'renamed.txt'])
    assert.equal(all.count, 3)
    const first = await get(`${base}?limit=2`)
    assert.deepEqual(namesOf(first), ['c.txt', 'd.txt'])
    const next = await get(`${base}?limit=2&page=${first.next.page}`)
    assert.deepEqual([namesOf(next), next.next], [['renamed.txt'], undefined])
    const none = await get(`${base}?limit=0`)
    assert.deepEqual([none.items, none.count], [[], 3])
    const revision = `/spaces/${main.spaceId}/revisions/${branch.revisionId()}/files`
    assert.deepEqual((await get(revision)).items, all.items)
    const now = await get(`/spaces/${main.spaceId}/content/files`)
    assert.deepEqual(namesOf(now), ['a.txt', 'b.txt', 'e.txt'])
  })

  it('are answered one by one, and downloaded also when no other content has them', async () => {
    const own = await get(`${base}/D`)
    assert.equal(own.name, 'd.txt')
    assert.equal(await textAt(own), 'd of the branch')
    const renamed = await get(`${base}/B`)
    assert.equal(renamed.name, 'renamed.txt')
    assert.equal(await textAt(renamed), 'b of main')
    const deletedSince = await get(`${base}/C`)
    assert.equal(await textAt(deletedSince), 'c of main')
    const revision = `/spaces/${main.spaceId}/revisions/${branch.revisionId()}/files/D`
    assert.deepEqual(await get(revision), own)
    for (const id of ['A', 'E', 'nope']) {
      assert.equal((await api.as('read').get(`${base}/${id}`)).status, 404, id)
    }
    const head = `/spaces/${main.spaceId}/content/files/D`
    assert.equal((await api.as('read').get(head)).status, 404)
  })

  it('download with the bytes that the change request gave them, and no others', async () => {
    const content = await createContent(api)
    await content.commit([
      await fileOf('A', 'a.txt', 'a of main', content),
      await fileOf('B', 'b.txt', 'b of main', content),
    ])
    const own = await createBranch(api, content, 1)
    const root = `/spaces/${content.spaceId}`
    const files = `${root}/change-requests/1/content/files`
    const before_ = await get(`${root}/content/files/A`)
    const replaced = await own.commit([
      await fileOf('A', 'a.txt', 'a of the branch', content),
    ])
    await content.commit([await fileOf('B', 'b.txt', 'b of main since', content)])

    const now = await get(`${root}/content/files/A`)
    assert.equal(now.downloadURL, before_.downloadURL)
    assert.equal(await textAt(now), 'a of main')
    const seen = await get(`${files}/A`)
    assert.equal(await textAt(seen), 'a of the branch')
    assert.equal(await textAt(await get(`${files}/B`)), 'b of main')
    assert.equal(await textAt(await get(`${root}/content/files/B`)), 'b of main since')
    const { items } = await get(files)
    assert.deepEqual(items[0], seen)
    const revision = await get(`${root}/change-requests/1/content`)
    assert.deepEqual(revision.files, items)
    const { changes } = await get(`${root}/change-requests/1/changes`)
    assert.equal(changes[0].file.downloadURL, seen.downloadURL)
    assert.deepEqual(changes[0].attributes.downloadURL, {
      before: now.downloadURL,
      after: seen.downloadURL,
    })

    await own.commit([], { remove: ['A'] })
    const old = await get(`${root}/revisions/${replaced}/files/A`)
    assert.equal(await textAt(old), 'a of the branch')
  })

  it('replace those of the main content with the merge', async () => {
    const space = await createTestSpace(api)
    const insert = {
      operation: 'insert_files',
      files: [{ name: 'a.txt', base64: 'b25l' }],
    }
    const inserted = await space.edit(insert)
    const [{ id, downloadURL }] = inserted.insertedFiles
    const all = `/spaces/${space.spaceId}/change-requests`
    const request = `${all}/${(await api.as('edit').post(all)).body.id}`
    const edit = async (...changes: object[]) => {
      const reply = await api
        .as('edit')
        .post(`${request}/content?compat=false`, { changes })
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      return reply.body
    }
    const made = await edit(insert, {
      operation: 'update_file',
      file: id,
      base64: 'dHdv',
    })
    assert.equal(await textAt(made.insertedFiles[0]), 'one')
    assert.equal(await textAt(await get(`${request}/content/files/${id}`)), 'two')
    assert.equal(await textAt({ downloadURL }), 'one')
    const merged = await api.as('review').post(`${request}/merge`)
    assert.equal(merged.status, 200, JSON.stringify(merged.body))
    assert.equal(await textAt({ downloadURL }), 'two')
    const now = await api.as('edit').get(`/spaces/${space.spaceId}/content/files/${id}`)
    assert.equal(now.body.downloadURL, downloadURL)
    assert.equal(await textAt(await get(`${request}/content/files/${id}`)), 'two')
  })

  it('have addresses of one branch and one time, which nobody can make up', async () => {
    const { downloadURL } = await get(`${base}/D`)
    const url: string = downloadURL
    assert.equal(await textAt({ downloadURL: url }), 'd of the branch')
    const ofMain = url.replace(`~${branch.id}`, '')
    const ofOther = url.replace(branch.id, newId())
    const ofEverybody = url.replace(/\.u[0-9a-f]{64}/, '')
    const ofOtherToken = url.replace(/\.u[0-9a-f]{64}/, `.u${'0'.repeat(64)}`)
    for (const forged of [ofMain, ofOther, ofEverybody, ofOtherToken]) {
      assert.notEqual(forged, url)
      assert.equal(await textAt({ downloadURL: forged }), 404, forged)
    }
    await api.rows('update space set file_epoch = file_epoch + 1 where id = $1', [
      main.spaceId,
    ])
    assert.equal(await textAt({ downloadURL: url }), 404)
    assert.equal(await textAt(await get(`${base}/D`)), 'd of the branch')
  })

  it('are hidden from whoever may not see the space', async () => {
    for (const target of [base, `${base}/D`]) {
      assert.equal((await api.as('outsider').get(target)).status, 404)
      assert.equal((await api.as('guest').get(target)).status, 404)
      assert.equal((await api.anonymous().get(target)).status, 401)
      const unknown = await api.as('read').get(target.replace('/1/', '/2/'))
      assert.equal(unknown.status, 404)
      assert.match(unknown.body.error.message, /change request/i)
    }
  })
})

function namesOf({ items }: TestBody): string[] {
  return items.map(({ name }: TestBody) => name)
}
