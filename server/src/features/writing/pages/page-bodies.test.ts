import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createContent, type TestContent } from '#test/test-content.ts'

const texts: Record<string, string> = {
  'line endings of Windows': 'One.\r\n\r\n- a\r\n- b\r\n',
  'a byte order mark': '\uFEFFText after it.\n',
  'emoji and other scripts': '👩‍👩‍👧 ✨ 日本語 עברית e\u0301 \u2028 end',
  'a table': '| a | b |\n|---|:-:|\n| `x|y` | **z** |\n',
  'trailing blanks and no end of line': 'A  \nB\t \n\n\n\n',
  'nothing at all': '',
  'odd Markdown': '<div\n{% hint %}\n```\nnever closed \\u0000 "quoted" \\',
}

describe('the bodies of pages', () => {
  let api: TestApi
  let content: TestContent
  let base: string
  before(async () => {
    api = await startTestApi()
    content = await createContent(api)
    base = `/spaces/${content.spaceId}/content`
  })
  after(async () => api.stop())

  const get = async (target: string): Promise<TestBody> =>
    (await api.as('read').get(target)).body

  for (const [name, markdown] of Object.entries(texts)) {
    it(`come back byte for byte: ${name}`, async () => {
      await content.commit([{ id: 'Bytes', slug: 'bytes', markdown }])
      const both = await get(`${base}/page/Bytes`)
      assert.equal(both.markdown, markdown)
      assert.equal((await get(`${base}/page/Bytes?format=markdown`)).markdown, markdown)
      const document = await get(`${base}/page/Bytes?format=document`)
      assert.deepEqual(document.document, both.document)
    })
  }

  it('show the same document whether its JSON was stored or is made when it is read', async () => {
    const markdown = '## Über uns\n\n[a](b.md) ![x](y.png)\n\n- one\n- two\n'
    const links = [
      { ref: { kind: 'page', page: 'B' }, status: 'ok' },
      { ref: { kind: 'file', file: 'Y' }, status: 'ok' },
    ] as const
    await content.commit([{ id: 'Stored', slug: 'stored', markdown, links }])
    const stored = await get(`${base}/page/Stored`)
    const other = await createContent(api, 'Unprojected')
    await other.commit([{ id: 'Stored', slug: 'stored', markdown, links }], {
      isProjected: false,
    })
    const made = await get(`/spaces/${other.spaceId}/content/page/Stored`)
    assert.deepEqual(made.document, stored.document)
    assert.deepEqual(refsIn(made.document), [links[0].ref, links[1].ref])
    assert.equal(made.markdown, markdown)
  })

  it('lead where each version was found to lead, however many pages share the text', async () => {
    const markdown = '[there](there.md)\n'
    await content.commit([
      { id: 'One', slug: 'one', markdown, links: to('First') },
      { id: 'Two', slug: 'two', markdown, links: to('Second') },
    ])
    const before_ = content.revisionId()
    await content.commit([{ id: 'One', markdown, links: to('Third') }])
    assert.deepEqual(refsIn((await get(`${base}/page/One`)).document), [
      { kind: 'page', page: 'Third' },
    ])
    assert.deepEqual(refsIn((await get(`${base}/page/Two`)).document), [
      { kind: 'page', page: 'Second' },
    ])
    const old = await get(
      `/spaces/${content.spaceId}/revisions/${before_}/page/One/document`,
    )
    assert.deepEqual(refsIn(old), [{ kind: 'page', page: 'First' }])
  })

  it('have values in place of expressions when they are asked for', async () => {
    const markdown =
      'From <code class="expression">space.vars.product</code> on ' +
      '<code class="expression">page.vars.topic</code> for ' +
      '<code class="expression">visitor.claims.unsigned.name</code>.\n'
    await content.commit([
      { id: 'variables', kind: 'variables', attributes: { product: 'Lectern' } },
      {
        id: 'Said',
        slug: 'said',
        markdown,
        attributes: { variables: { topic: 'pens' } },
      },
    ])
    const target = `${base}/page/Said`
    const asIs = await get(target)
    assert.equal(expressionsIn(asIs.document), 3)
    const all = await get(`${target}?evaluated=true`)
    assert.equal(expressionsIn(all.document), 0)
    assert.equal(all.markdown, 'From Lectern on pens for .\n')
    const same = await get(`${target}?evaluated=deterministic-only`)
    assert.equal(expressionsIn(same.document), 1)
    assert.match(same.markdown, /^From Lectern on pens for <code/)
    assert.deepEqual((await get(`${target}?evaluated=false`)).document, asIs.document)
    assert.equal((await api.as('read').get(`${target}?evaluated=maybe`)).status, 400)

    const before_ = content.revisionId()
    await content.commit([
      { id: 'variables', kind: 'variables', attributes: { product: 'Else' } },
    ])
    assert.match((await get(`${target}?evaluated=true`)).markdown, /^From Else on/)
    const old = `/spaces/${content.spaceId}/revisions/${before_}/page/Said`
    assert.match((await get(`${old}?evaluated=true`)).markdown, /^From Lectern on/)
    const document = await get(`${old}/document?evaluated=true`)
    assert.match(JSON.stringify(document), /From Lectern on pens/)
  })

  it('are read with one statement, and their documents made only once', async () => {
    await content.commit([{ id: 'Hot', slug: 'hot', markdown: '[a](b.md) **hot**\n' }])
    for (const target of [`${base}/page/Hot`, `${base}/path/hot`]) {
      await get(target)
      const { db } = api.services
      const many = mock.method(db, 'many')
      const first = mock.method(db, 'first')
      await get(target)
      const names = [...many.mock.calls, ...first.mock.calls]
        .map(({ arguments: [statement] }) => statement.name)
        .filter((name) => name.startsWith('content.'))
      many.mock.restore()
      first.mock.restore()
      assert.equal(names.length, 1, names.join())
    }
  })
})

/** The links of a text with one link to a page. */
function to(page: string) {
  return [{ ref: { kind: 'page', page }, status: 'ok' } as const]
}

function refsIn(document: TestBody): unknown[] {
  return [...JSON.stringify(document).matchAll(/"ref":(\{[^}]*\})/g)].map(
    ([, ref = '']) => JSON.parse(ref),
  )
}

function expressionsIn(document: TestBody): number {
  return [...JSON.stringify(document).matchAll(/"type":"expression"/g)].length
}
