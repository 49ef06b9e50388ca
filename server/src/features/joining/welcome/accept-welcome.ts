import { acceptMailInvite, lockMailInvite } from '#/features/joining/invites/public.ts'
import {
  deleteLink,
  revokeInviteSecrets,
  hashSecret,
} from '#/features/joining/welcome-links/public.ts'
import { issueToken } from '#/features/people/api-tokens/public.ts'
import { createAccount, refreshSearchTexts } from '#/features/people/users/public.ts'
import { isUniqueViolation } from '#/platform/database/database-errors.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { enqueue } from '#/platform/jobs/job.ts'

import type { Welcome } from './find-welcome.ts'
import { updateDisplayName, verifyAddress } from './welcome-queries.ts'

export interface Acceptance {
  readonly welcome: Welcome
  readonly secret: string
  /** The name from the form; undefined only where the form has no field for it. */
  readonly displayName: string | undefined
  readonly requestId: string
}

export interface Accepted {
  readonly organizationTitle: string | undefined
  /** The API token, which is shown only once; undefined for an account that existed before. */
  readonly token: string | undefined
}

/** Performs the offer of a link once; undefined when the link no longer works. */
export async function acceptWelcome(
  db: Database,
  acceptance: Acceptance,
): Promise<Accepted | undefined> {
  const accept = async (tx: Transaction) =>
    acceptance.welcome.kind === 'take-over-account'
      ? takeOverAccount(tx, acceptance, acceptance.welcome.accountId)
      : joinAsInvited(tx, acceptance, acceptance.welcome.invite)
  try {
    return await db.transaction(accept)
  } catch (error) {
    // A concurrent request has created the account of this address: the next attempt joins with it.
    if (isUniqueViolation(error, 'account_email_pkey')) return db.transaction(accept)
    throw error
  }
}

async function joinAsInvited(
  tx: Transaction,
  { welcome: { email }, secret, displayName, requestId }: Acceptance,
  { organizationId, inviteId }: Readonly<{ organizationId: string; inviteId: string }>,
): Promise<Accepted | undefined> {
  // Every transaction locks the invite before the link, which prevents deadlocks.
  const invite = await lockMailInvite(tx, { organizationId, inviteId })
  if (invite === undefined || !(await consume(tx, secret))) return undefined

  const owner = await tx.first(verifyAddress, { email })
  const { userId, token } =
    owner === undefined
      ? await openAccount(tx, email, displayName)
      : { userId: owner.account_id, token: undefined }
  const joined = await acceptMailInvite(tx, {
    organizationId,
    inviteId,
    userId,
    requestId,
  })
  if (!joined) throw new Error('An invite that was locked could not be accepted')
  await revokeInviteSecrets(tx, { organizationId, inviteId })
  return { organizationTitle: invite.organizationTitle, token }
}

async function takeOverAccount(
  tx: Transaction,
  { welcome: { email }, secret, displayName }: Acceptance,
  accountId: string,
): Promise<Accepted | undefined> {
  if (!(await consume(tx, secret))) return undefined
  const owner = await tx.first(verifyAddress, { email })
  if (owner?.account_id !== accountId) throw new Error('The address changed hands')
  if (displayName !== undefined) await renameAccount(tx, accountId, displayName)
  return { organizationTitle: undefined, token: await firstToken(tx, accountId) }
}

async function renameAccount(
  tx: Transaction,
  accountId: string,
  displayName: string,
): Promise<void> {
  const isChanged = (await tx.count(updateDisplayName, { accountId, displayName })) > 0
  if (isChanged) enqueue(tx, refreshSearchTexts, { userId: accountId })
}

async function openAccount(
  tx: Transaction,
  email: string,
  displayName: string | undefined,
): Promise<{ userId: string; token: string }> {
  if (displayName === undefined) throw new Error('The account went away meanwhile')
  const userId = await createAccount(tx, { displayName, email, isVerified: true })
  return { userId, token: await firstToken(tx, userId) }
}

async function firstToken(tx: Transaction, accountId: string): Promise<string> {
  const { secret } = await issueToken(tx, { accountId, label: 'First token' })
  return secret
}

async function consume(tx: Transaction, secret: string): Promise<boolean> {
  return (await tx.count(deleteLink, { secretHash: hashSecret(secret) })) > 0
}
