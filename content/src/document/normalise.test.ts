import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { document as anyDocument } from '#test/arbitraries/document.ts'

import type { FlowBlock, JSONDocument, Leaf, Phrasing } from './nodes.ts'
import { normalise, rules } from './normalise.ts'
import { dropEmpty, promoteLone, normaliseFragments } from './normalise-blocks.ts'
import { dropComputed, dropDefaults, normaliseRefs } from './normalise-data.ts'
import { nameCells } from './normalise-tables.ts'
import { cleanCharacters, joinText, splitCodeLines } from './normalise-text.ts'
import type { ContentRef } from './references.ts'
import { emptyParagraph, fragmentOf, paragraphOf, textOf } from './shapes.ts'
import type { Table } from './tables.ts'
import { fragmentsIn, nodesIn } from './walk.ts'

const documentOf = (...nodes: FlowBlock[]): JSONDocument => ({
  object: 'document',
  data: { schemaVersion: 1 },
  nodes,
})
const bold = { object: 'mark', type: 'bold' } as const
const code = { object: 'mark', type: 'code' } as const
const leaf = (text: string, ...marks: Leaf['marks'][number][]): Leaf => ({
  object: 'leaf',
  text,
  marks,
})
const blockOf = (document: JSONDocument) => document.nodes[0]
const phrasingOf = (document: JSONDocument): readonly Phrasing[] => {
  const [block] = document.nodes
  return block?.type === 'paragraph' ? block.nodes : []
}

const list = (data: object): FlowBlock => ({
  object: 'block',
  type: 'list-ordered',
  isVoid: false,
  data,
  nodes: [],
})

const quote = (...nodes: FlowBlock[]): FlowBlock => ({
  object: 'block',
  type: 'blockquote',
  isVoid: false,
  data: {},
  nodes,
})

const cell = (fragment: string, text: string) =>
  fragmentOf(fragment, [paragraphOf([textOf(text)])])

const column = (id: string) =>
  ({ id, title: id, type: 'text', textAlignment: 'left' }) as const

function pointer(ref: ContentRef): FlowBlock {
  return {
    object: 'block',
    type: 'content-ref',
    isVoid: true,
    data: { ref },
    fragments: [],
  }
}

test('there are at most ten rules', () => {
  assert.ok(rules.length <= 10)
})

test('normalising twice is normalising once', () => {
  fc.assert(
    fc.property(anyDocument, (document) => {
      const normal = normalise(document)
      assert.deepEqual(normalise(normal), normal)
    }),
    { numRuns: 300 },
  )
})

test('dropComputed: keys, anchors and unknown data are not there', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a client may send more than the model has
  const heading = {
    object: 'block',
    type: 'heading-1',
    isVoid: false,
    key: 'k',
    meta: { id: 'a', level: 5, colour: 'red' },
    data: { colour: 'red' },
    nodes: [{ ...textOf('a'), key: 't' }],
  } as unknown as FlowBlock
  assert.deepEqual(blockOf(dropComputed(documentOf(heading))), {
    object: 'block',
    type: 'heading-1',
    isVoid: false,
    data: {},
    meta: { level: 5 },
    nodes: [textOf('a')],
  })
})

test('cleanCharacters: what a file cannot hold is replaced', () => {
  const cleaned = cleanCharacters(documentOf(paragraphOf([textOf('a\r\nb\rc\0\uD800')])))
  assert.deepEqual(phrasingOf(cleaned), [textOf('a\nb\nc\uFFFD\uFFFD')])
})

test('cleanCharacters: a line break in an expression or a formula of a line is a space', () => {
  for (const [before, after] of [
    [{ type: 'expression', data: { expression: 'a\nb' } }, { expression: 'a b' }],
    [{ type: 'inline-math', data: { formula: 'a\r\nb' } }, { formula: 'a b' }],
  ] as const) {
    const inline = { object: 'inline', isVoid: true, ...before } as const
    const [found] = phrasingOf(cleanCharacters(documentOf(paragraphOf([inline]))))
    assert.deepEqual(found, { ...inline, data: after })
  }
})

