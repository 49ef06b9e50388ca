import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { assert as check, boolean, integer, property, uniqueArray } from 'fast-check'

import { positionsFor } from './place-pages.ts'

const before = ['a', 'b', 'c', 'd'].map((id, index) => ({ id, position: `a${index}` }))

describe('positions of siblings', () => {
  it('stay as they are when the order stays', () => {
    const positions = positionsFor(['a', 'b', 'c', 'd'], before)
    assert.deepEqual(
      [...positions],
      before.map(({ id, position }) => [id, position]),
    )
  })

  it('are new for one that is put between two others, and for nobody else', () => {
    const positions = positionsFor(['a', 'b', 'new', 'c', 'd'], before)
    const changed = before.filter(({ id, position }) => positions.get(id) !== position)
    assert.deepEqual(changed, [])
  })

  it('are new for the one that moved, and for nobody else', () => {
    const positions = positionsFor(['d', 'a', 'b', 'c'], before)
    const changed = before.filter(({ id, position }) => positions.get(id) !== position)
    assert.deepEqual(
      changed.map(({ id }) => id),
      ['d'],
    )
  })

  it('are in the wanted order, whatever was there before', () => {
    const ids = uniqueArray(integer({ min: 0, max: 60 }).map(String))
    check(
      property(ids, ids, boolean(), (old, wanted, isShared) => {
        const siblings = old.map((id, index) => ({
          id,
          position: `a${isShared ? Math.floor(index / 2) % 10 : index % 10}`,
        }))
        const ordered = siblings.toSorted((one, other) =>
          one.position < other.position ? -1 : 1,
        )
        const found = [...positionsFor(wanted, ordered).values()]
        assert.deepEqual(found, found.toSorted())
        assert.equal(new Set(found).size, wanted.length)
      }),
    )
  })
})
