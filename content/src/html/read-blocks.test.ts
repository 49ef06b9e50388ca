import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FlowBlock } from '#/document/nodes.ts'
import {
  htmlOnly,
  paragraphOf,
  readBlock,
  readBlocks,
  refusal,
  textOf,
} from '#test/html/reading.ts'
import { parseHtml } from './parse-html.ts'
import { blocksFromHtml, takeAnchor } from './read-blocks.ts'

test('reads a figure with a caption, and one without', () => {
  const block = readBlock(
    '<figure><img src="a.png" alt="A" width="300"><figcaption><p>One <b>two</b></p></figcaption></figure>',
    'images',
  )
  const [image] = block.nodes
  assert.deepEqual(block.data, {})
  assert.deepEqual(image?.data, {
    ref: { kind: 'url', url: 'a.png' },
    alt: 'A',
    width: 300,
  })
  assert.equal(image?.fragments[0]?.nodes[0]?.type, 'paragraph')
  const plain = readBlock(
    '<figure><img src="a.png" alt=""><figcaption></figcaption></figure>',
    'images',
  )
  assert.deepEqual(plain.nodes[0]?.data, { ref: { kind: 'url', url: 'a.png' } })
  assert.deepEqual(plain.nodes[0]?.fragments, [])
})

test('reads a group of images with what the element around it says', () => {
  const figure = '<figure><img src="a.png"></figure>'
  const group = readBlock(
    `<div align="left" data-full-width="true" data-with-frame="false" class="x">${figure} ${figure}</div>`,
    'images',
  )
  assert.equal(group.nodes.length, 2)
  assert.deepEqual(group.data, {
    align: 'left',
    fullWidth: true,
    withFrame: false,
  })
  assert.deepEqual(group.meta, { attributes: { class: 'x' } })
  assert.equal(readBlock(`<div>${figure}${figure}</div>`, 'images').nodes.length, 2)
})

test('reads images for the dark theme, with a link, and by themselves', () => {
  const dark = readBlock(
    '<figure><picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="l.png"></picture></figure>',
    'images',
  )
  assert.deepEqual(dark.nodes[0]?.data.refDark, { kind: 'url', url: 'd.png' })
  const linked = readBlock(
    '<figure><a href="x.md"><img src="a.png"></a></figure>',
    'images',
  )
  assert.deepEqual(linked.nodes[0]?.data.href, { kind: 'url', url: 'x.md' })
  const pixel = readBlock('<img referrerpolicy="no-referrer" src="a.png" />', 'images')
  assert.deepEqual(pixel.nodes[0]?.data, { ref: { kind: 'url', url: 'a.png' } })
  assert.deepEqual(pixel.nodes[0]?.meta, {
    attributes: { referrerpolicy: 'no-referrer' },
  })
  const drawing = readBlock(
    '<img src="a.svg" alt="A" class="gitbook-drawing">',
    'drawing',
  )
  assert.deepEqual(drawing.data, { ref: { kind: 'url', url: 'a.svg' }, alt: 'A' })
})

test('reads code with highlighted lines, annotations and expressions', () => {
  const code = readBlock(
    '<pre class="language-js" data-title="a.js" data-overflow="wrap" data-line-numbers><code class="lang-js">  one &#x3C; 1;\n' +
      '<strong>two\n</strong><strong>\n</strong>\n' +
      '<a data-footnote-ref href="#user-content-fn-1">four</a> <code class="expression">x</code>\n' +
      '<strong>five</strong></code></pre>',
    'code',
  )
  assert.deepEqual(code.data, {
    syntax: 'js',
    title: 'a.js',
    overflow: 'wrap',
    lineNumbers: true,
  })
  assert.deepEqual(
    code.nodes.map(({ data }) => data.highlighted ?? false),
    [false, true, true, false, false, true],
  )
  assert.deepEqual(code.nodes[0]?.nodes, [textOf('  one < 1;')])
  assert.deepEqual(code.nodes[2]?.nodes, [textOf('')])
  assert.deepEqual(
    code.nodes[4]?.nodes.map((node) => (node.object === 'inline' ? node.type : 'text')),
    ['annotation', 'text', 'expression'],
  )
  assert.equal(
    refusal('<pre><code>a <strong>b</strong> c</code></pre>'),
    'part of a code line is bold',
  )
})

