import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FlowBlock } from '#/document/nodes.ts'
import { paragraphOf, readBlock, readText, textOf } from '#test/html/reading.ts'
import { htmlFromBlocks } from './write-blocks.ts'
import { htmlFromCode } from './write-code.ts'
import { htmlFromImages } from './write-images.ts'
import { htmlFromPhrasing } from './write-phrasing.ts'

const context = { footnote: () => '1' }

test('writes inlines as the dialect has them', () => {
  const forms = [
    'a <strong>b <em>c</em></strong> <mark style="color:red;background-color:$info;">d</mark>',
    'a<br>b &#x3C; c &#x26; d',
    '<a href="x.md" title="T" target="_blank">x</a>',
    '<a data-mention href="a.md">A</a>',
    '<a href="x" class="button primary" data-icon="rocket">Go</a>',
    '<button type="button" class="button secondary" data-action="ask" data-query="Why?">Ask</button>',
    '<a data-footnote-ref href="#user-content-fn-1">x</a>',
    '<img src="a b.png" alt="A" data-size="line">',
    '<picture><source srcset="d.svg" media="(prefers-color-scheme: dark)"><img src="l.svg" alt=""></picture>',
    '<i class="fa-star">:star:</i>',
    '<i class="fa-brands fa-github" style="color:red;">:github:</i>',
    '<span data-gb-custom-inline data-tag="emoji" data-code="1f600">😀</span>',
    '<code class="expression">space.vars.x</code>',
    '<span class="math">x^2</span>',
  ]
  for (const form of forms) {
    assert.equal(htmlFromPhrasing(readText(form), context), form)
  }
})

test('writes spaces that a browser would drop as references, and no others', () => {
  assert.equal(written('a b'), 'a b')
  assert.equal(written(' a '), '&#x20;a&#x20;')
  assert.equal(written('a  b'), 'a &#x20;b')
  assert.equal(written('a \n b'), 'a&#x20;<br>&#x20;b')
  assert.equal(written('\ta'), '&#x9;a')
  assert.equal(written('{% hint %}'), '&#x7B;% hint %}')
})

test('hides from Markdown what it would not take for text, where that is asked for', () => {
  const expression = {
    object: 'inline',
    type: 'expression',
    isVoid: true,
    data: { expression: 'a * b_c [0] :smile: www.x.y' },
  } as const
  assert.equal(
    htmlFromPhrasing([expression], context),
    '<code class="expression">a * b_c [0] :smile: www.x.y</code>',
  )
  assert.equal(
    htmlFromPhrasing([expression], context, 'markdown'),
    '<code class="expression">a &#x2A; b_c &#x5B;0&#x5D; &#x3A;smile&#x3A; www&#x2E;x.y</code>',
  )
})

test('writes images and code as the dialect has them', () => {
  const images = [
    '<figure><img src="a.png" alt=""><figcaption></figcaption></figure>',
    '<figure><a href="x"><img src="a.png" alt="A" width="300"></a><figcaption><p>B</p></figcaption></figure>',
    '<div align="left" data-full-width="true" data-with-frame="true"><figure><img src="a.png" alt=""><figcaption></figcaption></figure></div>',
  ]
  for (const html of images) {
    assert.equal(htmlFromImages(readBlock(html, 'images'), context), html)
  }
  const drawing = '<img src="a.svg" alt="" class="gitbook-drawing">'
  assert.equal(htmlFromImages(readBlock(drawing, 'drawing'), context), drawing)
  const code =
    '<pre class="language-js" data-title="a" data-line-numbers><code class="lang-js">one\n\n<strong>two\n</strong></code></pre>'
  assert.equal(htmlFromCode(readBlock(code, 'code'), context), code)
})

test('writes the blocks of a cell without a blank line', () => {
  const blocks: FlowBlock[] = [
    paragraphOf('a\n\nb'),
    readBlock('<pre><code>one\n\n \ntwo</code></pre>', 'code'),
    readBlock('<h4 id="x">T</h4>', 'heading-3'),
  ]
  assert.equal(
    htmlFromBlocks(blocks, context),
    '<p>a<br><br>b</p><pre><code>one&#xA;&#xA; \ntwo\n</code></pre><h4 id="x">T</h4>',
  )
})

test('writes blocks that HTML has no element for with all that they say', () => {
  const blocks: FlowBlock[] = [
    {
      object: 'block',
      type: 'tabs',
      isVoid: false,
      data: { fullWidth: true },
      nodes: [
        {
          object: 'block',
          type: 'tabs-item',
          isVoid: false,
          data: { title: 'A "b"' },
          nodes: [paragraphOf('x')],
        },
      ],
    },
  ]
  assert.equal(
    htmlFromBlocks(blocks, context),
    '<div data-gb-custom-block data-tag="tabs" data-full-width="true">' +
      '<div data-gb-custom-block data-tag="tabs-item" data-title="A &#x22;b&#x22;">x</div></div>',
  )
})

function written(text: string): string {
  return htmlFromPhrasing([textOf(text)], context)
}
