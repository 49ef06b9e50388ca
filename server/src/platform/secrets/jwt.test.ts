import assert from 'node:assert/strict'
import { randomBytes, webcrypto } from 'node:crypto'
import { describe, it } from 'node:test'

import { signJwt } from '#/platform/secrets/jwt.ts'

describe('JSON Web Tokens', () => {
  const key = randomBytes(32)
  const claims = { sub: 'Zoë', org: 'Acme ≥ 1', iat: 1_700_000_000, exp: 1_700_003_600 }

  it('carries the claims readably, with the algorithm named in the header', () => {
    const [header = '', payload = '', ...rest] = signJwt(key, claims).split('.')

    assert.deepEqual(decoded(header), { alg: 'HS256', typ: 'JWT' })
    assert.deepEqual(decoded(payload), claims)
    assert.equal(rest.length, 1)
  })

  it('is verified by another implementation that holds the key', async () => {
    assert.equal(await isVerified(signJwt(key, claims), key), true)
  })

  it('is refused under another key and after any change of a claim', async () => {
    const token = signJwt(key, claims)
    const [header, , signature] = token.split('.')
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'Eve' }))

    assert.equal(await isVerified(token, randomBytes(32)), false)
    assert.equal(
      await isVerified(`${header}.${forged.toString('base64url')}.${signature}`, key),
      false,
    )
  })

  it('needs no escaping in a URL or header', () => {
    assert.match(signJwt(key, claims), /^[\w-]+\.[\w-]+\.[\w-]{43}$/)
  })
})

function decoded(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}

async function isVerified(token: string, key: Buffer): Promise<boolean> {
  const dot = token.lastIndexOf('.')
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await webcrypto.subtle.importKey('raw', key, hmac, false, ['verify'])
  return webcrypto.subtle.verify(
    'HMAC',
    imported,
    Buffer.from(token.slice(dot + 1), 'base64url'),
    Buffer.from(token.slice(0, dot)),
  )
}
