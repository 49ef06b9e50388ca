import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'

import { hashToken, isWellFormedToken, mintToken } from './api-token.ts'

describe('the form of API tokens', () => {
  it('is a prefix that secret scanners know, 32 random characters and 6 of checksum', () => {
    for (let round = 0; round < 100; round += 1) {
      const token = mintToken()
      assert.match(token, /^lec_u_[0-9A-Za-z]{38}$/)
      assert.ok(isWellFormedToken(token))
    }
  })

  it('never comes out the same twice, and uses every character', () => {
    const minted = Array.from({ length: 1000 }, mintToken)
    assert.equal(new Set(minted).size, 1000)
    const used = new Set(minted.map((token) => token.slice(6, 38)).join(''))
    assert.equal(used.size, 62)
  })

  it('has a checksum that anyone can recompute: the CRC-32 in base 62', () => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    const token = mintToken()
    const checksum = Array.from(token.slice(-6)).reduce(
      (sum, character) => sum * 62 + alphabet.indexOf(character),
      0,
    )
    assert.equal(checksum, crc32(token.slice(0, -6)))
  })

  it('shows every single mistyped character', () => {
    const token = mintToken()
    for (let at = 0; at < token.length; at += 1) {
      const other = token.charAt(at) === 'a' ? 'b' : 'a'
      const mistyped = token.slice(0, at) + other + token.slice(at + 1)
      assert.equal(isWellFormedToken(mistyped), false, mistyped)
    }
  })

  it('is not met by what is cut short, longer, of another kind or no token at all', () => {
    const token = mintToken()
    const others = [
      '',
      token.slice(0, -1),
      `${token}0`,
      ` ${token}`,
      `${token}\n`,
      token.replace('lec_u_', 'lec_i_'),
      token.replace('lec_u_', ''),
      'lec_u_',
    ]
    for (const other of others) assert.equal(isWellFormedToken(other), false, other)
  })

  it('is stored as its SHA-256', () => {
    const token = mintToken()
    const expected = createHash('sha256').update(token).digest('hex')
    assert.equal(hashToken(token), expected)
  })
})

/** The checksum computed bit by bit, as the standard defines it. */
function crc32(text: string): number {
  let rest = 0xffffffff
  for (const byte of Buffer.from(text)) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit += 1) {
      rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
    }
  }
  return (rest ^ 0xffffffff) >>> 0
}
