import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { newSite, newSpace, ok, tokenFor } from '#test/test-published.ts'

describe('what is no longer published', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('is shown to visitors only until the reading of a page is over', async () => {
    const admin = api.as('admin')
    const space = await newSpace(api, 'Slip', { Start: 'The secret words.' })
    const path = `/spaces/${space}`
    const { id: slip, pages } = await ok(admin.get(`${path}/content`))
    const [{ id: pageId }] = pages
    await ok(
      admin.post(`${path}/content`, {
        changes: [
          { operation: 'update_page', page: pageId, document: { markdown: 'Words.' } },
        ],
      }),
    )
    const site = await newSite(api, 'Slip', [space])
    const visitor = api.withToken(await tokenFor(api, site.url))
    const head = await ok(visitor.get(`${path}/content`))
    assert.deepEqual(head.parents, [])
    assert.deepEqual((await ok(admin.get(`${path}/content`))).parents, [slip])
    const old = [
      `${path}/revisions/${slip}`,
      `${path}/revisions/${slip}/pages`,
      `${path}/revisions/${slip}/page/${pageId}`,
      `${path}/revisions/${slip}/page/${pageId}/document`,
    ]
    for (const each of old) assert.equal((await visitor.get(each)).status, 200)

    await api.rows(
      `update revision set created_at = ((created_at at time zone 'UTC') - interval '11 minutes') at time zone 'UTC'
       where space_id = $1`,
      [space],
    )
    for (const each of old) {
      const { status, body } = await visitor.get(each)
      assert.equal(status, 404, JSON.stringify(body))
      assert.equal((await admin.get(each)).status, 200)
    }
    const now = await visitor.get(`${path}/revisions/${head.id}`)
    assert.equal(now.status, 200)
    assert.deepEqual(now.body.parents, [])
  })
})
