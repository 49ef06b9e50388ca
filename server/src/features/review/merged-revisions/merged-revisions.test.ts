import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { changeRequestIn } from '#test/test-change-requests.ts'
import { createTestSpace } from '#test/test-edits.ts'
import { newSite, ok, tokenFor } from '#test/test-published.ts'

describe('a revision that a merge made', () => {
  let api: TestApi
  let root: string
  let spaceId: string
  let request: Awaited<ReturnType<typeof changeRequestIn>>
  let first: string
  before(async () => {
    api = await startTestApi()
    const space = await createTestSpace(api)
    const insert = { operation: 'insert_page', title: 'Start' }
    await space.edit(insert)
    ;({ spaceId } = space)
    root = `/spaces/${spaceId}`
    first = (await ok(api.as('read').get(`${root}/content`))).id
    request = await changeRequestIn(api, spaceId, { subject: 'More pages' })
    await request.edit({ ...insert, title: 'More' })
    assert.equal((await request.merge()).status, 200)
  })
  after(async () => api.stop())

  it('says which change request it merged, wherever the revision is read', async () => {
    const reader = api.as('read')
    const mergedFrom = await ok(reader.get(request.path))
    const head = await ok(reader.get(`${root}/content`))
    assert.equal(head.type, 'merge')
    assert.deepEqual(head.mergedFrom, mergedFrom)
    const byId = await ok(reader.get(`${root}/revisions/${head.id}`))
    assert.deepEqual(byId.mergedFrom, mergedFrom)
    const changes = await ok(reader.get(`${root}/revisions/${head.id}/changes`))
    assert.deepEqual(changes.mergedFrom, mergedFrom)
  })

  it('has another version when the change request has changed, and only then', async () => {
    const reader = api.as('read')
    const { id } = await ok(reader.get(`${root}/content`))
    for (const path of [
      `${root}/content`,
      `${root}/revisions/${id}`,
      `${root}/revisions/${id}/changes`,
    ]) {
      const { headers } = await reader.get(path)
      const known = { 'if-none-match': headers.get('etag') ?? '' }
      assert.equal((await reader.get(path, known)).status, 304, path)
      const { comments } = (await reader.get(path)).body.mergedFrom
      await ok(
        api.as('comment').post(`${request.path}/comments`, {
          body: { markdown: 'Well done.' },
        }),
      )
      const { status, body } = await reader.get(path, known)
      assert.equal(status, 200, path)
      assert.equal(body.mergedFrom.comments, comments + 1)
    }
  })

  it('is the only kind that does, and tells visitors of a site nothing of it', async () => {
    const edits = await ok(api.as('read').get(`${root}/revisions/${first}`))
    assert.deepEqual([edits.type, edits.mergedFrom], ['edits', undefined])
    const site = await newSite(api, 'Docs', [spaceId])
    const visitor = api.withToken(await tokenFor(api, site.url))
    const head = await ok(visitor.get(`${root}/content`))
    assert.deepEqual([head.type, head.mergedFrom], ['merge', undefined])
    const byId = await ok(visitor.get(`${root}/revisions/${head.id}`))
    assert.equal(byId.mergedFrom, undefined)
  })
})
