import { isFresh } from '#/access/session.ts'
import { findArrivalFacts } from '#/features/joining/provisioning/public.ts'
import { askForCode, type Browser } from '#/features/joining/sign-in/public.ts'
import {
  type NamedPerson,
  samlProviderKey,
  selectAccounts,
} from '#/features/people/identities/public.ts'
import { lockAccount } from '#/features/people/users/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import type { Services } from '#/platform/services.ts'

import type { Finished, Finishing } from './finish-sign-in.ts'
import { mailLink } from './mail-link.ts'
import type { Answered } from './saml-sign-in-queries.ts'

/** Whom an answer names: an account that the identity belongs to, or is to belong to, or a new one. */
export interface Person {
  readonly identity: Readonly<Record<'provider' | 'subject' | 'organizationId', string>>
  readonly knownId: string | null
  readonly addressedId: string | null
  readonly email: string | null
  readonly displayName: string
}

type With = Pick<Services, 'config' | 'log' | 'metrics'>

/**
 * The person that an answer names. No address is theirs on the word of a provider, unless mail there
 * is its organization's own to read; and an account that has the address is never theirs so.
 */
export async function findPerson(
  tx: Transaction,
  services: With,
  finishing: Finishing,
  // oxlint-disable-next-line max-params -- a transaction, services, who goes on, and with what
  answered: Answered,
): Promise<Person | Finished> {
  const { provider, browser, mayJoin } = finishing
  const person = await lockPerson(tx, provider, answered)
  if (person === undefined) return { kind: 'gone' }
  const { knownId, addressedId, email } = person
  if (finishing.by === 'link') return proven(tx, services, finishing, person)
  if (knownId !== null) return person
  if (email === null) return { kind: 'no-address' }
  // Asked for every address alike: what is done must not tell which of them has an account.
  const { is_home: isHome } = await findArrivalFacts(tx, { ...provider, email })
  if (addressedId !== null && (await isSignedInTo(tx, browser, addressedId))) {
    return mayJoin ? person : { kind: 'asks', email }
  }
  if (addressedId === null && isHome) return person
  return mailLink(tx, services, { provider, browser, answered, email })
}

/**
 * Whom an answer names, behind the lock of the account that is to sign in: its owner may be taking
 * it from the provider. Undefined where that has just happened.
 */
async function lockPerson(
  tx: Transaction,
  { id, organizationId }: Finishing['provider'],
  { subject, email, display_name: displayName }: Answered,
): Promise<Person | undefined> {
  if (subject === null || displayName === null) throw new Error('An answer names nobody')
  const identity = { provider: samlProviderKey(id), subject, organizationId }
  const found = await lockAccounts(tx, { ...identity, email: email ?? '' })
  if (found === undefined) return undefined
  const { known_id: knownId, addressed_id: addressedId } = found
  return { identity, knownId, addressedId, email, displayName }
}

/**
 * The accounts of an identity and an address. The work is the same for nobody: time must not tell. An
 * account that somebody makes meanwhile is looked at once more, now locked.
 */
async function lockAccounts(tx: Transaction, named: NamedPerson) {
  const read = async () => {
    const found = written(await tx.first(selectAccounts, named))
    return { found, accountId: found.known_id ?? found.addressed_id }
  }
  const lockedOnce = async () => {
    const { accountId: lockedId } = await read()
    await tx.first(lockAccount, { userId: lockedId ?? '' })
    return { lockedId, ...(await read()) }
  }
  const once = await lockedOnce()
  const isMade = once.lockedId === null && once.accountId !== null
  const { lockedId, accountId, found } = isMade ? await lockedOnce() : once
  return accountId === lockedId ? found : undefined
}

/** The person who has opened the link that was mailed: the address is theirs, and its account. */
async function proven(
  tx: Transaction,
  { config }: With,
  { browser, mayJoin }: Finishing,
  // oxlint-disable-next-line max-params -- a transaction, services, who goes on, and who it is
  person: Person,
): Promise<Person | Finished> {
  const { knownId, addressedId, email } = person
  if (email === null) throw new Error('No link is mailed without an address')
  if (!mayJoin) {
    return { kind: (knownId ?? addressedId) === null ? 'opens' : 'asks', email }
  }
  if (knownId !== null || addressedId === null) return person
  if (await isSignedInTo(tx, browser, addressedId)) return person
  if (!config.SIGN_IN_LINK) return { kind: 'needs-sign-in' }
  const asked = await askForCode(tx, { accountId: addressedId, way: 'link' })
  return asked === undefined ? person : { kind: 'needs-code', cookies: asked.cookies }
}

/** Whether the browser is signed in to an account as a whole, and freshly. */
async function isSignedInTo(
  tx: Transaction,
  { former }: Browser,
  accountId: string,
): Promise<boolean> {
  if (former?.userId !== accountId || former.organizationId !== undefined) return false
  return former.session !== undefined && (await isFresh(tx, former.session))
}
