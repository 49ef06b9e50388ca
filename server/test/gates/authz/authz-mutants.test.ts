import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { mutantsOf, withoutEachClause } from './authz-mutants.ts'

describe('mutations of a policy', () => {
  it('leave out each clause once, at any depth', () => {
    assert.deepEqual(withoutEachClause('a(b || c) || (d && (e || f))'), [
      '(d && (e || f))',
      'a(b || c)',
      'a(b || c) || ((e || f))',
      'a(b || c) || (d)',
      'a(b || c) || (d && (f))',
      'a(b || c) || (d && (e))',
    ])
    assert.deepEqual(withoutEachClause("role !== null && team === 'owner'"), [
      "team === 'owner'",
      'role !== null',
    ])
  })

  it('run like the action they come from', () => {
    const [always, second, first] = mutantsOf((a, b) => a === 1 && b === 2).map(
      ({ action }) => action,
    )
    assert.deepEqual([always?.(0, 0), second?.(0, 2), first?.(1, 0)], [true, true, true])
    assert.deepEqual([second?.(1, 0), first?.(0, 2)], [false, false])
  })

  it('are none where everyone is allowed already', () => {
    assert.deepEqual(
      mutantsOf(() => true),
      [],
    )
  })
})
