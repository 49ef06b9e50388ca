import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { parseExpression } from '@lectern/content/expressions/parse.ts'
import type { AdaptiveJsonSchema } from '@lectern/contract/site-adaptive.ts'

import { readAdaptiveSchema } from './adaptive-schema.ts'
import { claimsFit, claimsProblem, fittingUnsignedClaims } from './claims-fit.ts'
import { templateConditions } from './template-conditions.ts'

const closed = { additionalProperties: false } as const

const schema: AdaptiveJsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    beta: { type: 'boolean', description: 'Tries new things' },
    plan: { type: 'string', enum: ['free', 'pro "x"'] },
    name: { type: 'string' },
    seats: { type: 'number' },
    tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    company: {
      type: 'object',
      properties: { 'is-partner': { type: 'boolean' }, size: { type: 'number' } },
      ...closed,
    },
    unsigned: {
      type: 'object',
      description: 'What visitors say of themselves.',
      properties: { language: { type: 'string', enum: ['en', 'de'] } },
      ...closed,
    },
  },
  ...closed,
}

const of = (properties: unknown) => ({ type: 'object', properties, ...closed })
const problemOf = (value: unknown) => readAdaptiveSchema(value, 'schema').problem

describe('a schema of claims', () => {
  it('is read whole, with what it says and nothing else', () => {
    assert.deepEqual(readAdaptiveSchema(schema, 'schema'), { schema })
    assert.deepEqual(readAdaptiveSchema(of({}), 'schema').schema, of({}))
  })

  it('has no keyword beyond the documented ones, at any level', () => {
    const keywords = [
      '$ref',
      '$id',
      'allOf',
      'anyOf',
      'const',
      'default',
      'definitions',
      'format',
      'if',
      'maxLength',
      'not',
      'pattern',
      'patternProperties',
      'required',
      'title',
    ]
    for (const keyword of keywords) {
      const extra = { [keyword]: 'x' }
      for (const value of [
        { ...of({}), ...extra },
        of({ a: { type: 'boolean', ...extra } }),
        of({ a: { type: 'string', ...extra } }),
        of({ a: { type: 'array', items: { type: 'number' }, ...extra } }),
        of({ a: { type: 'array', items: { type: 'number', ...extra } } }),
        of({ a: { ...of({}), ...extra } }),
      ]) {
        assert.match(
          problemOf(value)?.message ?? '',
          new RegExp(`"\\${keyword}"|"${keyword}"`),
        )
      }
    }
  })

  it('is of types that are known, closed, and says where it is not', () => {
    const cases: [unknown, string][] = [
      [null, 'schema'],
      [[], 'schema'],
      ['object', 'schema'],
      [{ type: 'object', properties: {} }, 'schema.additionalProperties'],
      [{ ...of({}), additionalProperties: true }, 'schema.additionalProperties'],
      [{ ...of({}), type: 'array' }, 'schema.type'],
      [{ type: 'object', ...closed }, 'schema.properties'],
      [
        { ...of({}), $schema: 'http://json-schema.org/draft-04/schema#' },
        'schema.$schema',
      ],
      [{ ...of({}), description: 'x' }, 'schema'],
      [of({ a: { type: 'integer' } }), 'schema.properties.a.type'],
      [of({ a: { type: ['string'] } }), 'schema.properties.a.type'],
      [of({ a: true }), 'schema.properties.a'],
      [of({ a: { type: 'array' } }), 'schema.properties.a.items'],
      [of({ a: { type: 'array', items: of({}) } }), 'schema.properties.a.items.type'],
      [of({ a: { type: 'string', enum: [] } }), 'schema.properties.a.enum'],
      [of({ a: { type: 'string', enum: ['x', 'x'] } }), 'schema.properties.a.enum'],
      [of({ a: { type: 'string', enum: [1] } }), 'schema.properties.a.enum'],
      [of({ a: { type: 'boolean', description: 1 } }), 'schema.properties.a.description'],
      [
        of({ a: { type: 'object', properties: {} } }),
        'schema.properties.a.additionalProperties',
      ],
      [of({ unsigned: { type: 'boolean' } }), 'schema.properties.unsigned'],
    ]
    for (const [value, path] of cases) {
      assert.equal(problemOf(value)?.path, path, JSON.stringify(value))
    }
  })

  it('is bounded in depth, in number and in the length of what it says', () => {
    const nested = (depth: number): object =>
      depth === 0 ? { type: 'boolean' } : of({ a: nested(depth - 1) })
    assert.equal(problemOf(nested(6)), undefined)
    assert.match(problemOf(nested(7))?.message ?? '', /deeper than 5/)
    const many = (count: number) =>
      of(
        Object.fromEntries(
          Array.from({ length: count }, (_, n) => [`c${n}`, { type: 'boolean' }]),
        ),
      )
    assert.equal(problemOf(many(200)), undefined)
    assert.match(problemOf(many(201))?.message ?? '', /more than 200/)
    assert.match(
      problemOf(of({ a: many(150), b: many(60) }))?.message ?? '',
      /more than 200/,
    )
    assert.ok(problemOf(of({ ['x'.repeat(65)]: { type: 'boolean' } })))
    assert.ok(problemOf(of({ '': { type: 'boolean' } })))
    assert.ok(problemOf(of({ a: { type: 'boolean', description: 'x'.repeat(513) } })))
  })

  it('has no claim with a name that means something to JavaScript', () => {
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      const value: unknown = JSON.parse(
        `{"type":"object","properties":{"a":{"type":"object","properties":{"${name}":{"type":"boolean"}},"additionalProperties":false}},"additionalProperties":false}`,
      )
      assert.match(problemOf(value)?.message ?? '', new RegExp(name))
    }
    assert.equal(Reflect.get({}, 'type'), undefined)
  })
})

