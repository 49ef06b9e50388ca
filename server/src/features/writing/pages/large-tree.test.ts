import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { createContent, type TestContent, type TestEntry } from '#test/test-content.ts'

describe('page trees that are sent in pieces', () => {
  let api: TestApi
  let content: TestContent
  let base: string
  let first: string
  before(async () => {
    api = await startTestApi()
    content = await createContent(api)
    base = `/spaces/${content.spaceId}`
    await content.commit(manyPages())
    const { body } = await api.as('read').get(`${base}/content`)
    first = body.id
  })
  after(async () => api.stop())

  it('say the same as the content of the space, at any depth and in the same order', async () => {
    const whole = await api.as('read').get(`${base}/content`)
    const tree = await api.as('read').get(`${base}/content/pages`)

    assert.equal(tree.status, 200)
    assert.equal(tree.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(tree.headers.get('content-length'), null)
    assert.deepEqual(tree.body.pages, whole.body.pages)
    assert.ok(JSON.stringify(tree.body).includes('deep-0/deep-1/deep-2/deep-3'))
  })

  it('need no second answer while the space stays the same', async () => {
    const { headers } = await api.as('read').get(`${base}/content/pages`)
    const etag = headers.get('etag') ?? ''
    const again = await api
      .as('read')
      .get(`${base}/content/pages`, { 'if-none-match': etag })
    assert.equal(again.status, 304)
  })

  it('are those of the revision that is asked for', async () => {
    await content.commit([{ id: 'Later', title: 'Later', slug: 'later', markdown: '' }])
    const then = await api.as('read').get(`${base}/revisions/${first}`)
    const tree = await api.as('read').get(`${base}/revisions/${first}/pages`)

    assert.equal(tree.status, 200)
    assert.deepEqual(tree.body.pages, then.body.pages)
    const now = await api.as('read').get(`${base}/content/pages`)
    assert.equal(now.body.pages.length, tree.body.pages.length + 1)
  })

  it('are hidden from whoever does not see the space', async () => {
    const reply = await api.as('outsider').get(`${base}/content/pages`)
    assert.equal(reply.status, 404)
  })
})

/** A long list, a deep page, groups, and links in between. */
function manyPages(): TestEntry[] {
  const pages: TestEntry[] = []
  for (let at = 0; at < 1_100; at += 1) {
    const id = `Page${at}`
    const parent = at % 7 === 0 || at < 10 ? {} : { parent: `Page${at - (at % 7)}` }
    pages.push({ id, title: `Page ${at}`, slug: `page-${at}`, ...parent })
  }
  for (let depth = 0; depth < 30; depth += 1) {
    const parent = depth === 0 ? {} : { parent: `Deep${depth - 1}` }
    pages.push({ id: `Deep${depth}`, title: 'Deep', slug: `deep-${depth}`, ...parent })
  }
  const target = { kind: 'url', url: 'https://example.com/' }
  for (const parent of ['Page0', 'Deep29']) {
    pages.push({
      id: `Link${parent}`,
      kind: 'link',
      title: 'Elsewhere',
      parent,
      attributes: { target },
    })
  }
  pages.push({ id: 'Group', kind: 'group', title: 'Empty', slug: 'empty' })
  return pages
}
