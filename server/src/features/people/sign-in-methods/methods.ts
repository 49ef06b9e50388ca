import type { SignInMethod } from '@lectern/contract/sign-in-methods.ts'

import { selectIdentities } from '#/features/people/identities/public.ts'
import { type PasskeyRow, selectPasskeys } from '#/features/people/passkeys/public.ts'
import type { Config } from '#/platform/config/config.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

import { type ListedIdentity, listIdentities } from './identity-providers.ts'
import { linkedProvidersOf } from './linked-providers.ts'
import { selectPassword } from './method-queries.ts'

/** The settings that switch ways in on and off. */
export type WaysIn = Pick<
  Config,
  'SIGN_IN_LINK' | 'SIGN_IN_PASSWORD' | 'SIGN_IN_PASSKEY' | 'SIGN_IN_PROVIDERS'
>

/** The ways into an account, and what reaches one organization of it alone. */
export async function methodsOf(
  db: Queryable,
  config: WaysIn,
  accountId: string,
): Promise<SignInMethod[]> {
  const [intoAccount, linked] = await Promise.all([
    waysInto(db, config, accountId),
    linkedProvidersOf(db, accountId),
  ])
  return [...intoAccount, ...linked.map((one) => ({ ...one, isRemovable: true }))]
}

type Way = Omit<SignInMethod, 'isRemovable'>

/**
 * The ways into a whole account, with those that are switched off: these would work again one day, so
 * their owner sees and removes them. Of the others the last one stays.
 */
export async function waysInto(
  db: Queryable,
  config: WaysIn,
  accountId: string,
): Promise<SignInMethod[]> {
  const [password, passkeys, identities] = await Promise.all([
    db.first(selectPassword, { accountId }),
    db.many(selectPasskeys, { accountId }),
    identitiesOf(db, config, accountId),
  ])
  const found: Way[] = []
  if (config.SIGN_IN_LINK) {
    found.push({ object: 'sign-in-method', id: 'link', type: 'link' })
  }
  if (password !== undefined) {
    const createdAt = password.changed_at
    const way = { object: 'sign-in-method', id: 'password', type: 'password' } as const
    found.push({ ...way, createdAt, ...offUnless(config.SIGN_IN_PASSWORD) })
  }
  const passkeyIsOff = offUnless(config.SIGN_IN_PASSKEY)
  found.push(...passkeys.map((row) => ({ ...viewPasskey(row), ...passkeyIsOff })))
  found.push(...identities.map(viewIdentity))
  const usable = found.filter(({ isOff }) => isOff !== true)
  return found.map((method) => ({
    ...method,
    isRemovable: method.type !== 'link' && (method.isOff === true || usable.length > 1),
  }))
}

function offUnless(isOn: boolean): Pick<Way, 'isOff'> {
  return isOn ? {} : { isOff: true }
}

/** The identities of an account that providers of the installation know it by, or did. */
export async function identitiesOf(
  db: Queryable,
  { SIGN_IN_PROVIDERS: providers }: Pick<WaysIn, 'SIGN_IN_PROVIDERS'>,
  accountId: string,
): Promise<ListedIdentity[]> {
  return listIdentities(providers, await db.many(selectIdentities, { accountId }))
}

function viewIdentity(row: ListedIdentity): Way {
  return {
    object: 'sign-in-method',
    id: row.id,
    type: 'provider',
    provider: row.label,
    ...(row.known_as !== null && { knownAs: row.known_as }),
    createdAt: row.created_at,
    ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
    ...offUnless(!row.isOff),
  }
}

function viewPasskey(row: PasskeyRow): Way {
  return {
    object: 'sign-in-method',
    id: row.id,
    type: 'passkey',
    device: row.device,
    createdAt: row.created_at,
    ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
  }
}
