import { deleteAccountLinksOf } from '#/features/people/sessions/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import {
  deleteLinksOfInvite,
  insertAccountLink,
  insertInviteLink,
  takeLinksTo,
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
 * Has the links of invitations that were mailed to an address lead nowhere. Their rows stay, under
 * secrets that nobody knows: the invitations are deleted with them in the end.
 */
export async function closeLinksTo(tx: Transaction, email: string): Promise<void> {
  for (const link of await tx.many(takeLinksTo, { email })) {
    const { organization_id: organizationId, invite_id: inviteId } = link
    if (organizationId === null || inviteId === null) continue
    const expiresAt = link.expires_at
    const secretHash = hashSecret(newSecret())
    await tx.run(insertInviteLink, {
      organizationId,
      inviteId,
      email,
      secretHash,
      expiresAt,
    })
  }
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
  await tx.run(deleteAccountLinksOf, { accountId })
  await tx.run(insertAccountLink, {
    accountId,
    email: email.toLowerCase(),
    secretHash: hashSecret(secret),
  })
  return `${welcomePrefix}${secret}`
}
