import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareOpenApi } from '#/openapi-changes/compare-openapi.ts'
import { baseDocument } from './base-document.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** A document whose only operation receives a schema, with others beside it. */
const withSchemas = (root: unknown, schemas: Readonly<Record<string, unknown>> = {}) => ({
  openapi: '3.1.0',
  paths: {
    '/a': {
      post: {
        requestBody: { content: { 'application/json': { schema: root } } },
        responses: {},
      },
    },
  },
  components: { schemas },
})

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const named = (count: number, schemaOf: (index: number) => unknown) =>
  Object.fromEntries(numbers(count).map((index) => [`S${index}`, schemaOf(index)]))

function nested(
  depth: number,
  innermost: unknown,
  around: (inner: unknown) => unknown,
): unknown {
  let value = innermost
  for (let level = 0; level < depth; level += 1) value = around(value)
  return value
}

const text = { type: 'string' }
const number = { type: 'integer' }
const long = 'n'.repeat(200_000)

/** Documents that are small or middling, and would take long if their references were expanded. */
const hostile: Readonly<Record<string, (leaf: object) => unknown>> = {
  'a chain of 20,000 references': (leaf) =>
    withSchemas(
      ref('S0'),
      named(20_000, (index) => (index === 19_999 ? leaf : ref(`S${index + 1}`))),
    ),
  'references that double at each of 2,000 levels': (leaf) =>
    withSchemas(
      ref('S0'),
      named(2000, (index) =>
        index === 1999
          ? leaf
          : {
              type: 'object',
              properties: { a: ref(`S${index + 1}`), b: ref(`S${index + 1}`) },
            },
      ),
    ),
  '100,000 references to one schema': (leaf) =>
    withSchemas(
      {
        type: 'object',
        properties: Object.fromEntries(
          numbers(100_000).map((index) => [`p${index}`, ref('S0')]),
        ),
      },
      named(1, () => leaf),
    ),
  'allOf of everything in everything': (leaf) =>
    withSchemas(
      ref('S0'),
      named(300, (index) => ({
        allOf: [
          ...numbers(300).map((other) => ref(`S${other}`)),
          ...(index === 299 ? [leaf] : []),
        ],
      })),
    ),
  'lists within lists, 20,000 deep': (leaf) =>
    withSchemas(nested(20_000, leaf, (items) => ({ type: 'array', items }))),
  'a list of alternatives that is its own alternative': (leaf) =>
    withSchemas(leaf === text ? { ...leaf } : { oneOf: [ref('S0')] }, {
      S0: { oneOf: [ref('S0'), ref('S0')] },
    }),
  'allOf within allOf, 20,000 deep': (leaf) =>
    withSchemas(nested(20_000, leaf, (inner) => ({ allOf: [inner] }))),
  'an example that is 20,000 deep': (leaf) =>
    withSchemas({ example: nested(20_000, leaf, (inner) => [inner]) }),
  'one alternative for each of 3,000 shapes': (leaf) =>
    withSchemas({
      oneOf: numbers(3000).map((index) => ({
        type: 'object',
        properties: { [`f${index}`]: { ...leaf } },
      })),
    }),
  '1,000 operations that all reach 1,000 schemas': (leaf) => ({
    paths: Object.fromEntries(
      numbers(1000).map((index) => [
        `/p${index}`,
        {
          get: {
            responses: {
              200: { content: { 'application/json': { schema: ref('S0') } } },
            },
          },
        },
      ]),
    ),
    components: {
      schemas: named(1000, (index) => ({
        type: 'object',
        properties: { value: { ...leaf }, next: ref(`S${index + 1}`) },
      })),
    },
  }),
  'a long path with 5,000 operations, and a long name in each': (leaf) => ({
    paths: {
      [`/${long}`]: {
        additionalOperations: Object.fromEntries(
          numbers(5000).map((index) => [
            `M${index}`,
            {
              requestBody: {
                content: {
                  'application/json': {
                    schema: {
                      properties: { a: { ...leaf } },
                      ...(leaf === text && { required: ['a'] }),
                    },
                  },
                },
              },
            },
          ]),
        ),
      },
    },
  }),
  'a long field that 5,000 schemas lack': (leaf) =>
    withSchemas(
      {
        type: 'object',
        properties: Object.fromEntries(
          numbers(5000).map((index) => [
            `p${index}`,
            leaf === text ? ref('Long') : ref(`S${index}`),
          ]),
        ),
      },
      {
        Long: { type: 'object', properties: { [long]: text } },
        ...named(5000, () => ({ type: 'object' })),
      },
    ),
}

test('hostile documents are compared within bounds, and it is said where something is missing', (t) => {
  for (const [name, documentOf] of Object.entries(hostile)) {
    const start = process.cpuUsage()
    const { changes, comparedNodes, isPartial } = compareOpenApi(
      documentOf(text),
      documentOf(number),
    )
    const milliseconds = Math.round(process.cpuUsage(start).user / 1000)
    t.diagnostic(
      `${name}: ${milliseconds} ms, ${comparedNodes} nodes, ${changes.length} changes, partial ${isPartial}`,
    )
    assert.ok(milliseconds < 20_000, `${name} took ${milliseconds} ms`)
    assert.ok(comparedNodes <= 500_000, name)
    assert.ok(changes.length > 0 || isPartial, name)
    assert.ok(JSON.stringify(changes).length < 60_000_000, name)
  }
})

/** A schema that holds itself twice. */
const tree = (leaf: unknown) =>
  withSchemas(ref('Tree'), {
    Tree: {
      type: 'object',
      properties: { left: ref('Tree'), right: ref('Tree'), leaf },
    },
  })

const fields = (names: readonly string[]): unknown =>
  JSON.parse(
    `{"type":"object","properties":{${names.map((name) => `"${name}":{"type":"string"}`).join()}}}`,
  )

test('a budget is kept to the node, and only a comparison that ended early is partial', () => {
  const after = structuredClone(baseDocument)
  const whole = compareOpenApi(baseDocument, after)
  assert.equal(whole.isPartial, false)
  const exact = compareOpenApi(baseDocument, after, { nodesMax: whole.comparedNodes })
  assert.deepEqual(exact, whole)
  for (const nodesMax of [0, 1, 10, 100, whole.comparedNodes - 1]) {
    const some = compareOpenApi(baseDocument, after, { nodesMax })
    assert.equal(some.isPartial, true)
    assert.equal(some.comparedNodes, nodesMax)
    assert.deepEqual(some.changes, [])
  }
})

test('a schema that holds itself is compared once', () => {
  const { changes, isPartial } = compareOpenApi(tree(text), tree(number))
  assert.deepEqual(
    changes.map(({ rule, place }) => [rule, place.pointer]),
    [['type-changed', '/components/schemas/Tree/properties/leaf']],
  )
  assert.equal(isPartial, false)
})

test('names that every object inherits are names like others', () => {
  const strange = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
  const { changes } = compareOpenApi(
    withSchemas(fields([])),
    withSchemas(fields(strange)),
  )
  assert.deepEqual(
    changes.map(({ rule, place }) => `${rule} ${place.name}`).toSorted(),
    strange.map((name) => `optional-field-added ${name}`).toSorted(),
  )
  assert.deepEqual(
    compareOpenApi(withSchemas(ref('toString')), withSchemas(ref('toString'))).changes,
    [],
  )
})
