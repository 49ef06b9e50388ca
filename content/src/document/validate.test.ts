import assert from 'node:assert/strict'
import { test } from 'node:test'

import { validateDocument } from './validate.ts'

const paragraph = (text: string) => ({
  object: 'block',
  type: 'paragraph',
  nodes: [{ object: 'text', leaves: [{ text }] }],
})

const annotation = (nodes: unknown[]) => ({
  object: 'inline',
  type: 'annotation',
  nodes: [],
  fragments: [{ object: 'fragment', fragment: 'annotation-body', nodes }],
})
const block = (inline: unknown) => ({
  object: 'block',
  type: 'paragraph',
  nodes: [inline],
})

const tagged = (data: object) => [
  { object: 'block', type: 'hint', data: { style: 'info', ...data }, nodes: [] },
]

function problemOf(nodes: unknown): string {
  const result = validateDocument({ object: 'document', nodes })
  return 'problem' in result ? `${result.problem.path}: ${result.problem.message}` : ''
}

test('fills in what clients leave out', () => {
  assert.deepEqual(
    validateDocument({ object: 'document', nodes: [paragraph('a')], more: 1 }),
    {
      document: {
        object: 'document',
        data: {},
        nodes: [
          {
            object: 'block',
            type: 'paragraph',
            isVoid: false,
            data: {},
            nodes: [
              { object: 'text', leaves: [{ object: 'leaf', text: 'a', marks: [] }] },
            ],
          },
        ],
      },
    },
  )
})

test('drops data that the model does not know, and nulls', () => {
  const result = validateDocument({
    object: 'document',
    nodes: [
      {
        object: 'block',
        type: 'embed',
        data: { url: 'x', color: 'red', fullWidth: null },
      },
    ],
  })
  assert.ok('document' in result)
  assert.deepEqual(result.document.nodes[0]?.data, { url: 'x' })
})

test('says where a node of an unknown type stands', () => {
  const foo = { object: 'block', type: 'foo', nodes: [] }
  const quote = { object: 'block', type: 'blockquote', nodes: [paragraph('a'), foo] }
  assert.equal(problemOf([quote]), 'nodes[0].nodes[1]: "foo" is not a block type')
  const title = { object: 'fragment', fragment: 'expandable-title', nodes: [foo] }
  const details = { object: 'block', type: 'expandable', fragments: [title] }
  assert.equal(
    problemOf([details]),
    'nodes[0].fragments[0].nodes[0]: "foo" is not a block type',
  )
})

test('says what a wrong value should have been', () => {
  const hint = { object: 'block', type: 'hint', data: { style: 'loud' }, nodes: [] }
  assert.equal(
    problemOf([hint]),
    'nodes[0].data.style: must be one of "info", "warning", "danger", "success"',
  )
  const file = {
    object: 'block',
    type: 'file',
    data: { ref: { kind: 'page', page: 'x' } },
  }
  assert.equal(problemOf([file]), 'nodes[0].data.ref.kind: must be one of "file", "url"')
  assert.equal(
    problemOf([{ object: 'block', type: 'math' }]),
    'nodes[0].data.formula: is missing',
  )
})

test('refuses parts outside the block made for them', () => {
  assert.equal(
    problemOf([{ object: 'block', type: 'list-item', nodes: [] }]),
    'nodes[0]: "list-item" stands only inside "list-ordered", "list-unordered", "list-tasks"',
  )
})

test('refuses text where it would be lost', () => {
  const divider = { object: 'block', type: 'divider', nodes: paragraph('a').nodes }
  assert.equal(problemOf([divider]), 'nodes[0].nodes: "divider" has no nodes')
})

test('refuses marks it does not know', () => {
  const leaf = { text: 'a', marks: [{ type: 'underline' }] }
  const marked = { ...paragraph(''), nodes: [{ object: 'text', leaves: [leaf] }] }
  assert.equal(
    problemOf([marked]),
    'nodes[0].nodes[0].leaves[0].marks[0]: "underline" is not a mark type',
  )
})

