import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { createSharedCache } from './shared-cache.ts'
import { weightOf } from './weight-of.ts'

describe('the cache of values', () => {
  it('makes a value once for all who ask at the same time, and for those who ask later', async () => {
    const cache = createSharedCache({ bytesMax: 8000 })
    let made = 0
    const make = async () => {
      made += 1
      await new Promise((resolve) => setTimeout(resolve, 5))
      return { made }
    }
    const values = await Promise.all([1, 2, 3].map(async () => cache.share('a', make)))
    values.push(await cache.share('a', make))
    assert.deepEqual(values, [{ made: 1 }, { made: 1 }, { made: 1 }, { made: 1 }])
  })

  it('forgets a failure', async () => {
    const cache = createSharedCache({ bytesMax: 8000 })
    await assert.rejects(
      cache.share('a', async () => Promise.reject(new Error('no'))),
      /no/,
    )
    assert.equal(await cache.share('a', async () => 1), 1)
  })

  it('keeps no more bytes than it has room for, and those that were used last', () => {
    const cache = createSharedCache({ bytesMax: 8000 })
    const text = 'x'.repeat(800)
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, text)
    cache.get('a')
    cache.set('e', text)
    assert.deepEqual(
      ['a', 'b', 'c', 'd', 'e'].filter((key) => cache.get(key) !== undefined),
      ['a', 'c', 'd', 'e'],
    )
    cache.set('huge', 'x'.repeat(3000))
    assert.equal(cache.get('huge'), undefined)
  })

  it('weighs texts, buffers and what holds them', () => {
    const held = new Map([['key', { list: ['x'.repeat(1000)], set: new Set([1]) }]])
    assert.ok(weightOf(held) > 2000 && weightOf(held) < 3000)
    assert.ok(weightOf(new Uint8Array(5000)) >= 5000)
  })
})
