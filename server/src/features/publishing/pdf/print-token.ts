import { hash, randomBytes } from 'node:crypto'

import type { OfPdf } from './pdf-queries.ts'

export interface PrintToken extends OfPdf {
  readonly printHash: string
}

/** The token for which the renderer gets the content once; only its hash is stored. */
export function newPrintToken({ organizationId, pdfId }: OfPdf): {
  readonly token: string
  readonly printHash: string
} {
  const secret = randomBytes(32).toString('base64url')
  return {
    token: `${organizationId}.${pdfId}.${secret}`,
    printHash: hashOf(secret),
  }
}

/** The parts of a token, whether or not it is still valid. */
export function readPrintToken(token: string): PrintToken | undefined {
  const [, organizationId, pdfId, secret] =
    /^(\w{1,128})\.(\w{1,128})\.([\w-]{43})$/.exec(token) ?? []
  if (organizationId === undefined || pdfId === undefined || secret === undefined) {
    return undefined
  }
  return { organizationId, pdfId, printHash: hashOf(secret) }
}

function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url')
}
