import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareOpenApi } from '#/openapi-changes/compare-openapi.ts'
import { baseDocument } from './base-document.ts'
import { edited, type Edit } from './pair.ts'

const compare = (...edits: readonly Edit[]) =>
  compareOpenApi(baseDocument, edited(baseDocument, edits)).changes

const schemas = '/components/schemas'

test('a change of a shared schema is one change that names the operations it reaches', () => {
  const paths = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `/p${String(index).padStart(2, '0')}`,
      {
        get: {
          responses: {
            200: {
              content: {
                'application/json': { schema: { $ref: '#/components/schemas/A' } },
              },
            },
          },
        },
      },
    ]),
  )
  const document = (type: string) => ({
    paths,
    components: { schemas: { A: { type: 'object', properties: { a: { type } } } } },
  })
  const { changes } = compareOpenApi(document('string'), document('integer'))
  assert.equal(changes.length, 1)
  const [change] = changes
  assert.equal(change?.reaches?.count, 30)
  assert.deepEqual(
    change?.reaches?.operations.map(({ path }) => path),
    ['/p00', '/p01', '/p02', '/p03', '/p04'],
  )
  assert.equal(change?.place.operation, undefined)
  assert.equal(
    change?.message,
    'The type of the field "a" of the schema "A" changed from string to integer. It reaches GET /p00, GET /p01, GET /p02, GET /p03, GET /p04 and 25 more.',
  )
})

test('a shared schema is judged by the worse of its two directions', () => {
  const [change] = compare([`${schemas}/Place/required`, ['id', 'street', 'zip']])
  assert.deepEqual(
    [change?.rule, change?.isBreaking, change?.place.side, change?.reason],
    ['field-required', true, 'both', 'Requests without the field are refused.'],
  )
})

test('a change says where it is, in the document that has it', () => {
  const [removed] = compare([`${schemas}/Pet/properties/nick`, undefined])
  assert.deepEqual(removed?.place, {
    pointer: `${schemas}/Pet/properties/nick`,
    side: 'response',
    name: 'nick',
  })
  const [added] = compare([
    '/paths/~1health/get/parameters',
    [{ name: 'q', in: 'query', required: true }],
  ])
  assert.deepEqual(added?.place, {
    operation: { method: 'get', path: '/health', operationId: 'health' },
    pointer: '/paths/~1health/get/parameters/0',
    side: 'request',
    name: 'q',
  })
  const [server] = compare(['/servers/0', undefined])
  assert.deepEqual(server?.place, {
    pointer: '/servers/0',
    side: 'document',
    name: 'https://api.example.com/v1',
  })
})

test('null that comes around a reference is a change of the place, not of what is referred to', () => {
  const fault = '/paths/~1pets/get/responses/404/content/application~1json/schema'
  const changes = compare([
    fault,
    { anyOf: [{ $ref: '#/components/schemas/Fault' }, { type: 'null' }] },
  ])
  assert.deepEqual(
    changes.map(({ rule, place }) => [rule, place.pointer, place.operation?.path]),
    [['null-allowed', fault, '/pets']],
  )
})

test('breaking changes come first, then by path and method', () => {
  const changes = compare(
    ['/paths/~1vets', { get: {} }],
    ['/paths/~1health', undefined],
    ['/paths/~1pets/get/deprecated', true],
    ['/paths/~1pets~1{petId}/get', undefined],
    ['/paths/~1pets~1{petId}/delete', undefined],
  )
  assert.deepEqual(
    changes.map(
      ({ rule, place }) => `${rule} ${place.operation?.method} ${place.operation?.path}`,
    ),
    [
      'operation-removed get /health',
      'operation-removed delete /pets/{petId}',
      'operation-removed get /pets/{petId}',
      'deprecated get /pets',
      'operation-added get /vets',
    ],
  )
})

test('texts of an operation are one change, however many they are', () => {
  const changes = compare(
    ['/paths/~1pets/get/summary', 'x'],
    ['/paths/~1pets/get/description', 'x'],
    ['/paths/~1pets/get/responses/200/description', 'x'],
    ['/paths/~1pets/get/parameters/0/description', 'x'],
    ['/paths/~1pets/get/parameters/0/schema/example', 'x'],
  )
  assert.deepEqual(
    changes.map(({ rule, isBreaking }) => [rule, isBreaking]),
    [['documentation-changed', false]],
  )
})

test('a field that two schemas have from one base is removed once', () => {
  const onBase = { allOf: [{ $ref: '#/components/schemas/Base' }] }
  const base = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' } },
  }
  const document = edited(baseDocument, [
    [`${schemas}/Base`, base],
    [`${schemas}/Fault`, { ...onBase, required: ['a'] }],
    [`${schemas}/Place`, { ...onBase, required: ['b'] }],
  ])
  const { changes } = compareOpenApi(
    document,
    edited(document, [
      [`${schemas}/Base/properties`, { b: { type: 'string' } }],
      [`${schemas}/Fault`, onBase],
    ]),
  )
  assert.deepEqual(
    changes.map(({ rule, place, reaches }) => [
      rule,
      place.pointer,
      place.side,
      reaches?.count,
    ]),
    [['field-removed', `${schemas}/Base/properties/a`, 'both', 2]],
  )
})

test('a value of a discriminator that every object inherits is new where it was not written', () => {
  const mapping = `${schemas}/Pet/properties/event/discriminator/mapping`
  const target = '#/components/schemas/Fed'
  for (const name of ['constructor', 'toString']) {
    const rulesTold = compare([`${mapping}/${name}`, target]).map(({ rule }) => rule)
    assert.deepEqual(rulesTold, ['discriminator-value-added'])
  }
})
