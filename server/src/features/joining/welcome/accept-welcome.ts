import { acceptMailInvite, lockMailInvite } from '#/features/joining/invites/public.ts'
import { proveAddress } from '#/features/joining/sign-in/public.ts'
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
import { updateDisplayName } from './welcome-queries.ts'

export interface Acceptance {
  readonly welcome: Welcome
  readonly secret: string
  /** The name from the form; undefined only where the form has no field for it. */
  readonly displayName: string | undefined
  readonly requestId: string
}

export interface Accepted {
  readonly organizationTitle: string | undefined
  /**
   * The API token, which is shown only once; undefined for an account that existed before, and for
   * one that joins by single sign-on, which has to confirm its tokens.
   */
  readonly token: string | undefined
  /** The account that was opened or taken over; undefined for one that existed before. */
  readonly accountId: string | undefined
  /** The organization whose single sign-on the new member must use; undefined without one. */
  readonly ssoOf?: string | undefined
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

  const ownerId = await proveAddress(tx, email)
  const userId = ownerId ?? (await openAccount(tx, email, displayName))
  const joined = await acceptMailInvite(tx, {
    organizationId,
    inviteId,
    userId,
    requestId,
  })
  if (!joined) throw new Error('An invite that was locked could not be accepted')
  await revokeInviteSecrets(tx, { organizationId, inviteId })
  const isNew = ownerId === undefined
  return {
    organizationTitle: invite.organizationTitle,
    token: isNew && !invite.needsSso ? await firstToken(tx, userId) : undefined,
    accountId: isNew ? userId : undefined,
    ssoOf: invite.needsSso ? organizationId : undefined,
  }
}

async function takeOverAccount(
  tx: Transaction,
  { welcome: { email }, secret, displayName }: Acceptance,
  accountId: string,
): Promise<Accepted | undefined> {
  if (!(await consume(tx, secret))) return undefined
  const ownerId = await proveAddress(tx, email)
  if (ownerId !== accountId) throw new Error('The address changed hands')
  if (displayName !== undefined) await renameAccount(tx, accountId, displayName)
  const token = await firstToken(tx, accountId)
  return { organizationTitle: undefined, token, accountId }
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
): Promise<string> {
  if (displayName === undefined) throw new Error('The account went away meanwhile')
  return createAccount(tx, { displayName, email, isVerified: true })
}

async function firstToken(tx: Transaction, accountId: string): Promise<string> {
  const { secret } = await issueToken(tx, { accountId, label: 'First token' })
  return secret
}

async function consume(tx: Transaction, secret: string): Promise<boolean> {
  return (await tx.count(deleteLink, { secretHash: hashSecret(secret) })) > 0
}
