import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { mathLetters } from './math-letters.ts'

describe('letters of formulas', () => {
  it('come from the alphabet of their kind', () => {
    assert.equal(mathLetters('ABz', 'bold'), '𝐀𝐁𝐳')
    assert.equal(mathLetters('Ax', 'script'), '𝒜𝓍')
    assert.equal(mathLetters('gX', 'fraktur'), '𝔤𝔛')
    assert.equal(mathLetters('Ak7', 'double-struck'), '𝔸𝕜𝟟')
    assert.equal(mathLetters('a0', 'monospace'), '𝚊𝟶')
    assert.equal(mathLetters('ΑΩαω', 'bold'), '𝚨𝛀𝛂𝛚')
  })

  it('are those that stood elsewhere before', () => {
    assert.equal(mathLetters('CHNPQRZ', 'double-struck'), 'ℂℍℕℙℚℝℤ')
    assert.equal(mathLetters('BEFHILMRego', 'script'), 'ℬℰℱℋℐℒℳℛℯℊℴ')
    assert.equal(mathLetters('CHIRZ', 'fraktur'), 'ℭℌℑℜℨ')
    assert.equal(mathLetters('h', 'italic'), 'ℎ')
  })

  it('stay as they are where there is no such alphabet', () => {
    assert.equal(mathLetters('x+é', 'normal'), 'x+é')
    assert.equal(mathLetters('7', 'script'), '7')
    assert.equal(mathLetters('+', 'bold'), '+')
  })
})
