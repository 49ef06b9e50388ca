import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'

import { ApiError } from '#/platform/errors/api-error.ts'

import { lazyValidator } from './request-validation.ts'

function refusal(schema: unknown, value: unknown): string {
  const result = lazyValidator(Object(schema), 'body', false)(value)
  assert.ok('error' in result && result.error instanceof ApiError)
  return result.error.message
}

const text = { type: 'string' }
const tagged = (kind: string) => ({
  type: 'object',
  required: ['kind', 'id'],
  properties: { kind: { const: kind }, id: text },
})

describe('a refused body', () => {
  it('is explained in plain words', () => {
    const list = { type: 'array', minItems: 1, maxItems: 2, items: text }
    assert.equal(refusal(list, []), 'body must have at least 1 entry.')
    assert.equal(refusal(list, ['a', 'b', 'c']), 'body must have at most 2 entries.')
    const host = { ...text, pattern: '^[a-z.]+$', examples: ['docs.example.com'] }
    assert.equal(refusal(host, 'A B'), 'body must look like "docs.example.com".')
    const number = { type: 'integer', minimum: 1, maximum: 5 }
    assert.equal(refusal(number, 0), 'body must be at least 1.')
    assert.equal(refusal(number, 6), 'body must be at most 5.')
  })

  it('is explained by the alternative that was meant', () => {
    const email = { ...text, format: 'email' }
    const either = { anyOf: [email, { type: 'object', properties: {} }] }
    const emails = { type: 'array', items: either }
    assert.equal(refusal(emails, ['nobody']), 'body.0 must be a valid email.')
    const target = { anyOf: [tagged('site'), tagged('page')] }
    assert.equal(refusal(target, { kind: 'page' }), 'body.id is required.')
    assert.equal(
      refusal(target, { kind: 'other', id: 'x' }),
      'body.kind must be one of "site", "page".',
    )
  })

  it('shows an example of every form that texts must have', () => {
    const without: string[] = []
    const look = (place: string, value: unknown) => {
      if (typeof value !== 'object' || value === null) return
      if (
        'pattern' in value &&
        !('examples' in value) &&
        !place.endsWith('propertyNames')
      ) {
        without.push(place)
      }
      for (const [name, inner] of Object.entries(value)) look(`${place}.${name}`, inner)
    }
    for (const [id, operation] of Object.entries<OperationDefinition>(operations)) {
      const { params, query, body } = operation
      look(id, { params, query, body })
    }
    assert.deepEqual(without, [])
  })

  it('says which operations there are', () => {
    const message = refusal(operations.updateSpaceContent.body, {
      changes: [{ operation: 'nonsense' }],
    })
    assert.match(message, /^body\.changes\.0\.operation must be one of "insert_page", /)
    const missing = refusal(operations.updateSpaceContent.body, { changes: [{}] })
    assert.equal(missing, 'body.changes.0.operation is required.')
  })
})