describe('claims', () => {
  it('fit when each is declared and of its type; none is needed', () => {
    for (const claims of [
      {},
      { beta: true, plan: 'free', name: '', seats: -1.5, tags: ['a', 'b'], company: {} },
      { company: { 'is-partner': false }, unsigned: { language: 'de' } },
      { exp: 1, iat: 2, nbf: 3, iss: 'x', sub: 'y', aud: ['z'], jti: 'w' },
    ]) {
      assert.equal(claimsProblem(schema, claims), undefined, JSON.stringify(claims))
    }
  })

  it('do not fit otherwise, and it is said which', () => {
    const proto: unknown = JSON.parse('{"__proto__":{"beta":true}}')
    const cases: [unknown, RegExp][] = [
      [null, /must be an object/],
      [[], /must be an object/],
      ['beta', /must be an object/],
      [{ beta: 'true' }, /"beta" must be true or false/],
      [{ beta: null }, /"beta"/],
      [{ plan: 'other' }, /"plan" must be one of free, pro/],
      [{ seats: '3' }, /"seats" must be a number/],
      [{ seats: Number.NaN }, /"seats"/],
      [{ tags: 'a' }, /"tags" must be a list/],
      [{ tags: ['c'] }, /"tags\[\]"/],
      [{ company: { other: 1 } }, /"company.other" is not in/],
      [{ company: [] }, /"company" must be an object/],
      [{ email: 'x' }, /"email" is not in/],
      [{ toString: 'x' }, /"toString" is not in/],
      [{ constructor: {} }, /"constructor" is not in/],
      [proto, /"__proto__" is not in/],
    ]
    for (const [claims, expected] of cases) {
      assert.match(claimsProblem(schema, claims) ?? '', expected)
      assert.equal(claimsFit(schema, claims), false)
    }
  })

  it('that are not signed count as far as they fit', () => {
    const given = { language: 'de', other: true }
    assert.deepEqual(fittingUnsignedClaims(schema, given), { language: 'de' })
    assert.deepEqual(fittingUnsignedClaims(schema, { language: 'xx' }), {})
    assert.deepEqual(fittingUnsignedClaims(schema, 'language'), {})
    assert.deepEqual(
      fittingUnsignedClaims({ type: 'object', properties: {}, ...closed }, given),
      {},
    )
  })
})

describe('template conditions', () => {
  it('are one for each claim that is true or false, and one for each listed value', () => {
    assert.deepEqual(
      templateConditions(schema).map(({ condition }) => condition),
      [
        'visitor.claims.beta == true',
        'visitor.claims.plan == "free"',
        String.raw`visitor.claims.plan == "pro \"x\""`,
        'visitor.claims.company["is-partner"] == true',
        'visitor.claims.unsigned.language == "en"',
        'visitor.claims.unsigned.language == "de"',
      ],
    )
  })

  it('are all expressions that can be read', () => {
    for (const { condition, description } of templateConditions(schema)) {
      assert.equal(parseExpression(condition).problem, undefined, condition)
      assert.notEqual(description, '')
    }
  })
})
