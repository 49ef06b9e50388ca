import { hkdfSync } from 'node:crypto'

const keyIdBytes = 6

/** The characters of a key id: six bytes make eight base64url characters with none to spare. */
export const keyIdLength = 8

export function requireSecretKeys(
  secretKeys: readonly string[],
): readonly [string, ...string[]] {
  const [first, ...others] = secretKeys
  if (first === undefined || secretKeys.includes('')) {
    throw new Error(
      'SECRET_KEYS holds no key, or an empty one. Set it to one or more random texts: the first signs and seals, all are accepted.',
    )
  }
  return [first, ...others]
}

/** Key bytes for one use only: keys derived for two uses reveal nothing about each other. */
export function deriveKey(secretKey: string, use: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `lectern ${use}`, bytes))
}

/** Identifies a secret key without revealing it, so that a reader picks the right one. */
export function keyIdOfSecretKey(secretKey: string): string {
  return deriveKey(secretKey, 'key-id', keyIdBytes).toString('base64url')
}
