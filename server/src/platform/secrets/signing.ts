import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto'

import {
  deriveKey,
  keyIdLength,
  keyIdOfSecretKey,
  requireSecretKeys,
} from '#/platform/secrets/secret-key.ts'

export interface Signer {
  /** `purpose` is a constant of the program: a signature for one purpose is invalid for another. */
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
}

interface SigningKey {
  readonly id: string
  readonly secretKey: string
  readonly byPurpose: Map<string, KeyObject>
}

const macBytes = 32
const signatureLength = keyIdLength + Math.ceil((macBytes * 4) / 3)
const cachedPurposesMax = 256

/** Signs with the first secret key; signatures by any of the keys are accepted. */
export function createSigner(secretKeys: readonly string[]): Signer {
  const [first, ...others] = requireSecretKeys(secretKeys)
  const signingKey = openSigningKey(first)
  const keys = new Map(
    [signingKey, ...others.map(openSigningKey)].map((key) => [key.id, key]),
  )

  return {
    sign: (purpose, text) => signWith(signingKey, purpose, text),
    verify(purpose, text, signature) {
      if (signature.length !== signatureLength) return false
      const key = keys.get(signature.slice(0, keyIdLength))
      if (key === undefined) return false
      // Texts are compared, not decoded bytes: base64url has several spellings of the same bytes.
      const expected = Buffer.from(signWith(key, purpose, text))
      const given = Buffer.from(signature)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

function openSigningKey(secretKey: string): SigningKey {
  return { id: keyIdOfSecretKey(secretKey), secretKey, byPurpose: new Map() }
}

function signWith(key: SigningKey, purpose: string, text: string): string {
  const mac = createHmac('sha256', purposeKey(key, purpose)).update(text)
  return key.id + mac.digest('base64url')
}

function purposeKey(key: SigningKey, purpose: string): KeyObject {
  const known = key.byPurpose.get(purpose)
  if (known !== undefined) return known
  const derived = createSecretKey(deriveKey(key.secretKey, `sign ${purpose}`, macBytes))
  if (key.byPurpose.size < cachedPurposesMax) key.byPurpose.set(purpose, derived)
  return derived
}
