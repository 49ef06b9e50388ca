import type { Signer } from '#/platform/secrets/signing.ts'

import type { FirstRunRow } from './first-run-queries.ts'

export const firstRunPrefix = '/~first-run/'

const purpose = 'first-run'

/**
 * The secret of the link: every process makes the same one from the nonce and the secret keys, so
 * that it need not be stored anywhere.
 */
export function secretOf(signer: Signer, nonce: string): string {
  return signer.sign(purpose, nonce)
}

/** Whether the first account is still to be made. */
export function isOpen(
  row: Pick<FirstRunRow, 'is_closed' | 'has_account'> | undefined,
): boolean {
  return row !== undefined && !row.is_closed && !row.has_account
}

export function opens(signer: Signer, row: FirstRunRow, secret: string): boolean {
  return row.is_fresh && signer.verify(purpose, row.nonce, secret)
}
