import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { createSigner } from '#/platform/secrets/signing.ts'

const oldKey = 'first-secret-key-of-this-installation'
const newKey = 'second-secret-key-of-this-installation'

describe('signed texts', () => {
  it('accepts what it signed and nothing else', () => {
    const signer = createSigner([oldKey])
    const signature = signer.sign('cursor', 'after=7')

    assert.equal(signer.verify('cursor', 'after=7', signature), true)
    assert.equal(signer.verify('cursor', 'after=8', signature), false)
    assert.equal(signer.verify('cursor', '', signature), false)
  })

  it('writes signatures of 51 characters that need no escaping in a URL', () => {
    assert.match(createSigner([oldKey]).sign('cursor', 'after=7'), /^[\w-]{51}$/)
  })

  it('refuses a signature made for another purpose', () => {
    const signer = createSigner([oldKey])
    assert.equal(signer.verify('link', 'x', signer.sign('cursor', 'x')), false)
  })

  it('refuses a signature with any single character changed', () => {
    const signer = createSigner([oldKey])
    const signature = signer.sign('cursor', 'after=7')
    for (let at = 0; at < signature.length; at += 1) {
      for (const other of 'AQgw_-.é') {
        if (other === signature[at]) continue
        const altered = signature.slice(0, at) + other + signature.slice(at + 1)
        assert.equal(signer.verify('cursor', 'after=7', altered), false, altered)
      }
    }
  })

  it('answers false, and never throws, to a signature that is garbage', () => {
    const signer = createSigner([oldKey])
    const signature = signer.sign('cursor', 'x')
    const garbage = [
      '',
      '.',
      '\0',
      'é'.repeat(51),
      '\ud800'.repeat(51),
      signature.slice(0, -1),
      `${signature}=`,
      signature.repeat(1000),
      `${signature.slice(0, 8)}${'é'.repeat(43)}`,
    ]
    for (const given of garbage) {
      assert.equal(signer.verify('cursor', 'x', given), false, given.slice(0, 60))
    }
  })

  it('signs with the first key and still accepts the older ones behind it', () => {
    const before = createSigner([oldKey])
    const rotated = createSigner([newKey, oldKey])

    assert.equal(rotated.verify('link', 'x', before.sign('link', 'x')), true)
    assert.equal(before.verify('link', 'x', rotated.sign('link', 'x')), false)
    assert.equal(
      createSigner([newKey]).verify('link', 'x', rotated.sign('link', 'x')),
      true,
    )
  })

  it('no longer accepts what a removed key signed', () => {
    const signature = createSigner([oldKey]).sign('link', 'x')
    assert.equal(createSigner([newKey]).verify('link', 'x', signature), false)
  })

  it('gives the same signature in every process that has the same keys', () => {
    const signature = createSigner([newKey, oldKey]).sign('link', 'x')
    assert.equal(createSigner([newKey]).sign('link', 'x'), signature)
  })

  it('keeps working when more purposes are asked for than it caches', () => {
    const signer = createSigner([oldKey])
    for (let purpose = 0; purpose < 300; purpose += 1) {
      const signature = signer.sign(`purpose ${purpose}`, 'x')
      assert.equal(signer.verify(`purpose ${purpose}`, 'x', signature), true)
    }
  })

  it('refuses to start without a key', () => {
    assert.throws(() => createSigner([]), /SECRET_KEYS/)
    assert.throws(() => createSigner([oldKey, '']), /SECRET_KEYS/)
  })
})
