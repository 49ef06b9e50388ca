import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  annotation,
  code,
  documentOf,
  expandable,
  heading,
  hint,
  leaf,
  link,
  paragraph,
  quote,
  table,
  text,
  verbatim,
} from '#test/build.ts'
import type { FlowBlock, Tabs } from '#/document/nodes.ts'
import { anchorOf, withAnchors } from './anchors.ts'
import { headings } from '../../tools/inspect/headings.ts'
import { plainText } from './plain-text.ts'
import { sectionBytesMax, sections } from './sections.ts'

const page = documentOf(
  paragraph(
    'Before ',
    link('all', 'a.md'),
    text(leaf(' bold', { object: 'mark', type: 'bold' })),
  ),
  heading(1, 'First'),
  paragraph('One ', annotation('noted', paragraph('The note'))),
  code('let a', '', '  let b'),
  tabs('Linux', heading(2, 'Inside'), paragraph('In a tab')),
  expandable('More', paragraph('Hidden')),
  heading(1, 'First'),
  table(
    ['Name', 'Value'],
    [[paragraph('a')], [paragraph('1'), paragraph('2')]],
    [[paragraph('b')], []],
  ),
)

test('reads a document as a person would', () => {
  assert.equal(
    plainText(page),
    [
      'Before all bold',
      'First',
      'One noted',
      'The note',
      'let a',
      '',
      '  let b',
      'Linux',
      'Inside',
      'In a tab',
      'More',
      'Hidden',
      'First',
      'Name | Value',
      'a | 1 2',
      'b',
    ].join('\n'),
  )
})

test('reads values of cells, and Markdown that is not understood', () => {
  const values = table(['t'], [[]])
  const choice = { value: 'o1', label: 'Open', color: 'red' }
  const select = {
    id: 'c1',
    title: 'State',
    type: 'select',
    multiple: false,
    options: [choice],
  } as const
  const chosen = {
    ...values,
    data: {
      ...values.data,
      definition: { c1: select },
      records: { r1: { orderIndex: '1', values: { c1: ['o1'] } } },
    },
  }
  const html = verbatim('<video src="a.mp4">A film</video>', 'element <video>')
  const comment = verbatim('<!-- hidden -->', 'comment')
  assert.equal(plainText(documentOf(chosen, html, comment)), 'State\nOpen\nA film')
})

test('gives the outline with an anchor for each heading', () => {
  const given = heading(3, 'Own id', { id: 'mine' })
  const taken = heading(2, 'Mine')
  assert.deepEqual(headings(documentOf(taken, ...page.nodes, given)), [
    { level: 2, text: 'Mine', id: 'mine-1' },
    { level: 1, text: 'First', id: 'first' },
    { level: 2, text: 'Inside', id: 'inside' },
    { level: 1, text: 'First', id: 'first-1' },
    { level: 3, text: 'Own id', id: 'mine' },
  ])
})

test('makes anchors of words in any script', () => {
  assert.equal(anchorOf('What’s new in v2.1?'), 'whats-new-in-v2.1')
  assert.equal(
    anchorOf('  <buffer> & in_tail -- '),
    'less-than-buffer-greater-than-and-in_tail',
  )
  assert.equal(anchorOf('概要 と 設定'), '概要-と-設定')
  assert.equal(anchorOf('1. Install'), 'id-1.-install')
  assert.equal(anchorOf('!?'), 'section')
})

test('writes anchors into headings, tabs and expandables, headings first', () => {
  const document = documentOf(
    tabs('Setup', heading(1, 'Setup')),
    expandable('Setup', paragraph('')),
  )
  const ids = JSON.stringify(withAnchors(document)).match(/"meta":\{"id":"[^"]*"/g)
  assert.deepEqual(
    ids?.map((found) => found.slice('"meta":{"id":"'.length, -1)),
    ['setup', 'setup-1', 'setup-2'],
  )
})

test('splits a page at its headings for search', () => {
  assert.deepEqual(sections(page, 'Title'), [
    { title: 'Title', body: 'Before all bold' },
    { id: 'first', title: 'First', body: 'One noted\nThe note\nlet a\n\n  let b\nLinux' },
    { id: 'inside', title: 'Inside', body: 'In a tab\nMore\nHidden' },
    { id: 'first-1', title: 'First', body: 'Name | Value\na | 1 2\nb' },
  ])
})

test('keeps the sources of diagrams apart from the text of a section', () => {
  const diagram = {
    ...code('graph LR', 'Billing --> Ledger'),
    data: { syntax: 'Mermaid' },
  }
  const document = documentOf(
    paragraph('Before'),
    diagram,
    heading(1, 'After'),
    code('x'),
  )
  assert.deepEqual(sections(document, 'Title'), [
    { title: 'Title', body: 'Before', drawn: 'graph LR\nBilling --> Ledger' },
    { id: 'after', title: 'After', body: 'x' },
  ])
  assert.equal(plainText(document), 'Before\ngraph LR\nBilling --> Ledger\nAfter\nx')
})

test('cuts a section at its limit without cutting a character', () => {
  const [section] = sections(documentOf(paragraph('\u{1F600}'.repeat(30_000))), '')
  assert.ok(section !== undefined)
  assert.equal(new TextEncoder().encode(section.body).length, sectionBytesMax)
  assert.ok(section.body.isWellFormed())
})

test('reads documents as deep as they come', () => {
  let deep: FlowBlock = paragraph('x')
  for (let depth = 0; depth < 20_000; depth += 1) deep = quote(deep)
  let nested: FlowBlock = paragraph('y')
  for (let depth = 0; depth < 2000; depth += 1) nested = table(['t'], [[nested]])
  const document = documentOf(deep, hint(nested))
  assert.ok(plainText(document).startsWith('x\n'))
  assert.equal(sections(document, '').length, 1)
})

function tabs(title: string, ...nodes: readonly FlowBlock[]): Tabs {
  return {
    object: 'block',
    type: 'tabs',
    isVoid: false,
    data: {},
    nodes: [
      { object: 'block', type: 'tabs-item', isVoid: false, data: { title }, nodes },
    ],
  }
}
