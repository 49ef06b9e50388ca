import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { LargeBodies } from './large-bodies.ts'

const large = 1_000_000
const readMs = 20

interface Read {
  readonly caller: string
  readonly fromMs: number
  readonly toMs: number
}

function readerOf(bodies: LargeBodies) {
  const reads: Read[] = []
  async function take(caller: string, bytes: number): Promise<void> {
    return new Promise((resolve) => {
      bodies.take(caller, bytes, () => {
        const fromMs = performance.now()
        while (performance.now() - fromMs < readMs);
        reads.push({ caller, fromMs, toMs: performance.now() })
        resolve()
      })
    })
  }
  return { reads, take }
}

describe('large bodies', () => {
  it('are read callers in turn, not as they arrive', async () => {
    const { reads, take } = readerOf(new LargeBodies())
    const callers = ['many', 'many', 'many', 'one']
    await Promise.all(callers.map(async (caller) => take(caller, large)))
    assert.deepEqual(
      reads.map(({ caller }) => caller),
      ['many', 'many', 'one', 'many'],
    )
  })

  it('leave as much time to others as reading them took', async () => {
    const { reads, take } = readerOf(new LargeBodies())
    await Promise.all(['a', 'a', 'b'].map(async (caller) => take(caller, large)))
    const pauses = reads.slice(1).map(({ fromMs }, at) => fromMs - (reads[at]?.toMs ?? 0))
    // A timer may be a millisecond early.
    assert.ok(
      pauses.every((ms) => ms >= readMs - 2),
      pauses.join(),
    )
  })

  it('are read again after a pause without any', async () => {
    const { reads, take } = readerOf(new LargeBodies())
    await take('a', large)
    await sleep(readMs * 3)
    await take('a', large)
    assert.equal(reads.length, 2)
  })

  it('do not keep small ones waiting', async () => {
    const { reads, take } = readerOf(new LargeBodies())
    const all = Promise.all(['a', 'b', 'c'].map(async (caller) => take(caller, large)))
    await take('d', 1000)
    assert.deepEqual(
      reads.map(({ caller }) => caller),
      ['a', 'd'],
    )
    await all
  })
})
