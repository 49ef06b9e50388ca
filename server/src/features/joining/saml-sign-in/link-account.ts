import { proveAddress } from '#/features/joining/sign-in/public.ts'
import { linkIdentity, useIdentity } from '#/features/people/identities/public.ts'
import { tellOfChange } from '#/features/people/sign-in-methods/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { countMails } from '#/platform/mail/mail-counts.ts'
import type { Services } from '#/platform/services.ts'

import type { Person } from './find-person.ts'
import type { Finished, Finishing } from './finish-sign-in.ts'

type With = Pick<Services, 'clock' | 'config'>
type Going = Pick<Finishing, 'provider' | 'by'>

interface Linked {
  readonly accountId: string
}

/** The account of a person, to which the identity belongs from now on. It is made where there is none. */
export async function linkAccount(
  tx: Transaction,
  services: With,
  going: Going,
  // oxlint-disable-next-line max-params -- a transaction, services, who goes on, and who it is
  person: Person,
): Promise<Linked | Finished> {
  const { identity, knownId, addressedId, email, displayName } = person
  if (knownId !== null) {
    await tx.run(useIdentity, identity)
    return { accountId: knownId }
  }
  if (email === null) throw new Error('Nobody without an address gets an account')
  if (addressedId !== null) {
    return joinAccount(tx, services, going, { identity, accountId: addressedId, email })
  }
  if (!(await countAccount(tx, services, going))) return { kind: 'too-many' }
  // A mail was opened there, or mail there is the organization's own to hand out.
  const accountId = await createAccount(tx, { displayName, email, isVerified: true })
  await tx.run(linkIdentity, { ...identity, accountId })
  return { accountId }
}

interface Joining extends Linked, Pick<Person, 'identity'> {
  readonly email: string
}

/** Joins the identity with an account that is there, whose owner is told. */
async function joinAccount(
  tx: Transaction,
  services: With,
  { by }: Going,
  // oxlint-disable-next-line max-params -- a transaction, services, how it goes on, and what is joined
  { identity, accountId, email }: Joining,
): Promise<Linked | Finished> {
  const { organizationId } = identity
  const told = { accountId, notice: 'organization-joined', organizationId } as const
  if (!(await tellOfChange(tx, services, told))) return { kind: 'changed-enough' }
  // Before the identity comes to the account: with the first proof, those that it had go.
  if (by === 'link') await proveAddress(tx, email)
  await tx.run(linkIdentity, { ...identity, accountId })
  return { accountId }
}

/** Whether the providers of the organization may make another account today. */
async function countAccount(
  tx: Transaction,
  { config }: With,
  { provider: { organizationId } }: Going,
): Promise<boolean> {
  // Accounts of a day are counted as mails of a day are.
  return countMails(tx, {
    subject: `sso-accounts-of:${organizationId}`,
    mails: 1,
    mailsMax: config.SSO_LIMIT_ORGANIZATION,
  })
}
