import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { fingerprint } from '#/document/fingerprint.ts'
import type { Annotation, FlowBlock, JSONDocument, Leaf, Text } from '#/document/nodes.ts'
import { normalise } from '#/document/normalise.ts'
import { emptyParagraph, paragraphOf, textOf } from '#/document/shapes.ts'
import { read } from '#/read/read.ts'
import { document as anyDocument } from '#test/arbitraries/document.ts'

import { write, writeBlocks, WriteError } from './write.ts'

const documentOf = (...nodes: FlowBlock[]): JSONDocument => ({
  object: 'document',
  data: { schemaVersion: 1 },
  nodes,
})
const bold = { object: 'mark', type: 'bold' } as const
const italic = { object: 'mark', type: 'italic' } as const
const code = { object: 'mark', type: 'code' } as const
type Marked = readonly [string, ...Leaf['marks']]
const markedText = (...leaves: readonly Marked[]): Text => ({
  object: 'text',
  leaves: leaves.map(([text, ...marks]) => ({ object: 'leaf', text, marks })),
})
const paragraph = (...leaves: readonly Marked[]): FlowBlock =>
  paragraphOf([markedText(...leaves)])

function annotation(text: string, body: string): Annotation {
  return {
    object: 'inline',
    type: 'annotation',
    isVoid: false,
    data: {},
    nodes: [textOf(text)],
    fragments: [
      {
        object: 'fragment',
        type: 'annotation-body',
        fragment: 'annotation-body',
        nodes: [paragraphOf([textOf(body)])],
      },
    ],
  }
}

function list(...items: FlowBlock[][]): FlowBlock {
  return {
    object: 'block',
    type: 'list-unordered',
    isVoid: false,
    data: {},
    nodes: items.map((nodes) => ({
      object: 'block',
      type: 'list-item',
      isVoid: false,
      data: {},
      nodes,
    })),
  }
}

test('a value of an integration that would end its tag is written where it does not', () => {
  for (const content of ['%}\r', '%} \n', 'a %}\nb', '%}']) {
    const document = documentOf({
      object: 'block',
      type: 'integration',
      isVoid: true,
      data: { integration: 'a', block: 'a', props: { content } },
    })
    const again = read(write(document)).document
    assert.equal(fingerprint(again), fingerprint(normalise(document)), content)
  }
})

test('what is written is read back as it was', () => {
  fc.assert(
    fc.property(anyDocument, (document) => {
      const { document: again } = read(write(document))
      assert.equal(fingerprint(again), fingerprint(normalise(document)))
    }),
    { numRuns: 200 },
  )
})

test('an empty document is empty', () => {
  assert.equal(write(documentOf()), '')
  assert.equal(write(documentOf(emptyParagraph)), '')
})

test('escapes only what would mean something', () => {
  const same = [
    'snake_case 2 * 3, AT&T, C:\\dir, a-b #tag',
    'a < b > c <3 <- x',
    'x: y | z',
  ]
  for (const text of same) assert.equal(writeBlocks([paragraph([text])]), `${text}\n`)
  const escaped = [
    ['*a*', '\\*a\\*'],
    ['# a', '\\# a'],
    ['1. a', '1\\. a'],
    ['<b>', '\\<b>'],
    ['<#@a>', '\\<#@a>'],
    ['&amp;', '\\&amp;'],
    ['{% hint %}', '\\{% hint %}'],
    [':smile:', '\\:smile:'],
    ['$$x$$', '\\$\\$x\\$\\$'],
    ['[^1]', '\\[^1]'],
    ['www.a.b', 'www\\.a.b'],
    [' a ', '&#x20;a&#x20;'],
  ]
  for (const [text = '', markdown = ''] of escaped) {
    assert.equal(writeBlocks([paragraph([text])]), `${markdown}\n`)
  }
})

test('writes marks by signs where they work, and by tags where they do not', () => {
  assert.equal(
    writeBlocks([paragraph(['a ', bold], ['b', bold, italic], [' c'])]),
    '**a _b_** c\n',
  )
  assert.equal(writeBlocks([paragraph(['in'], ['word', italic])]), 'in<em>word</em>\n')
})

