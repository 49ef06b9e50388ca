import { hash, randomBytes } from 'node:crypto'

const form = /^[\w-]{43}$/

/** 256 random bits as 43 base64url characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Spares the database whatever cannot be a secret. */
export function isSecret(text: string): boolean {
  return form.test(text)
}

/** All that is ever stored of a secret; 256 random bits need no salt and no slow hash. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}
