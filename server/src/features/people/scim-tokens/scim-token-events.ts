import type { Transaction } from '#/platform/database/transaction.ts'
import { type By, recorder } from '#/platform/outbox/recorder.ts'

type OfToken = Readonly<{ organizationId: string; scimTokenId: string }>

const record = recorder('scim-token', 'scimTokenId')

export function scimTokenCreated(
  tx: Transaction,
  by: By,
  { label, expiresAt, ...token }: OfToken & { label: string; expiresAt: string | null },
): void {
  record(tx, by, token, {
    type: 'scim_token_created',
    details: { label, ...(expiresAt !== null && { expiresAt }) },
  })
}

export function scimTokenDeleted(
  tx: Transaction,
  by: By,
  { label, ...token }: OfToken & { label: string },
): void {
  record(tx, by, token, { type: 'scim_token_deleted', details: { label } })
}
