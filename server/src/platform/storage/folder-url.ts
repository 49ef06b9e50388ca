import type { Signer } from '#/platform/secrets/signing.ts'
import type { FileAbout } from '#/platform/storage/storage.ts'

/** The action that a signed URL allows its holder. */
export type Allowance =
  | { readonly method: 'GET'; readonly key: string }
  | ({ readonly method: 'PUT'; readonly key: string } & FileAbout)

type Verdict = 'allowed' | 'altered' | 'expired'

const purpose = 'storage-url'

export function presignFolderUrl(
  publicUrl: string,
  signer: Signer,
  allowed: Allowance,
  expiresInSeconds: number,
): string {
  const expires = Math.floor(Date.now() / 1000) + expiresInSeconds
  const query = new URLSearchParams({ expires: String(expires) })
  if (allowed.method === 'PUT') {
    query.set('type', allowed.contentType)
    query.set('size', String(allowed.sizeBytes))
  }
  query.set('signature', signer.sign(purpose, signedText(allowed, expires)))
  return `${publicUrl.replace(/\/$/, '')}/~storage/${allowed.key}?${query.toString()}`
}

export function judgeFolderUrl(
  signer: Signer,
  allowed: Allowance,
  expires: number,
  signature: string,
): Verdict {
  if (!signer.verify(purpose, signedText(allowed, expires), signature)) return 'altered'
  return Date.now() / 1000 < expires ? 'allowed' : 'expired'
}

function signedText(allowed: Allowance, expires: number): string {
  const upload = allowed.method === 'PUT' ? [allowed.contentType, allowed.sizeBytes] : []
  return JSON.stringify([allowed.method, allowed.key, expires, ...upload])
}
