import { asRole } from '#/access/roles.ts'
import { inviteAddress } from '#/features/joining/invites/public.ts'
import { addMember, memberJoined } from '#/features/people/members/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import { findArrivalFacts } from './arrival-facts.ts'
import type { Directory } from './directory.ts'
import type { UserInput } from './read-user.ts'
import { invalidValue } from './scim-errors.ts'
import type { ArrivalFacts } from './user-queries.ts'

export interface Arrival {
  /** The member; undefined for who is invited. */
  readonly userId: string | undefined
  readonly email: string
  readonly wasMember: boolean
}

/**
 * Lets somebody in at whose address mail is the organization's own to read, and invites everybody
 * else: nobody's account is taken into an organization that they have not chosen.
 */
export async function comeIn(
  tx: Transaction,
  directory: Directory,
  user: UserInput,
): Promise<Arrival> {
  const { organizationId } = directory
  const { email, isActive } = user
  if (email === undefined) {
    throw invalidValue('A user needs an e-mail address, in "emails" or as "userName".')
  }
  const facts = await findArrivalFacts(tx, { organizationId, email })
  if (facts.is_member) {
    return { userId: facts.account_id ?? undefined, email, wasMember: true }
  }
  const role = asRole(facts.default_role)
  if (!mayJoin(facts)) {
    if (isActive) await inviteAddress(tx, directory, { organizationId, email, role })
    return { userId: undefined, email, wasMember: false }
  }
  const userId = facts.account_id ?? (await openAccount(tx, user, email))
  await addMember(tx, { organizationId, userId, role, sso: false })
  memberJoined(tx, directory, { organizationId, userId, role })
  return { userId, email, wasMember: false }
}

/** An address that nobody has proven to be theirs may be anybody's who wrote it down. */
function mayJoin({ is_home, account_id, is_verified }: ArrivalFacts): boolean {
  return is_home && (account_id === null || is_verified)
}

/** The organization has proven the domain: mail to the address is its own to hand out. */
async function openAccount(
  tx: Transaction,
  { displayName }: UserInput,
  email: string,
): Promise<string> {
  return createAccount(tx, { displayName, email, isVerified: true })
}
