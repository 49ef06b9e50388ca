import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { nowhere } from '#test/test-people.ts'
import { newSite, newSpace, tokenFor } from '#test/test-published.ts'

describe('preparing a search of a site', () => {
  let api: TestApi
  let space: string
  before(async () => {
    api = await startTestApi()
    space = await newSpace(api, 'Guide', { Start: 'Read this first.' })
  })
  after(async () => api.stop())

  const prewarmOf = (site: string) =>
    `/orgs/${api.organization}/sites/${site}/search/prewarm`

  it('answers 204 to readers and members who may search it, and changes nothing', async () => {
    const scene = await newSite(api, 'Open', [space])
    const visitor = api.withToken(await tokenFor(api, scene.url))
    const epoch = async () =>
      (await api.rows('select epoch from site where id = $1', [scene.site]))[0].epoch
    const earlier = await epoch()
    for (const caller of [visitor, api.as('read')]) {
      assert.equal((await caller.post(prewarmOf(scene.site))).status, 204)
    }
    assert.equal(await epoch(), earlier)
  })

  it('is refused as a search is to whoever may not search', async () => {
    const scene = await newSite(api, 'Own', [space])
    const other = await newSite(api, 'Other', [space])
    const visitor = api.withToken(await tokenFor(api, other.url))
    const callers = [visitor, api.as('guest'), api.as('outsider'), api.anonymous()]
    const statuses = [404, 403, 404, 401]
    for (const [index, caller] of callers.entries()) {
      const { status } = await caller.post(prewarmOf(scene.site))
      const search = prewarmOf(scene.site).replace('/prewarm', '')
      const searched = await caller.post(search, { query: 'first' })
      assert.deepEqual([status, searched.status], [statuses[index], statuses[index]])
    }
    assert.equal((await api.as('read').post(prewarmOf(nowhere))).status, 404)
    await api.as('admin').post(`/orgs/${api.organization}/sites/${scene.site}/unpublish`)
    assert.equal((await api.as('admin').post(prewarmOf(scene.site))).status, 404)
  })
})
