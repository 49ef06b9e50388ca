import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { readApi } from '#/openapi/read-api.ts'

import { countOperations } from './count-operations.ts'
import { petsOfThree, petsOfTwo } from './pets.ts'

describe('an OpenAPI document', () => {
  it('is read into pages, on which each of its operations is', () => {
    const { plan, parts, operations, leftOut } = readApi(petsOfThree)
    assert.equal(operations, countOperations(petsOfThree))
    assert.equal(operations, 4)
    assert.deepEqual(leftOut, [])
    assert.deepEqual(
      plan.page.pages.map((page) => [page.key, page.parts.map(({ name }) => name)]),
      [
        ['tag:pets', ['get /pets', 'post /pets', 'get /pets/{petId}']],
        ['tag:shop', ['post /pets']],
        ['webhooks', ['post newPet']],
        ['models', ['Pet', 'Error']],
      ],
    )
    assert.deepEqual(
      parts.map(({ kind }) => kind),
      ['operation', 'operation', 'operation', 'webhook', 'schema', 'schema'],
    )
  })

  it('says in version 2.0 what it says in later ones', () => {
    const [three] = readApi(petsOfThree).parts
    const [two] = readApi(petsOfTwo).parts
    assert.deepEqual(two, three)
  })
})
