import { closeFirstRun } from '#/features/joining/first-run/public.ts'
import { createAccountLink } from '#/features/joining/welcome-links/public.ts'
import { foundOrganization } from '#/features/people/organizations/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import { displayNameOf, findAccount } from './accounts.ts'
import { Refusal } from './command.ts'

interface NewAdmin {
  readonly email: string
  /** The title of the organization. */
  readonly title: string
  /** Whether the address may already have an account. */
  readonly existing: boolean
}

/** Creates an organization with its admin; returns the path to take the account over. */
export async function createAdmin(
  tx: Transaction,
  { email, title, existing }: NewAdmin,
): Promise<string> {
  const accountId = await accountFor(tx, email, existing)
  await tx.run(closeFirstRun, {})
  await foundOrganization(tx, { title, createdBy: accountId })
  return createAccountLink(tx, { accountId, email })
}

async function accountFor(
  tx: Transaction,
  email: string,
  existing: boolean,
): Promise<string> {
  const accountId = await findAccount(tx, email)
  if (accountId === undefined) {
    return createAccount(tx, {
      displayName: displayNameOf(email),
      email,
      isVerified: false,
    })
  }
  if (existing) return accountId
  throw new Refusal(
    `${email} already has an account. Add --existing to make it the admin of the new organization, or use "lectern-server token create" to get it a token.`,
  )
}
