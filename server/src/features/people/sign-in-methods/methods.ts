import type { SignInMethod } from '@lectern/contract/sign-in-methods.ts'

import { selectIdentities } from '#/features/people/identities/public.ts'
import { type PasskeyRow, selectPasskeys } from '#/features/people/passkeys/public.ts'
import type { Config } from '#/platform/config/config.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

import { type UsableIdentity, usableIdentities } from './identity-providers.ts'
import { linkedProvidersOf } from './linked-providers.ts'
import { selectPassword } from './method-queries.ts'

/** The settings that switch ways in on and off. */
export type WaysIn = Pick<
  Config,
  'SIGN_IN_LINK' | 'SIGN_IN_PASSWORD' | 'SIGN_IN_PASSKEY' | 'SIGN_IN_PROVIDERS'
>

/** The ways into an account that are switched on, and what reaches one organization of it alone. */
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

/** The ways into a whole account: of these, the last one stays. */
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
  const found: Omit<SignInMethod, 'isRemovable'>[] = []
  if (config.SIGN_IN_LINK) {
    found.push({ object: 'sign-in-method', id: 'link', type: 'link' })
  }
  if (config.SIGN_IN_PASSWORD && password !== undefined) {
    const createdAt = password.changed_at
    found.push({ object: 'sign-in-method', id: 'password', type: 'password', createdAt })
  }
  if (config.SIGN_IN_PASSKEY) found.push(...passkeys.map(viewPasskey))
  found.push(...identities.map(viewIdentity))
  return found.map((method) => ({
    ...method,
    isRemovable: method.type !== 'link' && found.length > 1,
  }))
}

/** The identities of an account that can sign in to it: their provider is in the settings. */
export async function identitiesOf(
  db: Queryable,
  { SIGN_IN_PROVIDERS: providers }: Pick<WaysIn, 'SIGN_IN_PROVIDERS'>,
  accountId: string,
): Promise<UsableIdentity[]> {
  return usableIdentities(providers, await db.many(selectIdentities, { accountId }))
}

function viewIdentity(row: UsableIdentity): Omit<SignInMethod, 'isRemovable'> {
  return {
    object: 'sign-in-method',
    id: row.id,
    type: 'provider',
    provider: row.label,
    ...(row.known_as !== null && { knownAs: row.known_as }),
    createdAt: row.created_at,
    ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
  }
}

function viewPasskey(row: PasskeyRow): Omit<SignInMethod, 'isRemovable'> {
  return {
    object: 'sign-in-method',
    id: row.id,
    type: 'passkey',
    device: row.device,
    createdAt: row.created_at,
    ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
  }
}
