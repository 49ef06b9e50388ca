import assert from 'node:assert/strict'
import { test } from 'node:test'
import { annotation, documentOf, paragraph, quote, text } from '#test/build.ts'
import type { Text } from './nodes.ts'
import { ancestorsOf, mapDocument, pathOf, walk } from './walk.ts'

test('gives each node once, before what is in it, with the way to it', () => {
  const found = [...walk(sample)].map((place) => `${place.node.object} ${pathOf(place)}`)
  assert.deepEqual(found, [
    'document ',
    'block /nodes/0',
    'block /nodes/0/nodes/0',
    'text /nodes/0/nodes/0/nodes/0',
    'inline /nodes/0/nodes/0/nodes/1',
    'text /nodes/0/nodes/0/nodes/1/nodes/0',
    'fragment /nodes/0/nodes/0/nodes/1/fragments/0',
    'block /nodes/0/nodes/0/nodes/1/fragments/0/nodes/0',
    'text /nodes/0/nodes/0/nodes/1/fragments/0/nodes/0/nodes/0',
    'block /nodes/1',
    'text /nodes/1/nodes/0',
  ])
})

test('stays out of what it is told not to enter, and knows what is around', () => {
  const outer = [...walk(sample, ({ node }) => node.object === 'document')]
  assert.equal(outer.length, 3)
  const [, , , deep] = [...walk(sample)]
  assert.ok(deep !== undefined)
  const around = [...ancestorsOf(deep)].map((node) => ('type' in node ? node.type : ''))
  assert.deepEqual(around, ['paragraph', 'blockquote', ''])
})

test('replaces, multiplies and drops nodes, the innermost first', () => {
  const after = mapDocument(sample, (node) => {
    if (node.object === 'inline') return []
    if (node.object === 'text' && textOf(node) === 'end') return [node, node]
    return [node]
  })
  assert.deepEqual(after.nodes, [quote(paragraph('start')), paragraph('end', 'end')])
})

test('keeps the objects nothing changed in', () => {
  assert.equal(
    mapDocument(sample, (node) => [node]),
    sample,
  )
  const after = mapDocument(sample, (node) =>
    node.object === 'text' && textOf(node) === 'end' ? [text('END')] : [node],
  )
  assert.equal(after.nodes[0], sample.nodes[0])
  assert.notEqual(after.nodes[1], sample.nodes[1])
})

test('holds on documents as deep and as wide as they come', () => {
  let deep = quote(paragraph('x'))
  for (let depth = 0; depth < 20_000; depth += 1) deep = quote(deep)
  const wide = Array.from({ length: 200_000 }, () => paragraph('x'))
  const document = { ...sample, nodes: [deep, ...wide] }
  assert.equal([...walk(document)].length, 420_004)
  assert.equal(
    mapDocument(document, (node) => [node]),
    document,
  )
})

function textOf(node: Text): string {
  return node.leaves.map((leaf) => leaf.text).join('')
}

const sample = documentOf(
  quote(paragraph('start', annotation('word', paragraph('body')))),
  paragraph('end'),
)

test('puts as many nodes in the place of one as it is told', () => {
  const many = Array.from({ length: 200_000 }, () => text('a'))
  const mapped = mapDocument(documentOf(paragraph('b')), (node) =>
    node.object === 'text' ? many : [node],
  )
  const [only] = mapped.nodes
  assert.equal(only?.type === 'paragraph' && only.nodes.length, many.length)
})
