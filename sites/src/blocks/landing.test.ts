import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { viewOf } from '#test/page-view.ts'
import { assertHarmless } from '#test/strict-html.ts'

import { renderBody } from './render-body.tsx'

const layout = {
  title: true,
  description: true,
  outline: false,
  tableOfContents: false,
  pagination: false,
  metadata: false,
  width: 'wide',
} as const

const markdown = `<a href="start.md" class="button primary">Start</a> <a href="more.md" class="button secondary">More</a>

<button type="button" class="button secondary" data-action="search">Search…</button>

Words with a <a href="x.md" class="button primary">button</a>.
`

async function bodyOf(changes: object = {}, text = markdown): Promise<string> {
  const body = await renderBody(viewOf(text, { layout: { ...layout, ...changes } }))
  assertHarmless(body)
  return body
}

function headOf(body: string): string {
  return /<header[^]*?<\/header>/.exec(body)?.[0] ?? ''
}

describe('a page that is wide, without tree and outline', () => {
  it('has its title, its description and the buttons that it begins with on top', async () => {
    const body = await bodyOf()
    assert.match(body, /^<div class="body wide landing"/)
    const head = headOf(body)
    assert.match(head, /<h1>Every block<\/h1>/)
    assert.match(head, /One page with all that a page can hold/)
    assert.match(head, />Start<\/a>[^]*>More<\/a>[^]*opens-search[^]*>Search…<\/a>/)
    assert.doesNotMatch(head, /Words with/)
    assert.equal([...body.matchAll(/>Start</g)].length, 1)
    assert.match(body.replace(head, ''), /Words with/)
  })

  it('is an ordinary page with any of these, and without buttons of its own', async () => {
    for (const changes of [
      { width: 'default' },
      { outline: true },
      { tableOfContents: true },
    ]) {
      const body = await bodyOf(changes)
      assert.doesNotMatch(body, /landing|head-actions/)
      assert.doesNotMatch(headOf(body), /Start/)
    }
    assert.doesNotMatch(await bodyOf({}, 'Words.\n'), /head-actions/)
  })
})
