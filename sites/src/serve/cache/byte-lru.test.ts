import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { byteLru } from './byte-lru.ts'

describe('a cache bounded in bytes', () => {
  it('gives up what was not used for longest', () => {
    const cache = byteLru<string>(1000)
    for (const key of ['a', 'b', 'c']) cache.set(key, key, 100)
    assert.equal(cache.get('a'), 'a')
    cache.set('d', 'd', 100)
    assert.equal(cache.get('b'), undefined)
    assert.equal(cache.get('a'), 'a')
    assert.ok(cache.bytes <= 1000)
  })

  it('does not take what is larger than all of it', () => {
    const cache = byteLru<string>(1000)
    cache.set('a', 'a', 100)
    cache.set('huge', 'huge', 5000)
    assert.equal(cache.get('huge'), undefined)
    assert.equal(cache.get('a'), 'a')
  })

  it('counts a key once however often it is written', () => {
    const cache = byteLru<number>(10_000)
    for (let at = 0; at < 100; at += 1) cache.set('a', at, 100)
    assert.equal(cache.size, 1)
    assert.ok(cache.bytes < 400)
    cache.delete('a')
    assert.equal(cache.bytes, 0)
  })
})
