import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  annotation,
  code,
  documentOf,
  expandable,
  fragment,
  hint,
  link,
  paragraph,
  table,
  text,
  url,
  verbatim,
} from '#test/build.ts'
import type { FlowBlock, Inline } from '#/document/nodes.ts'
import type { ContentRef } from '#/document/references.ts'
import type { Table } from '#/document/tables.ts'
import { read } from '#/read/read.ts'
import { mapDocument } from '#/document/walk.ts'
import { images, links } from './links.ts'
import { mapRefs } from './map-refs.ts'

const assets = { kind: 'file', file: 'f1' } as const

const inlines: readonly Inline[] = [
  link('Words', 'a.md'),
  {
    object: 'inline',
    type: 'inline-image',
    isVoid: true,
    data: { ref: url('i.png'), refDark: url('i-dark.png'), alt: 'An icon' },
  },
  {
    object: 'inline',
    type: 'mention',
    isVoid: true,
    data: { ref: { kind: 'user', user: 'u1' }, label: 'Ada' },
  },
  {
    object: 'inline',
    type: 'button',
    isVoid: true,
    data: { label: 'Go', kind: 'primary', ref: url('go.md') },
  },
  {
    object: 'inline',
    type: 'button',
    isVoid: true,
    data: {
      label: 'Ask',
      kind: 'primary',
      ref: url('?ask='),
      action: { action: 'ask' },
    },
    meta: { isImplied: true },
  },
]

const voids: readonly FlowBlock[] = [
  {
    object: 'block',
    type: 'images',
    isVoid: false,
    data: {},
    nodes: [
      {
        object: 'block',
        type: 'image',
        isVoid: true,
        data: { ref: assets, refDark: url('d.png'), alt: 'A', href: url('big.md') },
        fragments: [fragment('caption', paragraph(link('Source', 's.md')))],
      },
    ],
  },
  {
    object: 'block',
    type: 'file',
    isVoid: true,
    data: { ref: url('f.pdf') },
    fragments: [fragment('caption', paragraph('Paper'))],
  },
  { object: 'block', type: 'drawing', isVoid: true, data: { ref: url('d.svg') } },
  { object: 'block', type: 'drawing', isVoid: true, data: {} },
  {
    object: 'block',
    type: 'embed',
    isVoid: true,
    data: { url: 'https://video.example' },
    fragments: [],
  },
  {
    object: 'block',
    type: 'content-ref',
    key: 'k1',
    isVoid: true,
    data: { ref: { kind: 'page', page: 'p1' } },
    fragments: [],
  },
  {
    object: 'block',
    type: 'reusable-content',
    isVoid: true,
    data: { ref: { kind: 'reusable-content', reusableContent: 'r1' } },
  },
  {
    object: 'block',
    type: 'swagger',
    isVoid: true,
    data: { ref: url('api.yaml'), path: '/x', method: 'get' },
    fragments: [],
  },
  {
    object: 'block',
    type: 'openapi-operation',
    isVoid: true,
    data: { ref: { kind: 'openapi', spec: 'api' }, path: '/x', method: 'get' },
    fragments: [],
  },
  {
    object: 'block',
    type: 'integration',
    isVoid: true,
    data: { integration: 'i', block: 'b', props: {}, url: 'https://i.example' },
  },
]

const cards: Table = {
  object: 'block',
  type: 'table',
  isVoid: true,
  data: {
    view: { type: 'cards', cardSize: 'medium', columns: ['c1'], targetDefinition: 'c2' },
    definition: {
      c1: { id: 'c1', title: '', type: 'text', textAlignment: 'left' },
      c2: { id: 'c2', title: '', type: 'content-ref' },
      c3: { id: 'c3', title: '', type: 'files' },
      c4: { id: 'c4', title: '', type: 'image' },
      c5: { id: 'c5', title: '', type: 'users', multiple: true },
    },
    records: {
      r1: {
        orderIndex: '1',
        values: {
          c1: 'c1r1',
          c2: url('card.md'),
          c3: ['f9', '../x.png'],
          c4: { ref: url('cover.png') },
          c5: ['u7'],
        },
      },
    },
  },
  fragments: [fragment('c1r1', paragraph(link('In a cell', 'cell.md')))],
}

test('finds every kind of reference, with its role and relation', () => {
  const found = links(documentOf(paragraph(...inlines), ...voids, cards))
  assert.deepEqual(
    found.map(({ ref, role, relation }) => `${role} ${target(ref)} ${relation}`),
    [
      'link a.md reference',
      'image i.png reference',
      'image-dark i-dark.png reference',
      'mention u1 reference',
      'button go.md reference',
      'image f1 reference',
      'image-dark d.png reference',
      'image-link big.md reference',
      'link s.md reference',
      'file f.pdf reference',
      'drawing d.svg reference',
      'embed https://video.example reference',
      'content-ref p1 reference',
      'reusable-content r1 dependsOn',
      'openapi api.yaml dependsOn',
      'openapi api dependsOn',
      'integration https://i.example reference',
      'content-ref card.md reference',
      'file f9 reference',
      'file ../x.png reference',
      'image cover.png reference',
      'user u7 reference',
      'link cell.md reference',
    ],
  )
})

