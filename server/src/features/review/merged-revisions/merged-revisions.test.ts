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
    await api.as('admin').delete(`/orgs/${api.organization}/sites/${site.site}`)
  })

  it('says where readers find it, by another version when that has changed', async () => {
    const admin = api.as('admin')
    const sites = `/orgs/${api.organization}/sites`
    const { id } = await ok(api.as('read').get(`${root}/content`))
    const paths = [
      `${root}/content`,
      `${root}/revisions/${id}`,
      `${root}/revisions/${first}`,
    ]
    const urlsAt = async (path: string) => {
      const { body, headers } = await api.as('read').get(path)
      const { published, public: open } = body.urls
      return { urls: [published, open], etag: headers.get('etag') }
    }
    const unseen = await Promise.all(paths.map(urlsAt))
    assert.deepEqual(
      unseen.map(({ urls }) => urls),
      paths.map(() => [undefined, undefined]),
    )
    const { site, url } = await newSite(api, 'Found', [spaceId])
    const shown = await Promise.all(paths.map(urlsAt))
    assert.deepEqual(
      shown.map(({ urls }) => urls),
      paths.map(() => [url, url]),
    )
    for (const [at, { etag }] of shown.entries()) assert.notEqual(etag, unseen[at]?.etag)
    await ok(admin.patch(`${sites}/${site}`, { visibility: 'unlisted' }))
    const unlisted = await Promise.all(paths.map(urlsAt))
    assert.deepEqual(
      unlisted.map(({ urls }) => urls),
      paths.map(() => [url, undefined]),
    )
    const open = await changeRequestIn(api, spaceId, { subject: 'Not shown yet' })
    const proposed = await ok(api.as('read').get(`${open.path}/content`))
    assert.deepEqual(Object.keys(proposed.urls), ['app'])
    const visitor = api.withToken(await tokenFor(api, url))
    assert.deepEqual(Object.keys((await ok(visitor.get(`${root}/content`))).urls), [
      'app',
    ])
    const written = await ok(
      admin.post(`${root}/content?return=revision`, {
        changes: [{ operation: 'insert_page', title: 'After' }],
      }),
    )
    assert.equal(written.urls.published, url)
    await admin.delete(`${sites}/${site}`)
  })
})
