import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'

import { allOperations } from '#/start/all-operations.ts'

/** What the contract and the server do not have in common, one to one. */
function problems(contract: readonly string[], served: readonly string[]): string[] {
  const doubled = served.filter((id, index) => served.indexOf(id) !== index)
  return [
    ...contract
      .filter((id) => !served.includes(id))
      .map(
        (id) =>
          `${id} is in the contract and nobody serves it: npm run new-operation ${id}`,
      ),
    ...served
      .filter((id) => !contract.includes(id))
      .map((id) => `${id} is served and not in the contract`),
    ...doubled.map((id) => `${id} is served twice`),
  ]
}

describe('the server', () => {
  it('serves every operation of the contract exactly once, and no other', () => {
    const served = allOperations.map(({ id }) => id)
    assert.deepEqual(problems(Object.keys(operations), served), [])
  })

  it('says of every route that another has replaced that it is deprecated', () => {
    const deprecated = Object.entries<OperationDefinition>(operations)
      .filter(([, definition]) => definition.deprecated !== undefined)
      .map(([, { method, path }]) => `${method} ${path}`)
    const site = '/orgs/{organizationId}/sites/{siteId}'
    assert.deepEqual(deprecated.toSorted(), [
      'GET /urls/published',
      `POST ${site}/section-groups/{siteSectionGroupId}/move`,
      `POST ${site}/sections/{siteSectionId}/move`,
      `POST ${site}/site-spaces/{siteSpaceId}/move`,
    ])
  })

  it('would be caught leaving one out, serving one twice, or serving an unknown one', () => {
    assert.deepEqual(problems(['a', 'b'], ['a']), [
      'b is in the contract and nobody serves it: npm run new-operation b',
    ])
    assert.deepEqual(problems(['a', 'b'], ['a', 'b', 'a']), ['a is served twice'])
    assert.deepEqual(problems(['a'], ['a', 'c']), ['c is served and not in the contract'])
  })
})
