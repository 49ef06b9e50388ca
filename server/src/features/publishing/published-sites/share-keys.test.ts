import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { newSite, newSpace, ok, tokenFor } from '#test/test-published.ts'

/** Every address of readers in an answer. */
function publishedIn(value: TestBody): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'published' && typeof inner === 'string' ? [inner] : publishedIn(inner),
  )
}

describe('the key of a share link', () => {
  let api: TestApi
  let path: string
  let link: TestBody
  before(async () => {
    api = await startTestApi()
    const space = await newSpace(api, 'Guide', { Start: 'Here.' })
    const { site } = await newSite(api, 'Docs', [space], { visibility: 'share-link' })
    path = `/orgs/${api.organization}/sites/${site}`
    link = await ok(api.as('admin').post(`${path}/share-links`, { name: 'All' }))
  })
  after(async () => api.stop())

  it('stands in every address of an answer that it was sent for', async () => {
    const { published: url } = link.urls
    const key = new URL(url).pathname.split('/').at(-2) ?? ''
    const visitor = api.withToken(await tokenFor(api, url))
    const wrong: Record<string, unknown> = {}
    for (const [who, caller] of [
      ['member', api.as('read')],
      ['visitor', visitor],
    ] as const) {
      for (const asked of ['published', 'structure', 'site-spaces', 'sections']) {
        const reply = await caller.get(`${path}/${asked}?shareKey=${key}`)
        if (who === 'visitor' && reply.status === 403) continue
        assert.equal(reply.status, 200, `${who} ${asked}`)
        const without = publishedIn(reply.body).filter((one) => !one.includes(key))
        if (without.length > 0) wrong[`${who} ${asked}`] = without
        if (asked === 'published') {
          assert.equal(reply.body.site.urls.published, url, who)
        }
      }
    }
    assert.deepEqual(wrong, {})
  })

  it('stands in none without it, and a wrong one finds nothing', async () => {
    const plain = await ok(api.as('read').get(`${path}/published`))
    assert.ok(plain.site.urls.published.length < link.urls.published.length)
    const wrong = await api.as('read').get(`${path}/published?shareKey=wrong`)
    assert.equal(wrong.status, 404)
  })
})