test('refuses depth without running out of stack', () => {
  let deep: object = paragraph('a')
  for (let level = 0; level < 50_000; level += 1) {
    deep = { object: 'block', type: 'blockquote', nodes: [deep] }
  }
  assert.match(problemOf([deep]), /is more than 100 nodes deep$/)
})

test('refuses an annotation in the body of another', () => {
  assert.equal(
    problemOf([block(annotation([block(annotation([]))]))]),
    'nodes[0].nodes[0].fragments[0].nodes[0].nodes[0]: an annotation cannot stand in the body of another',
  )
})

test('answers whatever it is given', () => {
  for (const value of [null, undefined, 1, 'x', [], {}, { object: 'document' }]) {
    assert.ok('problem' in validateDocument(value))
  }
  for (const node of [null, 1, 'x', [], {}, { object: 'block' }, { object: 'text' }]) {
    assert.notEqual(problemOf([node]), '')
  }
})

test('refuses what would break out of the tag it is written in', () => {
  const broken = 'x %}\n\n# y'
  assert.match(problemOf(tagged({ icon: broken })), /"%}" at the end/)
  assert.equal(problemOf(tagged({ icon: 'x %} y' })), '')
  for (const name of ['a b', '%}', '', 'a="b"', '>']) {
    const attributes = { [name]: 'v' }
    assert.match(problemOf(tagged({ attributes })), /not a name/, name)
  }
  for (const integration of ['', 'a b', 'a/b', '%}']) {
    const data = { integration, block: 'b', props: {} }
    const nodes = [{ object: 'block', type: 'integration', data }]
    assert.notEqual(problemOf(nodes), '', integration)
  }
})

test('says what is wrong with values that are no JSON', () => {
  for (const type of [10n, Symbol('a'), () => 1, new Map()]) {
    assert.equal(
      problemOf([{ object: 'block', type }]),
      `nodes[0]: ${typeof type} is not a block type`,
    )
  }
})

function firstOf(nodes: unknown) {
  const result = validateDocument({ object: 'document', nodes })
  return 'document' in result ? result.document.nodes[0] : undefined
}

test('keeps in `meta` what older documents have in `data`', () => {
  const [hint] = tagged({ attributes: { a: 'b' } })
  assert.deepEqual(firstOf([hint])?.data, { style: 'info' })
  assert.deepEqual(firstOf([hint])?.meta, { attributes: { a: 'b' } })
  const newer = { ...hint, meta: { attributes: { a: 'c' }, id: 'x' } }
  assert.deepEqual(firstOf([newer])?.meta, { attributes: { a: 'c' } })
  const expandable = { object: 'block', type: 'expandable', data: { open: true } }
  assert.deepEqual(firstOf([expandable])?.meta, { open: true })
})

function buttonOf(data: object, meta?: object) {
  const label = { label: 'Find', kind: 'primary', ...data }
  const found = firstOf([block({ object: 'inline', type: 'button', data: label, meta })])
  return found?.type === 'paragraph' ? found.nodes[0] : undefined
}

test('gives every button a target, and believes the client that gives one', () => {
  const search = { action: 'search', query: 'a b' }
  const implied = {
    object: 'inline',
    type: 'button',
    isVoid: true,
    data: {
      label: 'Find',
      kind: 'primary',
      ref: { kind: 'url', url: '?q=a%20b' },
      action: search,
    },
    meta: { isImplied: true },
  }
  assert.deepEqual(buttonOf(search), implied)
  assert.deepEqual(buttonOf({ action: search }), implied)
  const before = { action: search, ref: { kind: 'url', url: '?q=old' } }
  assert.deepEqual(buttonOf(before, { isImplied: true }), implied)
  const given = { action: search, ref: { kind: 'url', url: 'https://example.com' } }
  assert.deepEqual(buttonOf(given, { isImplied: true }), {
    object: 'inline',
    type: 'button',
    isVoid: true,
    data: { label: 'Find', kind: 'primary', ...given },
  })
})
