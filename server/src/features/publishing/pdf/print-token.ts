import { hash, randomBytes } from 'node:crypto'

import type { OfPdf } from './pdf-queries.ts'

export interface PrintToken extends OfPdf {
  readonly printHash: string
}

/** What the renderer is given the content for, once; only its hash is kept. */
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

/** What a token names, whether or not it is good for anything. */
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
