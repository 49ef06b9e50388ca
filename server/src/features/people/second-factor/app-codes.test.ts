import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { appUrlOf, newAppSecret, stepOfCode } from './app-codes.ts'

/** The ASCII secret `12345678901234567890` of RFC 6238 in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** Appendix B of RFC 6238 for SHA-1: the seconds and the code, of which apps show the last six digits. */
const vectors = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const

describe('the codes of an app', () => {
  it('are those of the vectors of RFC 6238', () => {
    for (const [seconds, code] of vectors) {
      const step = stepOfCode(secret, code.slice(-6), seconds * 1000)
      assert.equal(step, Math.floor(seconds / 30), String(seconds))
    }
  })

  it('count in the half minute before and after theirs, and in no other', () => {
    const [seconds, code] = vectors[3]
    const shown = code.slice(-6)
    const step = Math.floor(seconds / 30)
    for (const [steps, expected] of [
      [-2, undefined],
      [-1, step],
      [0, step],
      [1, step],
      [2, undefined],
    ] as const) {
      const atMs = (seconds + steps * 30) * 1000
      assert.equal(stepOfCode(secret, shown, atMs), expected, String(steps))
    }
  })

  it('are six digits with any spaces between them, and nothing else', () => {
    const [seconds, code] = vectors[3]
    const shown = code.slice(-6)
    const at = seconds * 1000
    assert.notEqual(
      stepOfCode(secret, ` ${shown.slice(0, 3)} ${shown.slice(3)} `, at),
      undefined,
    )
    for (const typed of [
      '',
      code,
      shown.slice(1),
      `+${shown.slice(1)}`,
      `${shown}0`,
      '０'.repeat(6),
    ]) {
      assert.equal(stepOfCode(secret, typed, at), undefined, typed)
    }
  })

  it('are made of 160 bits that an app reads with the name of the account', () => {
    const made = newAppSecret()
    assert.match(made, /^[A-Z2-7]{32}$/)
    assert.notEqual(made, newAppSecret())
    const url = new URL(
      appUrlOf({
        secret: made,
        email: 'ann@a.example',
        publicUrl: 'http://localhost:3000',
      }),
    )
    assert.equal(
      decodeURIComponent(url.pathname),
      '/Lectern localhost 3000:ann@a.example',
    )
    assert.equal(url.searchParams.get('secret'), made)
  })
})
