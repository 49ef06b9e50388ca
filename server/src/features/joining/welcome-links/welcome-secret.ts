import { hash, randomBytes } from 'node:crypto'

const form = /^[\w-]{43}$/

/** A secret of 256 random bits as 43 base64url characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text has the form of a secret; another text needs no query. */
export function isSecret(text: string): boolean {
  return form.test(text)
}

/** The stored hash of a secret; 256 random bits need no salt and no slow hash. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}
