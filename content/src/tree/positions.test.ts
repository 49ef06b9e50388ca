import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comparePositions, positionAmong, positionBetween } from './positions.ts'

test('a position between two others sorts between them by code unit', () => {
  let state = 7
  const positions = [positionBetween(undefined, undefined)]
  for (let round = 0; round < 3000; round += 1) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    const index = state % (positions.length + 1)
    const before = positions[index - 1]
    const after = positions[index]
    const position = positionBetween(before, after)
    if (before !== undefined) assert.ok(before < position, `${before} < ${position}`)
    if (after !== undefined) assert.ok(position < after, `${position} < ${after}`)
    positions.splice(index, 0, position)
  }
})

test('the ten thousandth page added at the end or the start has a short position', () => {
  let last = positionBetween(undefined, undefined)
  let first = last
  for (let round = 0; round < 10_000; round += 1) {
    const after = positionBetween(last, undefined)
    const before = positionBetween(undefined, first)
    assert.ok(last < after && before < first)
    last = after
    first = before
  }
  assert.ok(last.length <= 4, last)
  assert.ok(first.length <= 4, first)
})

test('always inserting at the same place grows by less than one digit for each five', () => {
  const low = positionBetween(undefined, undefined)
  let high = positionBetween(low, undefined)
  for (let round = 0; round < 500; round += 1) {
    const between = positionBetween(low, high)
    assert.ok(low < between && between < high)
    high = between
  }
  assert.ok(high.length <= 104, String(high.length))
})

test('the same neighbours give the same position', () => {
  assert.equal(positionBetween('a0', 'a1'), positionBetween('a0', 'a1'))
})

test('positions that something else made still have room between them', () => {
  for (const [before, after] of [
    ['1', '2'],
    ['000001', '000002'],
    ['1', 'a0'],
    ['0', '01'],
  ] as const) {
    const between = positionBetween(before, after)
    assert.ok(before < between && between < after, `${before} ${between} ${after}`)
  }
})

test('refuses neighbours in the wrong order', () => {
  assert.throws(() => positionBetween('a1', 'a0'), RangeError)
  assert.throws(() => positionBetween('a1', 'a1'), RangeError)
})

test('siblings that share a position make room, and nobody else moves', () => {
  const siblings = [
    { id: 'A', position: 'a0' },
    { id: 'B', position: 'a1' },
    { id: 'C', position: 'a1' },
    { id: 'D', position: 'a2' },
  ]
  const { position, moved } = positionAmong(siblings, 2)
  assert.deepEqual([...moved.keys()], ['C'])
  const after = [...siblings, { id: 'new', position }].map((sibling) => ({
    id: sibling.id,
    position: moved.get(sibling.id) ?? sibling.position,
  }))
  assert.deepEqual(
    after.toSorted(comparePositions).map(({ id }) => id),
    ['A', 'B', 'new', 'C', 'D'],
  )
  assert.equal(positionAmong(siblings, 0).moved.size, 0)
  assert.equal(positionAmong(siblings, 4).moved.size, 0)
})
