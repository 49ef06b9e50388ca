import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import {
  addMark,
  addSketch,
  markOfVisitor,
  readSketch,
  visitorsIn,
  writeSketch,
} from './visitor-sketch.ts'

function sketchOf(from: number, to: number): Map<number, number> {
  const sketch = new Map<number, number>()
  for (let at = from; at < to; at += 1) {
    const mark = markOfVisitor(`visitor-${at}`)
    if (mark !== undefined) addMark(sketch, mark)
  }
  return sketch
}

describe('a sketch of visitors', () => {
  it('knows about how many there were', () => {
    for (const [count, off] of [
      [0, 0],
      [1, 0],
      [10, 1],
      [100, 15],
      [1_000, 200],
      [50_000, 10_000],
    ] as const) {
      const found = visitorsIn(sketchOf(0, count))
      assert.ok(Math.abs(found - count) <= off, `${found} for ${count}`)
    }
  })

  it('counts who comes again once, also over several sketches', () => {
    const both = sketchOf(0, 60)
    addSketch(both, sketchOf(30, 90))
    assert.deepEqual(both, sketchOf(0, 90))
  })

  it('is the same after it was stored, and never long', () => {
    for (const count of [0, 3, 100, 5_000]) {
      const sketch = sketchOf(0, count)
      const text = writeSketch(sketch)
      assert.ok(text.length <= 344, `${text.length}`)
      assert.deepEqual(readSketch(text), sketch, `${count}`)
    }
  })

  it('does not count readers of whom nothing tells them apart', () => {
    assert.equal(markOfVisitor(''), undefined)
  })
})
