import assert from 'node:assert/strict'
import { test } from 'node:test'

import { array, assert as assertAll, constantFrom, property } from 'fast-check'

import { fingerprint } from '#/document/fingerprint.ts'
import { normalise } from '#/document/normalise.ts'
import { sketch } from '#test/sketch.ts'

import { read } from './read.ts'
import type { SourceBlock } from './reading.ts'

test('reads the blocks of CommonMark', () => {
  const cases: [string, string][] = [
    ['a\nb', 'paragraph("a b")'],
    ['# a', 'heading-1{level:1}("a")'],
    ['## a', 'heading-1("a")'],
    ['a\n---', 'heading-1("a")'],
    ['### a', 'heading-2("a")'],
    ['#### a', 'heading-3("a")'],
    ['###### a', 'heading-3{level:6}("a")'],
    ['***', 'divider'],
    ['> a\n>\n> b', 'blockquote(paragraph("a") paragraph("b"))'],
    ['>', 'blockquote(paragraph(""))'],
    ['    a\n\n    b', 'code(code-line("a") code-line("") code-line("b"))'],
    ['```js x=1\na\n```', 'code{syntax:"js",info:"x=1"}(code-line("a"))'],
    ['$$\nx\n$$', 'math{formula:"x"}'],
    ['$$x$$', 'math{formula:"x"}'],
    [
      '![a](b.png "c")',
      'images(image{ref:{"kind":"url","url":"b.png"},alt:"a"}(caption=(paragraph("c"))))',
    ],
  ]
  for (const [markdown, expected] of cases) {
    assert.equal(sketch(read(markdown).document), expected, markdown)
  }
})

test('keeps link reference definitions, and resolves what refers to them', () => {
  assert.equal(
    sketch(read('[x]\n\n[x]: y.md "z"').document),
    'paragraph(link{ref:{"kind":"url","url":"y.md"},title:"z"}("x"))\n' +
      'verbatim{markdown:"[x]: y.md \\"z\\"",reason:"definition"}',
  )
})

test('says where each block stands, and what its lines begin with', () => {
  const source = 'a\n\n> * b\n>   c\n\nd\n'
  const { blocks } = read(source)
  assert.deepEqual(
    blocks.map(({ start, end }) => source.slice(start, end)),
    ['a', '> * b\n>   c', 'd'],
  )
  const item = blocks[1]?.children[0]?.children[0]
  assert.equal(item?.prefix, '> ')
  assert.equal(item?.children[0]?.prefix, '>   ')
})

test('gives offsets of the source it was given, whatever its line endings are', () => {
  const source = '\uFEFFa\r\n\r\n> b\r\n> c\r\rd\u0000'
  const { blocks } = read(source)
  assert.deepEqual(
    blocks.map(({ start, end }) => source.slice(start, end)),
    ['\uFEFFa', '> b\r\n> c', 'd\u0000'],
  )
})

const signs = [
  ...'*_~`[]()<>#-+=|$:!\\&^@"\'{}%/. \n\n\nab1'.split(''),
  '{% hint %}\n',
  '{% endhint %}\n',
  '{% tabs %}\n{% tab title="a" %}\n',
  '{% endtab %}\n{% endtabs %}\n',
  '<div>\n\n',
  '</div>\n\n',
  '<details>\n<summary>a</summary>\n\n',
  '</details>\n\n',
  '\n\n[^a]: b\n\n',
  'x[^a]',
  '| a | b |\n|--|--|\n',
  '```\n',
  '* ',
  '  ',
  '> ',
  '<b>',
  '</b>',
  '<br>',
  ':smile:',
]

test('never throws, gives normalised documents, and covers the source with blocks in order', () => {
  const pages = array(constantFrom(...signs), { maxLength: 60 })
  assertAll(
    property(pages, (parts) => {
      const source = parts.join('')
      const { document, blocks, footnotes } = read(source)
      assert.equal(fingerprint(normalise(document)), fingerprint(document))
      assertOrder(blocks, 0, source.length)
      let rest = source
      for (const { start, end } of [...blocks, ...footnotes]) {
        rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end)
      }
      assert.equal(rest.trim(), '')
    }),
    { numRuns: 300 },
  )
})

function assertOrder(blocks: readonly SourceBlock[], from: number, to: number): void {
  let at = from
  for (const { start, end, children } of blocks) {
    assert.ok(start >= at && end >= start && end <= to, `${start}-${end} after ${at}`)
    assertOrder(children, start, end)
    at = end
  }
}
