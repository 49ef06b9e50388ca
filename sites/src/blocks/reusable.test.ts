import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { FlowBlock, JSONDocument } from '@lectern/content/document/nodes.ts'
import { read } from '@lectern/content/read/read.ts'

import { documentOf, viewOf } from '#test/page-view.ts'
import { assertHarmless } from '#test/strict-html.ts'
import { outline } from './outline.ts'
import { renderBody } from './render-body.tsx'

function including(id: string): FlowBlock {
  return {
    object: 'block',
    type: 'reusable-content',
    isVoid: true,
    data: { ref: { kind: 'reusable-content', reusableContent: id } },
  }
}

function words(markdown: string): readonly FlowBlock[] {
  return read(markdown).document.nodes
}

function shared(): JSONDocument {
  return read('## Shared[^1]\n\n[^1]: Said once.\n').document
}

function count(markup: string, word: string): number {
  return markup.split(word).length - 1
}

describe('reusable contents', () => {
  it('are shown wherever they are included, with places of their own', async () => {
    const view = viewOf(
      documentOf(...words('## Shared\n'), including('a'), including('a')),
      { context: { reusable: shared } },
    )
    const markup = await renderBody(view)
    assertHarmless(markup)
    assert.equal(outline(view).length, 3)
    assert.equal(outline(view)[0]?.id, 'shared', 'the page keeps its own places')
    assert.equal(
      count(markup, 'Said once.'),
      1,
      'a note that is said twice is shown once',
    )
  })

  it('that include themselves, or one another, end', async () => {
    const contents: Record<string, JSONDocument> = {
      a: documentOf(...words('Of a.\n'), including('a'), including('b')),
      b: documentOf(...words('Of b.\n'), including('a')),
    }
    const view = viewOf(documentOf(including('a')), {
      context: { reusable: (id) => contents[id] },
    })
    const markup = await renderBody(view)
    assert.equal(count(markup, 'Of a.'), 1)
    assert.equal(count(markup, 'Of b.'), 1)
  })

  it('cannot make a page grow without end', async () => {
    const reusable = (id: string): JSONDocument =>
      documentOf(
        ...words(`Level ${id}.\n`),
        ...Array.from({ length: 30 }, () => including(`${id}x`)),
      )
    const view = viewOf(documentOf(including('y')), { context: { reusable } })
    const markup = await renderBody(view)
    assert.ok(markup.length < 3_000_000, `${markup.length} characters`)
  })
})
