import { requireFreshSignIn } from '#/access/session.ts'
import {
  insertIdentity,
  selectAccountOfIdentity,
  selectIdentities,
} from '#/features/people/identities/public.ts'
import { lockAccount } from '#/features/people/users/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import type { Identity } from './identity-providers.ts'
import { identityTaken, tooManyIdentities } from './method-errors.ts'
import { type Changed, type Changing, settleChange } from './settle-change.ts'

const identitiesMax = 20

/** The account that an identity belongs to. */
export async function accountOfIdentity(
  tx: Transaction,
  identity: Identity,
): Promise<string | undefined> {
  return (await tx.first(selectAccountOfIdentity, identity))?.account_id
}

/** Lets an identity sign in to the account of the caller from now on; nobody else may have it. */
export async function addIdentity(
  tx: Transaction,
  context: Changing,
  identity: Identity & { readonly knownAs: string },
): Changed {
  const { userId: accountId } = context.caller
  await tx.first(lockAccount, { userId: accountId })
  await requireFreshSignIn(tx, context, { tokens: 'refused' })
  const known = await tx.many(selectIdentities, { accountId })
  const others = known.filter((one) => one.organization_id === null)
  if (others.length >= identitiesMax) throw tooManyIdentities(identitiesMax)
  const added = await tx.first(insertIdentity, { ...identity, accountId })
  if (added === undefined) throw identityTaken()
  return settleChange(tx, context, 'provider-added')
}

/** Gives an account that is being opened the identity that it is opened with. */
export async function addFirstIdentity(
  tx: Transaction,
  identity: Identity & { readonly knownAs: string; readonly accountId: string },
): Promise<void> {
  if ((await tx.first(insertIdentity, identity)) === undefined) {
    throw new Error('The identity belongs to another account by now')
  }
}
