import type { Transaction } from '#/platform/database/transaction.ts'

import {
  deleteLinksOfAccount,
  deleteLinksOfInvite,
  insertAccountLink,
  insertInviteLink,
} from './welcome-link-queries.ts'
import { hashSecret, newSecret } from './welcome-secret.ts'

export const welcomePrefix = '/~welcome/'

export interface WelcomeSecret {
  /** The secret exists only in memory and in the mail to its receiver. */
  readonly secret: string
  readonly path: string
}

interface InviteToSend {
  readonly organizationId: string
  readonly inviteId: string
  readonly email: string
  readonly expiresAt: string
}

/** Creates a secret that expires with its invite, and revokes the earlier ones of this invite. */
export async function createInviteSecret(
  tx: Transaction,
  invite: InviteToSend,
): Promise<WelcomeSecret> {
  const secret = newSecret()
  await revokeInviteSecrets(tx, invite)
  await tx.run(insertInviteLink, { ...invite, secretHash: hashSecret(secret) })
  return { secret, path: `${welcomePrefix}${secret}` }
}

export async function revokeInviteSecrets(
  tx: Transaction,
  invite: Readonly<{ organizationId: string; inviteId: string }>,
): Promise<void> {
  await tx.run(deleteLinksOfInvite, invite)
}

/**
 * The path where a user takes over an account that was created for them, within 7 days. Earlier
 * links to the account stop working.
 */
export async function createAccountLink(
  tx: Transaction,
  { accountId, email }: Readonly<{ accountId: string; email: string }>,
): Promise<string> {
  const secret = newSecret()
  await tx.run(deleteLinksOfAccount, { accountId })
  await tx.run(insertAccountLink, {
    accountId,
    email: email.toLowerCase(),
    secretHash: hashSecret(secret),
  })
  return `${welcomePrefix}${secret}`
}