test('reads aligned paragraphs and headings', () => {
  assert.equal(readBlock('<p align="center">x</p>', 'paragraph').data.align, 'center')
  assert.equal(readBlock('<p align="right">x</p>', 'paragraph').data.align, 'end')
  assert.deepEqual(readBlock('<h2 align="center" id="a">x</h2>', 'heading-1').data, {
    id: 'a',
    align: 'center',
  })
  assert.equal(readBlock('<h4>x</h4>', 'heading-3').meta?.level, undefined)
  assert.equal(readBlock('<h6>x</h6>', 'heading-3').meta?.level, 6)
  const heading = readBlock('<h3>x <a href="#y" id="y"></a></h3>', 'heading-2')
  assert.deepEqual(heading.nodes, [textOf('x')])
  assert.equal(heading.data.id, 'y')
  const blocks = readBlocks('<div align="center"><p>a</p><h2>b</h2><img src="c"></div>')
  assert.deepEqual(
    blocks.map(({ data }) => ('align' in data ? data.align : undefined)),
    ['center', 'center', 'center'],
  )
})

test('finds the anchor at the end of a heading, and no other link', () => {
  assert.equal(takeAnchor(parseHtml('x <a href="#y" id="y"></a> ')).id, 'y')
  assert.equal(takeAnchor(parseHtml('x <a id="y"></a>')).id, 'y')
  assert.equal(takeAnchor(parseHtml('x <a href="#z" id="y"></a>')).id, undefined)
  assert.equal(takeAnchor(parseHtml('x <a href="#y" id="y">y</a>')).id, undefined)
})

test('reads lists, tasks, quotes and rules', () => {
  const list = readBlock(
    '<ol start="3"><li>a<ul><li>b</li></ul></li><li></li></ol>',
    'list-ordered',
  )
  assert.equal(list.data.start, 3)
  assert.deepEqual(
    list.nodes.map(({ nodes }) => nodes.map(({ type }) => type)),
    [['paragraph', 'list-unordered'], ['paragraph']],
  )
  const tasks = readBlock(
    '<ul><li><input type="checkbox" checked> a</li><li><p><input type="checkbox">b</p></li></ul>',
    'list-tasks',
  )
  assert.deepEqual(
    tasks.nodes.map(({ data }) => data.checked),
    [true, false],
  )
  assert.deepEqual(tasks.nodes[1]?.nodes, [paragraphOf('b')])
  assert.deepEqual(readBlock('<blockquote>a</blockquote>', 'blockquote').nodes, [
    paragraphOf('a'),
  ])
  assert.deepEqual(
    readBlocks('a<hr>b').map(({ type }) => type),
    ['paragraph', 'divider', 'paragraph'],
  )
})

test('reads an expandable, with the Markdown in it', () => {
  const [details] = parseHtml('<details open><summary>A <b>b</b></summary></details>')
  assert.ok(details?.type === 'element')
  const embedded = { type: 'embedded', content: 'flow', nodes: [1] } as const
  const body: FlowBlock[] = [paragraphOf('body')]
  const blocks = blocksFromHtml(
    [{ ...details, children: [...details.children, embedded] }],
    { ...htmlOnly, blocks: () => body },
  )
  assert.ok(Array.isArray(blocks))
  const [block] = blocks
  assert.ok(block?.type === 'expandable')
  assert.equal(block.meta?.open, true)
  assert.deepEqual(block.fragments[1]?.nodes, body)
  const empty = readBlock('<details><summary></summary></details>', 'expandable')
  assert.deepEqual(
    empty.fragments.map(({ nodes }) => nodes),
    [[paragraphOf('')], [paragraphOf('')]],
  )
})

test('reads blocks of the dialect that stand in HTML', () => {
  const hint = readBlock(
    '<div data-gb-custom-block data-tag="hint" data-style="success" class="hint hint-success"><p>a</p></div>',
    'hint',
  )
  assert.deepEqual(hint.data, { style: 'success' })
  assert.deepEqual(hint.nodes, [paragraphOf('a')])
  assert.equal(
    refusal('<div data-gb-custom-block data-tag="hint" data-style="pink"></div>'),
    'block hint in HTML',
  )
})

test('keeps comments between blocks', () => {
  assert.deepEqual(readBlocks('<!-- vale off -->')[0]?.data, {
    markdown: '<!-- vale off -->',
    reason: 'comment',
  })
})

test('says why it does not understand', () => {
  const reasons = {
    '<dl><dt>a</dt></dl>': 'element <dl>',
    '<Callout>a</Callout>': 'no element of HTML',
    '</div>': 'closing tag alone',
    '<div class="x">a</div>': 'attribute class of <div>',
    '<p align="justify">a</p>': 'align of <p>',
    '<figure><video></video></figure>': 'element <video> in <figure>',
    '<!DOCTYPE html><p>x</p>': 'element <#declaration>',
  }
  for (const [html, reason] of Object.entries(reasons)) {
    assert.equal(refusal(html), reason, html)
  }
})
