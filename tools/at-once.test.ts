import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'

import { atOnce } from './at-once.ts'

describe('so many at a time', () => {
  it('takes each once, in order, and never more than that', async () => {
    const begun: number[] = []
    let running = 0
    let most = 0
    await atOnce(2, [1, 2, 3, 4, 5], async (item) => {
      begun.push(item)
      running += 1
      most = Math.max(most, running)
      await turn()
      running -= 1
    })
    assert.deepEqual(begun, [1, 2, 3, 4, 5])
    assert.equal(most, 2)
  })

  it('fails as soon as one fails', async () => {
    await assert.rejects(
      atOnce(2, ['good', 'bad'], async (item) => {
        await turn()
        if (item === 'bad') throw new Error('It is bad')
      }),
      /It is bad/,
    )
  })
})
