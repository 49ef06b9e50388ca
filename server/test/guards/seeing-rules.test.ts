import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { operations } from '@lectern/contract/operations.ts'

import { seeingRules } from './seeing-rules.ts'
import { readSources } from './source-files.ts'

/** The names of fields that say who sees something. */
const aboutSeeing =
  /condition|hidden|hide|visib|adaptive|audience|jsonschema|^active$|defaultlevel|noindex|norobots|unlisted|restrict|^private$|publish/i

/** Fields with such a name by which nothing is hidden. */
const others: ReadonlySet<string> = new Set([])

/** The fields of a schema, at any depth. */
function* fieldsIn(schema: unknown, passed = new Set<unknown>()): Generator<string> {
  if (typeof schema !== 'object' || schema === null || passed.has(schema)) return
  passed.add(schema)
  for (const [key, part] of Object.entries(schema)) {
    if (key === 'properties' && typeof part === 'object' && part !== null) {
      yield* Object.keys(part)
      for (const field of Object.values(part)) yield* fieldsIn(field, passed)
    } else yield* fieldsIn(part, passed)
  }
}

/** Fields about seeing that operations store, each with its operation. */
function stored(contract: Readonly<Record<string, object>>): string[] {
  return Object.entries(contract).flatMap(([id, operation]) => {
    const body = 'body' in operation ? operation.body : undefined
    const isRead = 'isRead' in operation && operation.isRead === true
    const fields = isRead ? [] : [...new Set(fieldsIn(body))]
    return fields
      .filter((field) => aboutSeeing.test(field) && !others.has(field))
      .map((field) => `${field} of ${id}`)
  })
}

const listed = seeingRules.flatMap(({ field, operations: ids }) =>
  ids.map((id) => `${field} of ${id}`),
)

describe('the rules about seeing', () => {
  it('are all listed, with the function that applies each and its test', async () => {
    assert.deepEqual(stored(operations).toSorted(), listed.toSorted())
    const files = new Map(
      (await readSources(/\.tsx?$/)).map(({ path, text }) => [path, text]),
    )
    for (const { field, appliedBy, testedBy } of seeingRules) {
      const code = files.get(appliedBy.file) ?? ''
      assert.match(code, new RegExp(`\\bfunction ${appliedBy.name}\\b`), field)
      const test = files.get(testedBy) ?? ''
      assert.ok(test.includes(field), `${testedBy}: ${field}`)
    }
  })

  it('would be caught missing from the list', () => {
    const isPrivate = { type: 'object', properties: { hideFrom: { type: 'string' } } }
    const added = { updateThing: { body: { anyOf: [isPrivate, { type: 'null' }] } } }
    assert.deepEqual(stored(added), ['hideFrom of updateThing'])
  })
})