test('escapes what would be an address together with the sign of a mark', () => {
  assert.equal(writeBlocks([paragraph(['@x.y', italic])]), '_\\@x.y_\n')
  assert.equal(writeBlocks([paragraph(['@x.y', bold])]), '**@x.y**\n')
  assert.equal(writeBlocks([paragraph(['<', bold], ['@a>'])]), '**\\<**@a>\n')
})

test('keeps two lists apart that stand next to each other', () => {
  const one = list([paragraph(['a'])])
  assert.equal(writeBlocks([one, one, one]), '* a\n\n- a\n\n* a\n')
})

test('writes a nested list without blank lines, and nothing that is a divider', () => {
  const inner = list([paragraph(['b'])])
  assert.equal(writeBlocks([list([paragraph(['a']), inner])]), '* a\n  * b\n')
  assert.equal(writeBlocks([list([list([list([emptyParagraph])])])]), '* - *\n')
  const divider: FlowBlock = { object: 'block', type: 'divider', isVoid: true, data: {} }
  assert.equal(writeBlocks([list([divider])]), '* ---\n')
})

test('keeps a list apart from a text that it could not end, however deep it begins with nothing', () => {
  const empty = list([emptyParagraph])
  const outer = (inner: FlowBlock) => writeBlocks([list([paragraph(['a']), inner])])
  assert.equal(outer(empty), '* a\n\n  *\n')
  assert.equal(outer(list([])), '* a\n\n  *\n')
  assert.equal(outer(list([empty])), '* a\n\n  * -\n')
  assert.equal(outer(list([list([paragraph(['b'])])])), '* a\n  * - b\n')
})

test('keeps a list apart from a line break alone, which would take it in as HTML', () => {
  const inner = list([paragraph(['b'])])
  assert.equal(writeBlocks([list([paragraph(['\n']), inner])]), '* <br>\n\n  * b\n')
})

test('numbers footnotes in order, and equal ones are one', () => {
  const blocks = [
    paragraphOf([
      textOf('a '),
      annotation('word', 'x'),
      textOf(', '),
      annotation('two words', 'y'),
      textOf(' '),
      annotation('again', 'x'),
    ]),
  ]
  assert.equal(
    writeBlocks(blocks),
    'a word[^1], <a data-footnote-ref href="#user-content-fn-2">two words</a> again[^1]\n\n[^1]: x\n\n[^2]: y\n',
  )
})

test('writes a word that a footnote is about as one with the text before it', () => {
  const cases = [
    [['a ', bold], ['b', bold], '**a b**[^1]'],
    [['a ', code], ['b', code], '`a b`[^1]'],
    [['a ', bold, code], ['b', bold], '**`a `b**[^1]'],
    [['a ', bold], ['b', italic], '**a&#x20;**_b_[^1]'],
  ] as const
  for (const [before, word, expected] of cases) {
    const called = { ...annotation('', 'x'), nodes: [markedText(word)] }
    const markdown = writeBlocks([paragraphOf([markedText(before), called])])
    assert.equal(markdown, `${expected}\n\n[^1]: x\n`)
  }
})

test('takes no label that Markdown kept as it is has already', () => {
  const kept: FlowBlock = {
    object: 'block',
    type: 'verbatim',
    isVoid: true,
    data: { markdown: '[^1]: kept', reason: 'footnote-definition' },
  }
  assert.equal(
    writeBlocks([paragraphOf([annotation('a', 'x')]), kept]),
    'a[^2]\n\n[^1]: kept\n\n[^2]: x\n',
  )
})

test('refuses a node of an unknown type, and says where it is', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types say that this cannot be
  const unknown = { object: 'block', type: 'foo', nodes: [] } as unknown as FlowBlock
  assert.throws(
    () => writeBlocks([list([paragraph(['a']), unknown])]),
    new WriteError('nodes[0].nodes[0].nodes[1]', '"foo" is not a block type'),
  )
})
