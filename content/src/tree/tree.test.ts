import assert from 'node:assert/strict'
import { test } from 'node:test'
import { page } from '#test/merge/tree-case.ts'
import { childrenInOrder, isWithin, makesCycle, pathOf } from './tree.ts'

const entries = new Map(
  [
    page('guide', { position: 'a1' }),
    page('home', { position: 'a0' }),
    page('setup', { parent: 'guide', position: 'a0' }),
    page('linux', { parent: 'setup', position: 'a0' }),
    page('about', { parent: 'guide', position: 'a0' }),
  ].map((entry) => [entry.id, entry]),
)
const lookup = (id: string) => entries.get(id)

test('children stand by position, and by id where they share one', () => {
  const children = childrenInOrder(entries.values())
  assert.deepEqual(
    children.get(null)?.map(({ id }) => id),
    ['home', 'guide'],
  )
  assert.deepEqual(
    children.get('guide')?.map(({ id }) => id),
    ['about', 'setup'],
  )
})

test('a path is the slugs from the top down', () => {
  const linux = entries.get('linux')
  assert.ok(linux)
  assert.equal(pathOf(linux, lookup), 'guide/setup/linux')
})

test('moving a page into what stands in it makes a cycle', () => {
  const [guide, linux] = [entries.get('guide'), entries.get('linux')]
  assert.ok(guide && linux)
  assert.equal(isWithin(linux, 'guide', lookup), true)
  assert.equal(makesCycle(guide, 'linux', lookup), true)
  assert.equal(makesCycle(guide, 'guide', lookup), true)
  assert.equal(makesCycle(linux, 'home', lookup), false)
  assert.equal(makesCycle(linux, null, lookup), false)
})

test('a walk up a cycle ends', () => {
  const round = new Map([
    ['a', page('a', { parent: 'b' })],
    ['b', page('b', { parent: 'a' })],
  ])
  const a = round.get('a')
  assert.ok(a)
  assert.equal(
    pathOf(a, (id) => round.get(id)),
    'b/a',
  )
})
