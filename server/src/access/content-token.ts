import type { Signer } from '#/platform/secrets/signing.ts'

const purpose = 'content token'
const macLength = 43
/** The start of a token, an empty header and payload: renderers decode a JWT without claims. */
const prefix = 'e30.e30.'
const form = /^e30\.e30\.[\w-]{43}$/

/**
 * The token for readers who see the same: equal grounds give equal tokens, so that renderers can
 * cache their fetches by token.
 */
export function mintContentToken(signer: Signer, grounds: readonly string[]): string {
  const signature = signer.sign(purpose, JSON.stringify(grounds))
  return prefix + signature.slice(-macLength)
}

export function isContentToken(token: string): boolean {
  return form.test(token)
}
