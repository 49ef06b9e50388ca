import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { newSite, newSpace, ok, resolve } from '#test/test-published.ts'

const tagsOf = ({ headers }: { readonly headers: Headers }) =>
  headers.get('x-gitbook-cache-tag')?.split(',').toSorted()

describe('the cache tags of answers', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('name the site and its spaces to visitors, and only those that they see', async () => {
    const first = await newSpace(api, 'First', { Start: 'Here.' })
    const second = await newSpace(api, 'Second', { Start: 'There.' })
    const hidden = await newSpace(api, 'Hidden', { Start: 'Nowhere.' })
    const { site, url } = await newSite(api, 'Docs', [first, second, hidden])
    const path = `/orgs/${api.organization}/sites/${site}`
    const { items } = await ok(api.as('admin').get(`${path}/site-spaces`))
    await ok(
      api.as('admin').patch(`${path}/site-spaces/${items[2].id}`, {
        condition: 'visitor.claims.beta == true',
      }),
    )
    await ok(api.as('admin').patch(path, { adaptiveContent: { enabled: true } }))

    const resolved = await resolve(api, url)
    assert.deepEqual(tagsOf(resolved), [`site:${site}`, `space:${first}`])
    const visitor = api.withToken(resolved.body.apiToken)
    assert.deepEqual(
      tagsOf(await visitor.get(`${path}/published`)),
      [`site:${site}`, `space:${first}`, `space:${second}`].toSorted(),
    )
    const { id } = await ok(visitor.get(`/spaces/${second}/content`))
    for (const read of ['', '/content', `/revisions/${id}`]) {
      const reply = await visitor.get(`/spaces/${second}${read}`)
      assert.deepEqual(tagsOf(reply), [`site:${site}`, `space:${second}`], read)
    }
  })

  it('are not for members, and stand on no refusal', async () => {
    const space = await newSpace(api, 'Guide', { Start: 'Here.' })
    const { site, url } = await newSite(api, 'Guides', [space])
    const path = `/orgs/${api.organization}/sites/${site}/published`
    assert.equal(tagsOf(await api.as('read').get(path)), undefined)
    assert.equal(tagsOf(await api.as('read').get(`/spaces/${space}`)), undefined)
    const other = await newSpace(api, 'Other', {})
    const { apiToken } = await ok(resolve(api, url))
    for (const reply of [
      await api.withToken(apiToken).get(`/spaces/${other}`),
      await api.as('outsider').get(path),
      await api.anonymous().get(path),
      await resolve(api, 'http://nobody.localhost:3001/x/'),
    ]) {
      assert.ok(reply.status >= 401, String(reply.status))
      assert.equal(tagsOf(reply), undefined)
    }
  })
})
