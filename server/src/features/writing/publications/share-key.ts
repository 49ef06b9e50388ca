import { createHmac, randomInt } from 'node:crypto'

import type { OfSite } from './of-site.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const length = 24

/** A new secret for the URL of a share link: 142 random bits. */
export function newShareKey(): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join(
    '',
  )
}

/** Whether a text can be a share key at all; a path segment that cannot needs no lookup. */
export function isShareKey(text: string): boolean {
  return text.length === length && /^[0-9A-Za-z]+$/.test(text)
}

/**
 * The hash by which a key is found. It is bound to its site, and not to SECRET_KEYS: links that
 * people have saved open the site after a rotation too, and nobody guesses so many random bits.
 */
export function hashOfShareKey({ organizationId, siteId }: OfSite, key: string): string {
  const scope = `share link ${organizationId}/${siteId}`
  return createHmac('sha256', scope).update(key).digest('base64url')
}
