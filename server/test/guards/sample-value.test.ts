import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

import { isEmoji } from '#/platform/http/emoji-format.ts'
import { withoutIds } from '#/platform/http/schema-check.ts'

import { minimalValue } from './sample-value.ts'

const ajv = new Ajv({ allErrors: true, strict: false })
addFormats.default(ajv).addFormat('emoji', isEmoji)

describe('sample values', () => {
  for (const [id, definition] of Object.entries<OperationDefinition>(operations)) {
    const { params, query, body } = definition
    const schemas = [...Object.values({ ...params, ...query }), ...(body ? [body] : [])]
    it(`satisfy every schema that ${id} takes`, () => {
      for (const schema of schemas) {
        const value = minimalValue(schema)
        const validate = ajv.compile(withoutIds(schema))
        assert.ok(
          validate(value),
          `${JSON.stringify(value)} ${ajv.errorsText(validate.errors)}`,
        )
      }
    })
  }

  it('say which schema they know no value for', () => {
    assert.throws(() => minimalValue({ type: 'tuple' }), /No sample for/)
    assert.throws(
      () => minimalValue({ type: 'string', pattern: '^§$' }),
      /No sample text/,
    )
  })
})
