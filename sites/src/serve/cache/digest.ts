import { hash } from 'node:crypto'

const charactersKept = 22

/** A digest of content, 132 bits of SHA-256: equal digests mean equal content. */
export function digestOf(content: string | Buffer): string {
  return hash('sha256', content, 'base64url').slice(0, charactersKept)
}
