import { deleteTokensOfOrganizations } from '#/features/people/api-tokens/public.ts'
import { deleteIdentitiesOfAccount } from '#/features/people/identities/public.ts'
import {
  deleteAccountLinksOf,
  deleteSessionsOfOrganizations,
  deleteSignInLinksOf,
} from '#/features/people/sessions/public.ts'
import { lockAccount } from '#/features/people/users/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import { deleteAllDevicesOf } from './devices.ts'
import {
  selectAddress,
  selectAddressesOf,
  updateVerified,
} from './prove-address-queries.ts'

/**
 * Marks an address as verified, since a mail to it was opened; gives the account that has it. With its
 * first proof an account has an owner: what others let in before comes in no longer.
 */
export async function proveAddress(
  tx: Transaction,
  email: string,
): Promise<string | undefined> {
  const found = await tx.first(selectAddress, { email })
  if (found === undefined) return undefined
  const { account_id: accountId, is_verified: isVerified, has_owner: hasOwner } = found
  if (isVerified) return accountId
  // Whoever signs in through a provider locks the account first, too.
  await tx.first(lockAccount, { userId: accountId })
  const isFirst = (await tx.count(updateVerified, { email })) > 0
  if (isFirst && !hasOwner) await dropWhatCameBefore(tx, accountId)
  return accountId
}

/** The same for the address of an account; one with several does not say which was written to. */
export async function proveAddressOf(tx: Transaction, accountId: string): Promise<void> {
  const [address, ...others] = await tx.many(selectAddressesOf, { accountId })
  if (address !== undefined && others.length === 0) await proveAddress(tx, address.email)
}

/** Whoever made the account may have been somebody else than the owner of its address. */
async function dropWhatCameBefore(tx: Transaction, accountId: string): Promise<void> {
  await Promise.all([
    tx.run(deleteIdentitiesOfAccount, { accountId }),
    tx.run(deleteSessionsOfOrganizations, { accountId }),
    tx.run(deleteTokensOfOrganizations, { accountId }),
    tx.run(deleteAllDevicesOf, { accountId }),
    tx.run(deleteAccountLinksOf, { accountId }),
    tx.run(deleteSignInLinksOf, { accountId }),
  ])
}
