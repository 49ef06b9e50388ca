import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { SignInProvider } from '#/platform/config/sign-in-providers.ts'

import { identityFromClaims } from './vouched-identity.ts'

const acme: SignInProvider = {
  id: 'acme',
  kind: 'oidc',
  label: 'Acme',
  issuer: 'https://id.acme.example',
  clientId: 'lectern',
  clientSecret: 'none',
  trustsEmail: true,
}
const google: SignInProvider = { ...acme, id: 'google', kind: 'google' }
const token = { iss: 'https://id.acme.example', sub: 'ann' }
const email = 'ann@acme.example'

function isProven(address: string, more: object = {}): boolean {
  const claims = { ...token, email: address, email_verified: true, ...more }
  return identityFromClaims(google, claims).provenEmail === address
}

describe('an identity', () => {
  it('has an address, and what is said of it, from one source', () => {
    const proven = { email, email_verified: true }
    const other = { email: 'eve@acme.example', email_verified: true }
    const cases = [
      [{ ...token, ...proven }, {}, email],
      [{ ...token, email }, other, null],
      [{ ...token, email_verified: true }, { email }, null],
      [token, proven, email],
    ] as const
    for (const [claims, further, expected] of cases) {
      assert.equal(identityFromClaims(acme, claims, further).provenEmail, expected)
    }
    const untrusting = { ...acme, trustsEmail: false }
    assert.equal(
      identityFromClaims(untrusting, { ...token, ...proven }).provenEmail,
      null,
    )
  })

  it('has two factors where the signed claims say so, and nowhere else', () => {
    const twice = { amr: ['pwd', 'mfa'] }
    assert.equal(identityFromClaims(acme, { ...token, ...twice }).hasTwoFactors, true)
    assert.equal(identityFromClaims(acme, token, twice).hasTwoFactors, false)
  })

  it('of Google is proven at its own addresses and at those of its customers', () => {
    assert.equal(isProven('ann@gmail.com'), true)
    assert.equal(isProven(email, { hd: 'acme.example' }), true)
    assert.equal(isProven(email), false)
    assert.equal(isProven('ann@gmail.com', { email_verified: 'true' }), false)
  })
})
