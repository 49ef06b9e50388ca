import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { createSealer, UnsealError } from '#/platform/secrets/sealed-secret.ts'

const oldKey = 'first-secret-key-of-this-installation'
const newKey = 'second-secret-key-of-this-installation'
const row = 'organization_secret:org1:DEPLOY_TOKEN'
const plain = 'correct horse battery staple'

describe('sealed secrets', () => {
  it('gives back the bytes it sealed: text, binary and nothing at all', () => {
    const sealer = createSealer([oldKey])
    const bytes = Buffer.from([0, 255, 128, 10])

    assert.equal(sealer.unseal(sealer.seal(plain, row), row).toString(), plain)
    assert.deepEqual(sealer.unseal(sealer.seal(bytes, row), row), bytes)
    assert.equal(sealer.unseal(sealer.seal('', row), row).length, 0)
  })

  it('shows neither the secret nor that two secrets are equal', () => {
    const sealer = createSealer([oldKey])
    const sealed = sealer.seal(plain, row)

    assert.notEqual(sealer.seal(plain, row), sealed)
    assert.equal(sealed.includes(Buffer.from(plain).toString('base64url')), false)
  })

  it('refuses a sealed text with any single character changed, removed or doubled', () => {
    const sealer = createSealer([newKey, oldKey])
    const sealed = sealer.seal(plain, row)
    for (let at = 0; at < sealed.length; at += 1) {
      const head = sealed.slice(0, at)
      const tail = sealed.slice(at + 1)
      const altered = ['A', 'B', 'w', '_', '.', '=', ' ', ''].map(
        (other) => head + other + tail,
      )
      for (const text of [...altered, head + sealed[at] + sealed.slice(at)]) {
        if (text === sealed) continue
        assert.throws(() => sealer.unseal(text, row), UnsealError, text)
      }
    }
  })

  it('refuses a sealed text moved to another row', () => {
    const sealer = createSealer([oldKey])
    const sealed = sealer.seal(plain, row)
    const otherRow = 'organization_secret:org2:DEPLOY_TOKEN'

    assert.throws(() => sealer.unseal(sealed, otherRow), /made for another row/)
    const rotated = createSealer([newKey, oldKey])
    assert.throws(() => rotated.reseal(sealed, otherRow), /made for another row/)
  })

  it('refuses the encrypted secret of one row under the data key of another', () => {
    const sealer = createSealer([oldKey])
    const mine = sealer.seal('mine', row).split('.')
    const theirs = sealer.seal('theirs', row).split('.')
    const mixed = [...mine.slice(0, 3), theirs[3]].join('.')

    assert.throws(() => sealer.unseal(mixed, row), UnsealError)
  })

  it('refuses texts that were never sealed', () => {
    const sealer = createSealer([oldKey])
    for (const text of ['', 'v1', 'v1...', `v2.${sealer.seal(plain, row)}`, plain]) {
      assert.throws(() => sealer.unseal(text, row), UnsealError)
      assert.throws(() => sealer.keyIdOf(text), UnsealError)
    }
  })

  it('opens what an older key sealed, and says what to do once that key is gone', () => {
    const sealed = createSealer([oldKey]).seal(plain, row)

    assert.equal(createSealer([newKey, oldKey]).unseal(sealed, row).toString(), plain)
    assert.throws(() => createSealer([newKey]).unseal(sealed, row), {
      name: 'UnsealError',
      message: /organization_secret:org1:DEPLOY_TOKEN.*Add that key.*secrets rotate/,
    })
  })

  it('reseals under the first key, keeping the secret and its encrypted bytes', () => {
    const sealed = createSealer([oldKey]).seal(plain, row)
    const rotated = createSealer([newKey, oldKey])
    const resealed = rotated.reseal(sealed, row)

    assert.ok(resealed !== undefined)
    assert.equal(createSealer([newKey]).unseal(resealed, row).toString(), plain)
    assert.throws(() => createSealer([oldKey]).unseal(resealed, row), UnsealError)
    assert.equal(resealed.split('.')[3], sealed.split('.')[3])
    assert.notEqual(resealed.split('.')[2], sealed.split('.')[2])
    assert.equal(rotated.reseal(resealed, row), undefined)
  })

  it('tells which key a secret is sealed with', () => {
    const older = createSealer([oldKey])
    const rotated = createSealer([newKey, oldKey])
    const sealed = older.seal(plain, row)

    assert.equal(rotated.keyIdOf(sealed), older.keyIdOf(older.seal('other', 'row')))
    assert.notEqual(rotated.keyIdOf(rotated.seal(plain, row)), rotated.keyIdOf(sealed))
  })

  it('refuses to start without a key', () => {
    assert.throws(() => createSealer([]), /SECRET_KEYS/)
    assert.throws(() => createSealer(['']), /SECRET_KEYS/)
  })
})
