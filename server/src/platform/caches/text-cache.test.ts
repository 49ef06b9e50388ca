import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { createTextCache } from './text-cache.ts'

describe('the cache of texts', () => {
  it('lets go of what was not asked for longest when there is no room', () => {
    const cache = createTextCache({ bytesMax: 8000 })
    const text = 'x'.repeat(400)
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) cache.set(key, text)
    assert.equal(cache.get('a'), text)
    cache.set('i', text)
    assert.equal(cache.get('b'), undefined)
    assert.equal(cache.get('a'), text)
    assert.equal(cache.get('i'), text)
  })

  it('keeps nothing that would take more than an eighth of the room', () => {
    const cache = createTextCache({ bytesMax: 8000 })
    cache.set('small', 'x')
    cache.set('huge', 'x'.repeat(600))
    assert.equal(cache.get('huge'), undefined)
    assert.equal(cache.get('small'), 'x')
  })

  it('counts a text once that is set again', () => {
    const cache = createTextCache({ bytesMax: 8000 })
    cache.set('first', 'x'.repeat(400))
    for (let turn = 0; turn < 100; turn += 1) cache.set('again', 'y'.repeat(400))
    assert.equal(cache.get('first'), 'x'.repeat(400))
  })
})