test('splitCodeLines: a line break makes a line, and marks go', () => {
  const line = { object: 'block', type: 'code-line', isVoid: false, data: {} } as const
  const text = { object: 'text', leaves: [leaf('a\nb', bold)] } as const
  const split = splitCodeLines(
    documentOf({
      object: 'block',
      type: 'code',
      isVoid: false,
      data: {},
      nodes: [{ ...line, nodes: [text] }],
    }),
  )
  assert.deepEqual(
    nodesIn(split.nodes[0] ?? split),
    ['a', 'b'].map((one) => ({ ...line, nodes: [textOf(one)] })),
  )
})

test('normaliseRefs: a reference is what its spelling says', () => {
  const settled = normaliseRefs(documentOf(pointer({ kind: 'url', url: '#top' })))
  assert.deepEqual(blockOf(settled), pointer({ kind: 'anchor', anchor: 'top' }))
})

test('dropDefaults: what says nothing is not said', () => {
  assert.deepEqual(blockOf(dropDefaults(documentOf(list({ start: 1 })))), list({}))
  assert.deepEqual(
    blockOf(dropDefaults(documentOf(list({ start: 2 })))),
    list({ start: 2 }),
  )
})

test('joinText: one order of marks, one text, one leaf', () => {
  const joined = joinText(
    documentOf(
      paragraphOf([
        { object: 'text', leaves: [leaf('a', code, bold), leaf('', bold)] },
        { object: 'text', leaves: [leaf('b', bold, code, bold), leaf('c')] },
      ]),
    ),
  )
  assert.deepEqual(phrasingOf(joined), [
    { object: 'text', leaves: [leaf('ab', bold, code), leaf('c')] },
  ])
})

test('promoteLone: an image or a formula alone is a block', () => {
  const math = {
    object: 'inline',
    type: 'inline-math',
    isVoid: true,
    data: { formula: 'x' },
  } as const
  assert.equal(blockOf(promoteLone(documentOf(paragraphOf([math]))))?.type, 'math')
  const image = {
    object: 'inline',
    type: 'inline-image',
    isVoid: true,
    data: { ref: { kind: 'url', url: 'a.png' }, caption: 'c' },
  } as const
  const images = blockOf(promoteLone(documentOf(paragraphOf([image]))))
  assert.equal(images?.type, 'images')
  assert.equal(
    blockOf(promoteLone(documentOf(paragraphOf([image, textOf('a')]))))?.type,
    'paragraph',
  )
})

test('dropEmpty: nothing empty is left, but containers are never without a paragraph', () => {
  const hollow: FlowBlock = {
    object: 'block',
    type: 'tabs',
    isVoid: false,
    data: {},
    nodes: [],
  }
  const dropped = dropEmpty(documentOf(emptyParagraph, quote(emptyParagraph, hollow)))
  assert.deepEqual(dropped.nodes, [quote(emptyParagraph)])
})

test('normaliseFragments: an expandable has a title and a body', () => {
  const settled = normaliseFragments(
    documentOf({
      object: 'block',
      type: 'expandable',
      isVoid: true,
      data: {},
      fragments: [],
    }),
  )
  assert.deepEqual(
    fragmentsIn(settled.nodes[0] ?? settled).map(({ fragment }) => fragment),
    ['expandable-title', 'expandable-body'],
  )
})

test('nameCells: columns, rows and cells are named by where they stand', () => {
  const table: Table = {
    object: 'block',
    type: 'table',
    isVoid: true,
    data: {
      view: { type: 'grid', columns: ['y', 'x'], hideHeader: false },
      definition: { x: column('x'), y: column('y') },
      records: {
        late: { orderIndex: 'b', values: { x: 'f1' } },
        early: { orderIndex: 'a', values: { x: 'f2', y: 'f3' } },
      },
    },
    fragments: [cell('f1', '1'), cell('f2', '2'), cell('f3', '3'), cell('unused', '4')],
  }
  const named = blockOf(nameCells(documentOf(table)))
  assert.ok(named?.type === 'table')
  assert.deepEqual(named.data.view.columns, ['c1', 'c2'])
  assert.equal(named.data.definition['c1']?.title, 'y')
  assert.deepEqual(named.data.records, {
    r1: { orderIndex: '1', values: { c1: 'c1r1', c2: 'c2r1' } },
    r2: { orderIndex: '2', values: { c1: 'c1r2', c2: 'c2r2' } },
  })
  assert.deepEqual(named.fragments, [
    cell('c1r1', '3'),
    cell('c2r1', '2'),
    { ...cell('c1r2', ''), nodes: [emptyParagraph] },
    cell('c2r2', '1'),
  ])
})
