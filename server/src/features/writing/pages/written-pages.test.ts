import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'

const texts: Record<string, string> = {
  'line endings of Windows': 'One.\r\n\r\n- a\r\n- b\r\n',
  'a byte order mark': '\uFEFFText after it.\n',
  'emoji and other scripts': '👩‍👩‍👧 ✨ 日本語 עברית e\u0301 \u2028 end',
  'a table': '| a | b |\n|---|:-:|\n| `x|y` | **z** |\n',
  'blanks at the ends': '\n\n  A  \nB\t \n\n\n\n',
}

describe('what was written over HTTP', () => {
  let api: TestApi
  let space: TestSpace
  let root: string
  before(async () => {
    api = await startTestApi()
    space = await createTestSpace(api)
    root = `/spaces/${space.spaceId}`
  })
  after(async () => api.stop())

  const get = async (target: string): Promise<TestBody> =>
    (await api.as('read').get(`${root}${target}`)).body

  for (const [name, markdown] of Object.entries(texts)) {
    it(`is read back byte for byte, now and from its revision: ${name}`, async () => {
      const written = await space.edit({
        operation: 'insert_page',
        title: name,
        document: { markdown },
      })
      const page = written.changes[0].page
      const now = await get(`/content/page/${page}`)
      assert.equal(now.markdown, markdown)
      const atPath = await get(`/content/path/${encodeURIComponent(now.path)}`)
      assert.deepEqual(atPath, now)
      const then = await get(`/revisions/${written.revision}/page/${page}`)
      assert.equal(then.markdown, markdown)
      assert.deepEqual(then.document, now.document)
      assert.deepEqual(await get(`/documents/${now.documentId}`), now.document)
    })
  }

  it('leads where it was found to lead, in the document and never in the Markdown', async () => {
    const { changes } = await space.edit(
      { operation: 'insert_page', title: 'Target', document: { markdown: 'T' } },
      {
        operation: 'insert_page',
        title: 'Source',
        document: { markdown: '[to](target.md) and [out](https://example.com/)\n' },
      },
    )
    const [target, source] = changes.map(({ page }: TestBody) => page)
    const page = await get(`/content/page/${source}`)
    const refs = page.document.nodes[0].nodes
      .filter(({ type }: TestBody) => type === 'link')
      .map(({ data }: TestBody) => data.ref)
    assert.deepEqual(refs, [
      { kind: 'page', page: target },
      { kind: 'url', url: 'https://example.com/' },
    ])
    assert.match(page.markdown, /\(target\.md\)/)
  })

  it('is found by its old path after it was renamed and moved', async () => {
    const made = await space.edit(
      {
        operation: 'insert_page',
        title: 'Old name',
        ref: 'page',
        document: { markdown: '' },
      },
      {
        operation: 'insert_page',
        title: 'Inner',
        into: 'page',
        document: { markdown: 'In.' },
      },
    )
    const [outer, inner] = made.changes.map(({ page }: TestBody) => page)
    const before_ = await get(`/content/page/${inner}`)
    assert.equal(before_.path, 'old-name/inner')
    await space.edit({ operation: 'update_page', page: outer, slug: 'new-name' })
    await space.edit({ operation: 'move_page', page: inner, into: null })
    const after_ = await get('/content/path/old-name/inner')
    assert.deepEqual([after_.id, after_.path], [inner, 'inner'])
    const then = await get(`/revisions/${made.revision}/path/old-name/inner`)
    assert.deepEqual([then.id, then.path], [inner, 'old-name/inner'])
    const { changes } = await get(`/revisions/${(await get('/content')).id}/changes`)
    assert.deepEqual(
      changes.map(({ type, page }: TestBody) => [type, page.id]),
      [['page_moved', inner]],
    )
  })

  it('is read as it is now, however often it was read before', async () => {
    const made = await space.edit(
      {
        operation: 'insert_page',
        title: 'Above',
        ref: 'above',
        document: { markdown: '' },
      },
      {
        operation: 'insert_page',
        title: 'Deep',
        into: 'above',
        document: { markdown: 'One.' },
      },
    )
    const [above, deep] = made.changes.map(({ page }: TestBody) => page)
    const seen = async () => {
      const { path, markdown } = await get(`/content/page/${deep}?format=markdown`)
      return [path, markdown]
    }
    const document = { markdown: 'Two.' }
    for (const expected of [
      ['above/deep', 'One.'],
      ['above/deep', 'One.'],
    ]) {
      assert.deepEqual(await seen(), expected)
    }
    await space.edit({ operation: 'update_page', page: deep, document })
    assert.deepEqual(await seen(), ['above/deep', 'Two.'])
    await space.edit({ operation: 'update_page', page: above, slug: 'over' })
    assert.deepEqual(await seen(), ['over/deep', 'Two.'])
    await space.edit({ operation: 'move_page', page: deep, into: null })
    assert.deepEqual(await seen(), ['deep', 'Two.'])
    await api.as('edit').post(`${root}/revisions/${made.revision}/rollback`)
    assert.deepEqual(await seen(), ['above/deep', 'One.'])
  })
})
