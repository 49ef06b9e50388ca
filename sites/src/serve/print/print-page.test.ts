import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import { read } from '@lectern/content/read/read.ts'

import type { PrintContent } from './print-content.ts'
import { renderPrint } from './print-page.tsx'

const layout = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: false,
  coverMask: 'none',
  tags: true,
  actions: true,
  anchors: true,
} as const

type Page = PrintContent['pages'][number]

function page(id: string, title: string, depth = 0, markdown = ''): Page {
  const place = { id, title, depth, slug: id, path: id }
  const urls = { app: 'http://app.example/' }
  const document: JSONDocument = read(markdown).document
  return { ...place, type: 'document', kind: 'sheet', urls, layout, tags: [], document }
}

function contentOf(pages: readonly Page[]): PrintContent {
  return {
    organization: { title: 'Acme' },
    space: { id: 'manual', title: 'Manual <1>', language: 'ar' },
    changeRequest: { number: 7, subject: 'Say & more' },
    revision: { createdAt: '2026-01-02T03:04:05.000Z' },
    files: [],
    pages,
    reusableContents: [],
  }
}

const styles = ['/~print/~assets/print.css']

describe('a print', () => {
  it('has a cover, contents with room for page numbers, and each page under its own heading', async () => {
    const html = await renderPrint(
      contentOf([
        page('one', 'First', 0, '## Set up\n'),
        page('two', 'Second', 1, '## Set up\n'),
      ]),
      styles,
    )
    assert.ok(html.includes('<title>Manual &lt;1&gt;</title>'))
    assert.ok(html.includes('<html lang="ar" dir="rtl" data-theme="light">'))
    assert.ok(html.includes('Say &amp; more'))
    assert.ok(html.includes('<h1>المحتويات</h1>'))
    assert.ok(
      html.includes('<a href="#p-two">Second</a><span data-page-of="p-two"></span>'),
    )
    assert.ok(html.includes('<h1 id="p-one">First</h1>'))
    assert.ok(html.includes('<h2 id="p-one-set-up">'))
    assert.ok(html.includes('<h2 id="p-two">Second</h2>'))
    assert.ok(html.includes('<h3 id="p-two-set-up">'))
    assert.doesNotMatch(html, /<script|style=/)
  })

  it('of one page has no contents', async () => {
    const html = await renderPrint(contentOf([page('one', 'First')]), [])
    assert.ok(!html.includes('print-contents'))
  })

  it('keeps links between its pages inside, those to places and notes too', async () => {
    const links = `[page](lectern:page/two) [place](lectern:anchor/gro%C3%9Fe?page=two)
[gone](lectern:anchor/gone?page=two) [here](#mine) [hidden](lectern:page/three)
[out](https://example.com/) [path](nowhere.md) note[^1]

## Mine

[^1]: Said below.
`
    const html = await renderPrint(
      contentOf([
        page('one', 'First', 0, links),
        page('two', 'Second', 0, '## Größe\n\nother[^1]\n\n[^1]: Said here.\n'),
      ]),
      [],
    )
    const target = (text: string) =>
      new RegExp(`<a href="([^"]*)"[^>]*>${text}<`).exec(html)?.[1]
    assert.equal(target('page'), '#p-two')
    assert.equal(target('place'), '#p-two-gro%C3%9Fe')
    assert.equal(target('gone'), '#p-two')
    assert.equal(target('here'), '#p-one-mine')
    assert.equal(target('hidden'), undefined)
    assert.equal(target('path'), undefined)
    assert.equal(target('out'), 'https://example.com/')

    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id ?? '')
    assert.equal(new Set(ids).size, ids.length)
    const inside = [...html.matchAll(/ href="#([^"]*)"/g)].map(([, id]) =>
      decodeURIComponent(id ?? ''),
    )
    assert.deepEqual(
      inside.filter((id) => !ids.includes(id)),
      [],
    )
    assert.ok(inside.includes('p-two-note-1'))
  })

  it('shows the text of pictures on other hosts, and asks for none of them', async () => {
    const body = '![A far picture](https://far.example/a.png)\n'
    const html = await renderPrint(contentOf([page('one', 'First', 0, body)]), [])
    assert.match(html, /A far picture/)
    assert.doesNotMatch(html, /<img|far\.example/)
  })

  it('puts a group above its first page, with an id that can be linked to', async () => {
    const group: Page = {
      id: 'g',
      title: 'Basics',
      type: 'group',
      kind: 'group',
      slug: 'g',
      path: 'g',
      depth: 0,
    }
    const html = await renderPrint(contentOf([group, page('one', 'First', 1)]), [])
    assert.ok(
      html.includes(
        '<section class="print-page print-group"><h1 id="p-g">Basics</h1></section>',
      ),
    )
  })

  it('for a reader says how to print it, leads back, and is not for search engines', async () => {
    const content = contentOf([page('one', 'First')])
    const back = { backHref: '/manual/one' }
    const html = await renderPrint(content, styles, { byReader: back })
    assert.match(html, /<header class="print-strip"><p>اطبع[^<]+<\/p>/)
    assert.ok(html.includes('<a href="/manual/one">العودة إلى الموقع</a></header>'))
    assert.ok(html.includes('<meta name="robots" content="noindex, nofollow"/>'))
    assert.doesNotMatch(html, /print-cut|<script|style=/)
    const cut = { count: 100, total: 240 }
    const long = await renderPrint(content, styles, { byReader: { ...back, cut } })
    assert.match(long, /<p class="print-cut">[^<]*100[^<]*240/)
    assert.ok(!(await renderPrint(content, styles)).includes('print-strip'))
    const hostile = await renderPrint(content, styles, {
      byReader: { backHref: 'javascript:x' },
    })
    assert.ok(!hostile.includes('javascript:'))
  })
})
