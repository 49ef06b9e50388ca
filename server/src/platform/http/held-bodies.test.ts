import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { HeldBodies } from './held-bodies.ts'

const limits = { bytesMax: 100, perCallerMax: 40, perOrganizationMax: 60, smallMax: 5 }

describe('bodies that a process holds', () => {
  it('are so many bytes at a time, and never more of one caller than its share', () => {
    const bodies = new HeldBodies(limits)
    const first = bodies.take({ caller: 'a' }, 30)
    assert.ok(first)
    assert.equal(bodies.take({ caller: 'a' }, 30), undefined)
    assert.ok(bodies.take({ caller: 'b' }, 40))
    assert.ok(bodies.take({ caller: 'c' }, 30))
    assert.equal(bodies.take({ caller: 'd' }, 6), undefined)
    first()
    first()
    assert.ok(bodies.take({ caller: 'd' }, 30))
    assert.equal(bodies.take({ caller: 'e' }, 6), undefined)
  })

  it('are never more for one organization than its share, whoever sends them', () => {
    const bodies = new HeldBodies(limits)
    const organization = 'acme'
    const first = bodies.take({ caller: 'a', organization }, 30)
    assert.ok(first)
    assert.ok(bodies.take({ caller: 'b', organization }, 30))
    assert.equal(bodies.take({ caller: 'c', organization }, 6), undefined)
    assert.ok(bodies.take({ caller: 'c', organization: 'other' }, 30))
    first()
    assert.ok(bodies.take({ caller: 'c', organization }, 10))
  })

  it('leave room for small ones', () => {
    const bodies = new HeldBodies(limits)
    for (const caller of ['a', 'b', 'c']) assert.ok(bodies.take({ caller }, 33))
    assert.equal(bodies.take({ caller: 'd' }, 6), undefined)
    assert.ok(bodies.take({ caller: 'd' }, 5))
  })
})
