import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { busySeconds, parseTicks, readTicks, stolenShare } from './stolen-time.ts'

describe('processor time that was taken away', () => {
  it('is the eighth figure of the first line, among the first eight', () => {
    const text = 'cpu  100 10 50 200 20 0 5 15 7 7\ncpu0 50 5 25 100 10 0 2 7 0 0\n'
    assert.deepEqual(parseTicks(text), { all: 400, busy: 165, stolen: 15 })
  })

  it('is a share of what passed between two readings', () => {
    const from = { all: 400, busy: 165, stolen: 15 }
    const to = { all: 600, busy: 285, stolen: 65 }
    assert.equal(stolenShare(from, to), 0.25)
    assert.equal(stolenShare(from, from), 0)
    assert.equal(busySeconds(from, to), 1.2)
  })

  it('is read from this machine', () => {
    const { all, stolen } = readTicks()
    assert.ok(all >= stolen && stolen >= 0)
  })
})
