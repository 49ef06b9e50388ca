import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sketch } from '#test/sketch.ts'

import { read } from '../read.ts'

function assertReads(cases: readonly (readonly [string, string])[]): void {
  for (const [markdown, expected] of cases) {
    assert.equal(sketch(read(markdown).document), expected, markdown)
  }
}

test('reads lists; one where every bullet has a box is a list of tasks', () => {
  assertReads([
    ['* a\n* b', 'list-unordered(list-item(paragraph("a")) list-item(paragraph("b")))'],
    ['3. a', 'list-ordered{start:3}(list-item(paragraph("a")))'],
    [
      '* [x] a\n* [ ] b',
      'list-tasks(list-item{checked:true}(paragraph("a")) list-item{checked:false}(paragraph("b")))',
    ],
    [
      '* [x] a\n* b',
      'list-unordered(list-item{checked:true}(paragraph("a")) list-item(paragraph("b")))',
    ],
    ['*', 'list-unordered(list-item(paragraph("")))'],
    [
      '* a\n\n  b\n  * c',
      'list-unordered(list-item(paragraph("a") paragraph("b") list-unordered(list-item(paragraph("c")))))',
    ],
  ])
})

test('reads tables into columns and records that are named by position', () => {
  const { document } = read('| a | *b* |\n|---|:-:|\n| c |\n| d | e<br>f |')
  const [table] = document.nodes
  assert.equal(table?.type, 'table')
  assert.deepEqual(table.data.view, {
    type: 'grid',
    columns: ['c1', 'c2'],
    hideHeader: false,
  })
  assert.deepEqual(table.data.definition['c2'], {
    id: 'c2',
    title: 'b',
    type: 'text',
    textAlignment: 'center',
  })
  assert.deepEqual(table.data.records['r2']?.values, { c1: 'c1r2', c2: 'c2r2' })
  assert.deepEqual(
    table.fragments.map(({ fragment }) => fragment),
    ['title:c2', 'c1r1', 'c2r1', 'c1r2', 'c2r2'],
  )
})

test('keeps a table with more cells than columns as it is', () => {
  assertReads([
    [
      '| a |\n|---|\n| b | c |',
      'verbatim{markdown:"| a |\\n|---|\\n| b | c |",reason:"too many cells"}',
    ],
  ])
})

test('reads blocks of HTML in a cell', () => {
  const [table] = read('| a |\n|---|\n| <p>b</p><p>**c**</p> |').document.nodes
  assert.equal(table?.type, 'table')
  assert.equal(table.fragments[0]?.nodes.length, 2)
})

test('reads Markdown between the tags of an element', () => {
  assertReads([
    [
      '<details>\n\n<summary>a</summary>\n\n*b*\n\n{% hint style="info" %}\nc\n{% endhint %}\n\n</details>\n\nd',
      'expandable(expandable-title=(paragraph("a")) expandable-body=(paragraph(italic("b")) hint{style:"info"}(paragraph("c"))))\nparagraph("d")',
    ],
    [
      '<details>\n<summary>a</summary>\n\n<details>\n<summary>b</summary>\n\nc\n\n</details>\n\n</details>',
      'expandable(expandable-title=(paragraph("a")) expandable-body=(expandable(expandable-title=(paragraph("b")) expandable-body=(paragraph("c")))))',
    ],
  ])
})

test('says where the blocks inside an element stand', () => {
  const source = '<details>\n<summary>a</summary>\n\nb\n\nc\n\n</details>'
  const [details] = read(source).blocks
  assert.equal(source.slice(details?.start, details?.end), source)
  assert.deepEqual(
    details?.children.map(({ start, end }) => source.slice(start, end)),
    ['b', 'c'],
  )
})

test('joins an element that a blank line cuts', () => {
  const [list, ...more] = read('<ul>\n<li>a</li>\n\n<li>b</li>\n</ul>').document.nodes
  assert.equal(list?.type, 'list-unordered')
  assert.equal(list.nodes.length, 2)
  assert.deepEqual(more, [])
})

test('keeps an element that is never closed, and reads on after it', () => {
  assertReads([
    [
      '<div>\n\na',
      'verbatim{markdown:"<div>",reason:"<div> without its pair"}\nparagraph("a")',
    ],
  ])
})

