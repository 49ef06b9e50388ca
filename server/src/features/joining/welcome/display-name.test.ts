import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { displayNameFrom } from './display-name.ts'

describe('display names', () => {
  it('are tidied', () => {
    assert.equal(displayNameFrom('  Ann \r\n\t Archer\0 '), 'Ann Archer')
  })

  it('have 1 to 64 characters, counted as people do', () => {
    assert.equal(displayNameFrom('é'.repeat(64)), 'é'.repeat(64))
    assert.equal(displayNameFrom('🎉'.repeat(64)), '🎉'.repeat(64))
    assert.equal(displayNameFrom('a'.repeat(65)), undefined)
    assert.equal(displayNameFrom('🎉'.repeat(65)), undefined)
    assert.equal(displayNameFrom(''), undefined)
    assert.equal(displayNameFrom(' \n\0'), undefined)
  })
})
