import { requireFreshSignIn } from '#/access/session.ts'
import {
  deleteIdentities,
  deleteIdentity,
  samlProviderKey,
  selectIdentities,
} from '#/features/people/identities/public.ts'
import {
  deletePasskey,
  insertPasskey,
  type NewPasskey,
  selectPasskeys,
} from '#/features/people/passkeys/public.ts'
import { deviceFrom } from '#/features/people/sessions/public.ts'
import { lockAccount } from '#/features/people/users/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { methodNeeded, tooManyPasskeys } from './method-errors.ts'
import { deletePassword, upsertPassword } from './method-queries.ts'
import { identitiesOf, waysInto } from './methods.ts'
import { type Changed, type Changing, settleChange } from './settle-change.ts'

const passkeysMax = 20

/** Sets the password of the caller, whose hash was made before: that takes long. */
export async function changePassword(
  tx: Transaction,
  context: Changing,
  hash: string,
): Changed {
  const { userId: accountId } = context.caller
  await tx.first(lockAccount, { userId: accountId })
  await requireFreshSignIn(tx, context, { tokens: 'refused' })
  await tx.run(upsertPassword, { accountId, hash })
  return settleChange(tx, context, 'password-set')
}

/**
 * Removes a way in of the caller, but never the last one into their account: these are counted behind
 * the lock.
 */
export async function removeMethod(
  tx: Transaction,
  context: Changing,
  methodId: string,
): Changed {
  const { userId: accountId } = context.caller
  await tx.first(lockAccount, { userId: accountId })
  const methods = await waysInto(tx, context.config, accountId)
  const method = methods.find(({ id }) => id === methodId)
  if (method === undefined) return removeProvider(tx, context, methodId)
  await requireFreshSignIn(tx, context, { tokens: 'refused' })
  if (!method.isRemovable) throw methodNeeded()
  if (method.type === 'password') {
    await tx.run(deletePassword, { accountId })
    return settleChange(tx, context, 'password-removed')
  }
  if (method.type === 'provider') {
    const identities = await identitiesOf(tx, context.config, accountId)
    const identity = identities.find(({ id }) => id === methodId)
    if (identity === undefined) return undefined
    const { provider, subject } = identity
    await tx.run(deleteIdentity, { accountId, provider, subject })
    return settleChange(tx, context, 'provider-removed')
  }
  await tx.run(deletePasskey, { accountId, id: methodId })
  return settleChange(tx, context, 'passkey-removed')
}

/** Takes the caller from an identity provider of an organization: no way into the account goes. */
async function removeProvider(
  tx: Transaction,
  context: Changing,
  samlProviderId: string,
): Changed {
  const { userId: accountId } = context.caller
  const provider = samlProviderKey(samlProviderId)
  const identities = await tx.many(selectIdentities, { accountId })
  const identity = identities.find((one) => one.provider === provider)
  if (identity === undefined) return undefined
  await requireFreshSignIn(tx, context, { tokens: 'refused' })
  await tx.run(deleteIdentities, { accountId, provider })
  const { organization_id: organizationId } = identity
  return settleChange(tx, context, 'organization-removed', organizationId ?? undefined)
}

interface AddedPasskey extends NewPasskey {
  readonly userAgent: string | undefined
}

/** Adds a passkey that has answered its challenge. */
export async function addPasskey(
  tx: Transaction,
  context: Changing,
  { userAgent, ...passkey }: AddedPasskey,
): Changed {
  const { userId: accountId } = context.caller
  await tx.first(lockAccount, { userId: accountId })
  await requireFreshSignIn(tx, context, { tokens: 'refused' })
  const others = await tx.many(selectPasskeys, { accountId })
  if (others.length >= passkeysMax) throw tooManyPasskeys(passkeysMax)
  const device = deviceFrom(userAgent)
  const values = { ...passkey, id: newId(), accountId, device }
  if ((await tx.first(insertPasskey, values)) === undefined) return undefined
  return settleChange(tx, context, 'passkey-added')
}