test('keeps lines of a verbatim block without what their container begins them with', () => {
  const [quote] = read('> * a <u>b</u>\n>   c').document.nodes
  assert.equal(
    sketch({ object: 'document', data: {}, nodes: quote ? [quote] : [] }),
    'blockquote(list-unordered(list-item(verbatim{markdown:"a <u>b</u>\\nc",reason:"element <u>"})))',
  )
})

test('keeps a text of a task without the spaces between it and the box', () => {
  const expected =
    'list-tasks(list-item{checked:false}(verbatim{markdown:"a </b>",reason:"<b> without its pair"}))'
  assertReads([
    ['* [ ] a </b>', expected],
    ['* [ ]   a </b>', expected],
    ['* [ ]  \n  a </b>', expected],
  ])
})

test('reads each of several blocks that one piece of HTML says, with its place', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['<h1>T</h1><p>a</p>', ['<h1>T</h1>', '<p>a</p>']],
    ['<p>a<p>b', ['<p>a', '<p>b']],
    ['<h2>a</h2>\ntext\n<hr>\nmore', ['<h2>a</h2>', 'text', '<hr>', 'more']],
    [
      '<div align="center">\n  <img src="a.png">\n  <h1>T</h1>\n</div>',
      ['<div align="center">\n  <img src="a.png">', '<h1>T</h1>\n</div>'],
    ],
    [
      '<div align="center">\n\n# T\n\na *b*\n\n</div>\n\nc',
      ['<div align="center">\n\n# T', 'a *b*\n\n</div>', 'c'],
    ],
  ]
  for (const [markdown, expected] of cases) {
    const { blocks } = read(markdown)
    const places = blocks.map(({ start, end }) => markdown.slice(start, end))
    assert.deepEqual(places, expected)
    assert.ok(blocks.every(({ node }) => node.type !== 'verbatim'))
  }
})

test('keeps HTML whose attributes could not be written back', () => {
  for (const html of ['<p @click="x">a</p>', '<blockquote 1="x">a</blockquote>']) {
    assert.equal(read(html).document.nodes[0]?.type, 'verbatim', html)
  }
  assertReads([
    ['<p constructor="x">a</p>', 'paragraph{attributes:{"constructor":"x"}}("a")'],
  ])
})

test('knows how far a tab after a bullet moves what is in the item', () => {
  const markdown = '1.\ta\n\t*\tb\n\n\t\t<video>\n\t\tc</video>\n'
  const prefixes: string[] = []
  const waiting = [...read(markdown).blocks]
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (block.node.type === 'paragraph') prefixes.push(block.prefix)
    if (block.node.type === 'verbatim') {
      assert.equal(block.node.data.markdown, '<video>\nc</video>')
    }
    waiting.push(...block.children)
  }
  assert.deepEqual(prefixes.toSorted(), ['    ', '        '])
})

test('closes math that is kept verbatim, so that nothing after it is taken in', () => {
  assertReads([
    ['$$a\nb', 'verbatim{markdown:"$$a\\nb\\n$$",reason:"text after $$"}'],
    ['$$a\nb\n$$', 'verbatim{markdown:"$$a\\nb\\n$$",reason:"text after $$"}'],
  ])
})

test('escapes a row that would begin a list where one can begin', () => {
  const { document } = read('{%\n| b | c |\n| - | - |\n| d | e | f |\n*\n')
  const table = document.nodes.at(-1)
  assert.equal(table?.type, 'verbatim')
  assert.ok(table.data.markdown.endsWith('\n\\*'), table.data.markdown)
})

test('escapes a text after a tag that would begin a quote or a heading alone', () => {
  const { document } = read('a {% hint %}> b <u>\n\nc {% hint %}# d <u>')
  const kept = document.nodes.flatMap((node) =>
    node.type === 'verbatim' ? [node.data.markdown] : [],
  )
  assert.deepEqual(kept, ['{% hint %}', '\\> b <u>', '{% hint %}', '\\# d <u>'])
})

test('keeps a text that begins like a definition a text when it stands alone', () => {
  const { document } = read('{% tab %} a {% endtab %}\n[b]: c "d"\n<u>\n')
  const text = document.nodes.at(-1)
  assert.equal(text?.type, 'verbatim')
  assert.equal(text.data.markdown, '[b]\\: c "d"\n<u>')
})
