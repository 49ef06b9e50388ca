import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { compareOpenApi } from '#/openapi-changes/compare-openapi.ts'
import { baseDocument } from './base-document.ts'
import { harderPairs } from './harder-pairs.ts'
import { documentsOf } from './pair.ts'
import { pairs } from './pairs.ts'

const documents = [...pairs, ...harderPairs].map((pair) => documentsOf(pair).after)
const anyDocument = fc.constantFrom(baseDocument, ...documents)

const changesOf = (before: unknown, after: unknown) =>
  compareOpenApi(before, after).changes

/** Lists that mean the same in any order. */
const unordered = new Set([
  'parameters',
  'tags',
  'servers',
  'security',
  'enum',
  'oneOf',
  'anyOf',
  'required',
  'type',
])

/** The value with keys, and lists that are maps, in another order. */
function shuffled(value: unknown, random: () => number, name = ''): unknown {
  if (Array.isArray(value)) {
    const members = value.map((member) => shuffled(member, random))
    return unordered.has(name) ? inOtherOrder(members, random) : members
  }
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(
    ([key, member]) => [key, shuffled(member, random, key)] as const,
  )
  return Object.fromEntries(inOtherOrder(members, random))
}

function inOtherOrder<Each>(
  list: readonly Each[],
  random: () => number,
): readonly Each[] {
  return list
    .map((each) => ({ each, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ each }) => each)
}

test('a document compared with itself has no changes', () => {
  for (const document of documents) {
    assert.deepEqual(changesOf(document, document), [])
    assert.deepEqual(changesOf(document, structuredClone(document)), [])
  }
})

test('the order of keys, and of lists that are maps, is no change', () => {
  fc.assert(
    fc.property(
      anyDocument,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
        minLength: 20,
        maxLength: 60,
      }),
      (document, numbers) => {
        let next = 0
        const random = () => {
          next += 1
          return ((numbers[next % numbers.length] ?? 0) * 7919 + next * 0.618) % 1
        }
        assert.deepEqual(changesOf(document, shuffled(document, random)), [])
      },
    ),
    { numRuns: 300 },
  )
})

test('changes come in the same order, whatever the order of the documents', () => {
  for (const pair of pairs) {
    const { before, after } = documentsOf(pair)
    const reversed = (value: unknown) => shuffled(value, () => 0)
    const told = changesOf(before, after).map(({ rule, isBreaking }) => [
      rule,
      isBreaking,
    ])
    assert.deepEqual(
      changesOf(reversed(before), reversed(after)).map(({ rule, isBreaking }) => [
        rule,
        isBreaking,
      ]),
      told,
    )
  }
})

const strangeKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  '$ref',
  'allOf',
  'oneOf',
  'type',
  'properties',
  'items',
  'parameters',
  'required',
  'enum',
  'hasOwnProperty',
  'length',
  '',
)
const strangeValue = fc.oneof(
  fc
    .anything({ withNullPrototype: true })
    .filter(
      (value) =>
        typeof value !== 'function' &&
        typeof value !== 'symbol' &&
        typeof value !== 'bigint',
    ),
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    '',
    '#',
    '#/',
    '#/paths',
    '#/components/schemas/Pet',
    '#/nowhere',
    '#/%zz',
    'other.json#/a',
    [],
    {},
    [null],
    { $ref: '#' },
    { $ref: 7 },
    { allOf: [{ $ref: '#/components/schemas/Pet' }] },
  ),
)

/** The places of a document that can be replaced. */
function placesIn(
  document: unknown,
): readonly { readonly owner: object; readonly key: string }[] {
  const places: { owner: object; key: string }[] = []
  const waiting = [document]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue
    for (const [key, member] of Object.entries(value)) {
      places.push({ owner: value, key })
      if (member !== undefined) waiting.push(member)
    }
  }
  return places
}

test('whatever the documents hold, a comparison ends without an exception', () => {
  const mutation = fc.tuple(
    fc.nat(),
    strangeValue,
    fc.option(strangeKey, { nil: undefined }),
  )
  fc.assert(
    fc.property(
      anyDocument,
      fc.array(mutation, { minLength: 1, maxLength: 12 }),
      (document, mutations) => {
        const broken = structuredClone(document)
        for (const [at, value, key] of mutations) {
          const places = placesIn(broken)
          const place = places[at % places.length]
          if (place === undefined) continue
          Object.defineProperty(
            place.owner,
            Array.isArray(place.owner) ? place.key : (key ?? place.key),
            {
              value: structuredClone(value),
              enumerable: true,
              writable: true,
              configurable: true,
            },
          )
        }
        for (const [one, other] of [
          [document, broken],
          [broken, document],
          [broken, broken],
        ]) {
          const { changes } = compareOpenApi(one, other)
          JSON.stringify(changes)
          if (one === other) assert.deepEqual(changes, [])
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('what is no document at all is compared without an exception', () => {
  fc.assert(
    fc.property(strangeValue, strangeValue, (one, other) => {
      compareOpenApi(one, other)
      compareOpenApi(one, baseDocument)
      compareOpenApi(baseDocument, other)
    }),
    { numRuns: 500 },
  )
})
