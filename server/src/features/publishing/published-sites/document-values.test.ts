import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import {
  newSite,
  newSpace,
  ok,
  type PublishedScene,
  resolve,
  tokenFor,
} from '#test/test-published.ts'

const value = (name: string) => `<code class="expression">space.vars.${name}</code>`

/** The words of a document, in its order. */
function wordsOf(node: TestBody): string {
  if (node.object === 'leaf') return node.text
  return [...(node.leaves ?? []), ...(node.nodes ?? [])].map(wordsOf).join('')
}

describe('a document that a visitor reads by its id', () => {
  let api: TestApi
  let scene: PublishedScene
  let content: string
  before(async () => {
    api = await startTestApi()
    const space = await newSpace(api, 'Manual', { Start: `Hello ${value('name')}` })
    content = `/spaces/${space}/content`
    await change([
      { operation: 'set_variables', variables: { name: 'alpha' } },
      {
        operation: 'insert_reusable_content',
        title: 'words',
        document: { markdown: `Words of ${value('name')}` },
      },
    ])
    const markdown = '{% include ".gitbook/includes/words.md" %}\n'
    await change([{ operation: 'insert_page', title: 'More', document: { markdown } }])
    scene = await newSite(api, 'Docs', [space])
  })
  after(async () => api.stop())

  async function change(changes: readonly object[]): Promise<void> {
    await ok(api.as('admin').post(content, { changes }))
  }

  async function read(token: string, place = content) {
    const visitor = api.withToken(token)
    const page = await ok(visitor.get(`${place}/path/start?format=document`))
    const byId = await visitor.get(`/spaces/${scene.space}/documents/${page.documentId}`)
    assert.equal(byId.status, 200)
    return { page, byId: byId.body, etag: byId.headers.get('etag') }
  }

  it('has values where the page has them, and another version when they change', async () => {
    const token = await tokenFor(api, scene.url)
    const first = await read(token)
    assert.equal(wordsOf(first.page.document), 'Hello alpha')
    assert.deepEqual(first.byId, first.page.document)
    await change([{ operation: 'set_variables', variables: { name: 'beta' } }])
    const second = await read(token)
    assert.equal(wordsOf(second.byId), 'Hello beta')
    assert.deepEqual(second.byId, second.page.document)
    assert.notEqual(second.etag, first.etag)
    await change([{ operation: 'set_variables', variables: { name: 'alpha' } }])
  })

  it('has them in reusable content too', async () => {
    const visitor = api.withToken(await tokenFor(api, scene.url))
    const { id, reusableContents } = await ok(visitor.get(content))
    const [words] = reusableContents
    const inRevision = `/spaces/${scene.space}/revisions/${id}/reusable-contents/${words.id}/document`
    const document = await ok(visitor.get(inRevision))
    const byId = await ok(
      visitor.get(`/spaces/${scene.space}/documents/${words.document}`),
    )
    assert.equal(wordsOf(byId), 'Words of alpha')
    assert.deepEqual(byId, document)
  })

  it('has the values of the change request that is previewed', async () => {
    const admin = api.as('admin')
    const requests = `/spaces/${scene.space}/change-requests`
    const { id, number } = await ok(admin.post(requests, { subject: 'Names' }))
    await ok(
      admin.post(`${requests}/${id}/content`, {
        changes: [{ operation: 'set_variables', variables: { name: 'gamma' } }],
      }),
    )
    const preview = `/orgs/${api.organization}/sites/${scene.site}/publishing/preview`
    const { url } = await ok(admin.get(preview))
    const inRequest = new URL(url)
    inRequest.pathname += `~/changes/${number}/`
    const { apiToken, revision } = await ok(resolve(api, inRequest.href))
    const seen = await read(apiToken, `/spaces/${scene.space}/revisions/${revision}`)
    assert.equal(wordsOf(seen.page.document), 'Hello gamma')
    assert.deepEqual(seen.byId, seen.page.document)
    const others = await read(await tokenFor(api, scene.url))
    assert.equal(wordsOf(others.byId), 'Hello alpha')
  })
})
