import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { allTogether } from './all-together.ts'

const turn = async () => new Promise<void>((resolve) => void setImmediate(resolve))
const none = { places: 1, parts: [], work: async () => undefined }

async function* brokenParts() {
  yield 1
  throw new RangeError('broken')
}

describe('parts that are worked on together', () => {
  it('are begun in order, as many at once as there are places', async () => {
    const begun: number[] = []
    let atOnce = 0
    let atOnceMax = 0
    const parts = Array.from({ length: 20 }, (_, nth) => nth)
    await allTogether(none, {
      places: 4,
      parts,
      async work(part) {
        begun.push(part)
        atOnceMax = Math.max(atOnceMax, (atOnce += 1))
        await turn()
        atOnce -= 1
      },
    })
    assert.deepEqual(begun, parts)
    assert.equal(atOnceMax, 4)
  })

  it('are not begun after one has failed, and have all ended when the failure is thrown', async () => {
    let begun = 0
    let ended = 0
    const group = (places: number) => ({
      places,
      parts: Array.from({ length: 100 }, (_, nth) => nth),
      async work(part: number) {
        begun += 1
        await turn()
        ended += 1
        if (part === 3) throw new RangeError('the fourth')
      },
    })
    await assert.rejects(allTogether(group(4), group(4)), RangeError)
    assert.ok(begun <= 16, `${begun} were begun`)
    assert.equal(ended, begun)
  })

  it('stop when no more of them can be read', async () => {
    await assert.rejects(
      allTogether(none, { places: 3, parts: brokenParts(), work: turn }),
      RangeError,
    )
  })
})