test('says where a reference stands and what is shown there', () => {
  const keyed = { ...hint(paragraph('a ', link('b', 'c.md'))), key: 'k9' }
  const found = links(documentOf(keyed, ...voids, cards))
  const [first] = found
  assert.deepEqual(first, {
    ref: url('c.md'),
    role: 'link',
    relation: 'reference',
    text: 'b',
    path: '/nodes/0/nodes/0/nodes/1',
    blockKey: 'k9',
    conditions: [],
  })
  const shown = new Map(found.map((entry) => [target(entry.ref), entry]))
  assert.equal(shown.get('f1')?.text, 'A')
  assert.equal(shown.get('f.pdf')?.text, 'Paper')
  assert.equal(shown.get('p1')?.blockKey, 'k1')
  assert.deepEqual(shown.get('card.md')?.cell, { column: 'c2', record: 'r1' })
})

test('looks into annotations, expandables, tables and lines of code', () => {
  const noted = annotation('word', paragraph(link('1', '1.md')))
  const found = links(
    documentOf(
      code([text('x'), noted]),
      expandable('t', paragraph(link('2', '2.md'))),
      table(['t'], [[paragraph(link('3', '3.md'))]]),
    ),
  )
  assert.deepEqual(
    found.map(({ ref }) => target(ref)),
    ['1.md', '2.md', '3.md'],
  )
})

test('looks into Markdown that is not understood, except where it shows nothing', () => {
  const film = verbatim('<video src="a.mp4"></video> [b](b.md)', 'element <video>')
  const silent = verbatim('[c]: c.md', 'definition')
  const document = documentOf(film, silent)
  assert.deepEqual(
    links(document).map(({ ref, role }) => [role, target(ref)]),
    [
      ['verbatim', 'a.mp4'],
      ['verbatim', 'b.md'],
    ],
  )
  const changed = mapDocument(document, (node) => [mapRefs(node, () => url('n.md'))])
  const after = verbatim('<video src="n.md"></video> [b](n.md)', 'element <video>')
  assert.deepEqual(changed, documentOf(after, silent))
})

test('knows which references are pictures', () => {
  const found = images(documentOf(paragraph(...inlines), ...voids))
  assert.deepEqual(
    found.map(({ ref }) => target(ref)),
    ['i.png', 'i-dark.png', 'f1', 'd.png', 'd.svg'],
  )
})

test('replaces references where they stand, and only by what can stand there', () => {
  const document = documentOf(paragraph(...inlines), ...voids, cards)
  const page: ContentRef = { kind: 'page', page: 'new' }
  const file: ContentRef = { kind: 'file', file: 'new' }
  const roles = (replacement: ContentRef) => {
    const changed = mapDocument(document, (node) => [mapRefs(node, () => replacement)])
    const same = links(changed).filter(({ ref }) => target(ref) === 'new')
    return [...new Set(same.map(({ role }) => role))]
  }
  assert.deepEqual(roles(page), [
    'link',
    'mention',
    'button',
    'image-link',
    'content-ref',
  ])
  assert.equal(
    roles(file).join(' '),
    'link image image-dark mention button image-link file drawing content-ref openapi',
  )
  const untouched = mapDocument(document, (node) => [mapRefs(node, ({ ref }) => ref)])
  assert.equal(untouched, document)
})

test('keeps the labels of references in a table whose targets are replaced', () => {
  const { document } = read(
    '<table><thead><tr><th data-type="content-ref">Where</th></tr></thead><tbody><tr><td><a href="a.md">Its name</a></td></tr></tbody></table>\n',
  )
  const labels = { ...labelsIn(document.nodes[0]) }
  assert.deepEqual(Object.values(labels), [['Its name']])
  const changed = mapDocument(document, (node) => [mapRefs(node, () => url('n.md'))])
  assert.deepEqual(labelsIn(changed.nodes[0]), labels)
})

function labelsIn(block: FlowBlock | undefined) {
  const records = block?.type === 'table' ? Object.values(block.data.records) : []
  return records[0]?.labels
}

function target(ref: ContentRef): string {
  const [, value = ''] = Object.values(ref)
  return value
}

test('says under which conditions a reference stands, from the inside out', () => {
  const { document } = read(
    '{% if a %}\n\n[x](x.md)\n\n{% if b %}\n\n![](y.png)\n\n{% endif %}\n\n{% endif %}\n\n[z](z.md)\n',
  )
  assert.deepEqual(
    links(document).map(({ ref, conditions }) => [target(ref), conditions]),
    [
      ['x.md', ['a']],
      ['y.png', ['b', 'a']],
      ['z.md', []],
    ],
  )
})
