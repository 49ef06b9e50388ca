import { isDeepStrictEqual } from 'node:util'

import { asRole } from '#/access/roles.ts'
import { withdrawInvite } from '#/features/joining/invites/public.ts'
import {
  dropMember,
  requireOtherAdmin,
  suspendMember,
} from '#/features/people/members/public.ts'
import { isUniqueViolation } from '#/platform/database/database-errors.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { findArrivalFacts } from './arrival-facts.ts'
import type { Resource } from './attribute-places.ts'
import { type Arrival, comeIn } from './come-in.ts'
import { changePeople, type Directory, requireMatch } from './directory.ts'
import { findUser } from './find-user.ts'
import { joinInvited } from './join-invited.ts'
import { readUser, type UserInput } from './read-user.ts'
import { notUnique, tooManyInactive } from './scim-errors.ts'
import {
  countInactive,
  deleteUser,
  selectUsersBy,
  upsertUser,
  type UserRow,
} from './user-queries.ts'
import { ownAttributes, versionOf } from './user-view.ts'

const inactiveMax = 20_000

/** Makes somebody a member or invites them; a member of whom nothing was said yet is taken on. */
export async function makeUser(
  directory: Directory,
  resource: Resource,
): Promise<UserRow> {
  const user = readUser(resource)
  const make = async () =>
    changePeople(directory, async (tx) => {
      await refuseTakenName(tx, directory, user)
      await refuseBeyondInactive(tx, directory)
      const arrival = await comeIn(tx, directory, user)
      const id = await idOf(tx, directory, arrival)
      await keep(tx, directory, { id, user, arrival })
      await setActive(tx, directory, { id, isActive: user.isActive })
      return findUser(tx, directory, id)
    })
  try {
    return await make()
  } catch (error) {
    // A concurrent request has made the account of this address: the next attempt finds it.
    if (isUniqueViolation(error, 'account_email_pkey')) return make()
    throw error
  }
}

/** Changes what is said of somebody, and with `active` their membership. */
export async function changeUser(
  directory: Directory,
  id: string,
  change: (own: Resource) => Resource,
): Promise<UserRow> {
  return changePeople(directory, async (tx) => {
    const row = await findToChange(tx, directory, id)
    const before = ownAttributes(row)
    const after = change(before)
    const user = readUser(after)
    if (isDeepStrictEqual(before, after) && row.user_name !== null) return row

    await refuseTakenName(tx, directory, user, id)
    const arrival = await arrivalOf(tx, directory, { row, user })
    await keep(tx, directory, { id, user, arrival })
    await setActive(tx, directory, { id, isActive: user.isActive })
    return findUser(tx, directory, id)
  })
}

/** Ends a membership, or takes an invitation back. */
export async function removeUser(directory: Directory, id: string): Promise<void> {
  const { organizationId } = directory
  await changePeople(directory, async (tx) => {
    const { user_id: userId, email, ...row } = await findToChange(tx, directory, id)
    if (userId === null) {
      await withdrawInvite(tx, { organizationId, email })
      await tx.run(deleteUser, { organizationId, id })
      return
    }
    const member = { organizationId, userId }
    await requireOtherAdmin(tx, member, { role: row.role, disabled: !row.is_active })
    await dropMember(tx, directory, { ...member, role: asRole(row.role) })
  })
}

/** Who has accepted an invitation just now is changed as the member that they are. */
async function findToChange(
  tx: Transaction,
  directory: Directory,
  id: string,
): Promise<UserRow> {
  const { organizationId } = directory
  let row = await findUser(tx, directory, id)
  if (row.user_id === null) {
    const { email } = row
    const facts = await findArrivalFacts(tx, { organizationId, email })
    if (facts.is_member && facts.account_id !== null) {
      await joinInvited(tx, directory, { organizationId, userId: facts.account_id })
      row = await findUser(tx, directory, id)
    }
  }
  requireMatch(directory, versionOf(ownAttributes(row)))
  return row
}

async function refuseTakenName(
  tx: Transaction,
  { organizationId }: Directory,
  { userName, userNameKey }: UserInput,
  // oxlint-disable-next-line max-params -- a transaction, whose users, the name, and whose it may be
  ownId?: string,
): Promise<void> {
  const namesakes = await tx.many(selectUsersBy({ key: 'userName' }), {
    organizationId,
    value: userNameKey,
  })
  const isTaken = namesakes.some(
    (row) =>
      row.id !== ownId && (row.user_name ?? row.email).toLowerCase() === userNameKey,
  )
  if (isTaken) throw notUnique('userName', userName)
}

/**
 * Users that are not active cost nobody anything, and no other bound counts them. Deactivating somebody
 * is never refused: new ones are.
 */
async function refuseBeyondInactive(
  tx: Transaction,
  { organizationId }: Directory,
): Promise<void> {
  const found = await tx.first(countInactive, { organizationId, usersMax: inactiveMax })
  if (written(found).count >= inactiveMax) throw tooManyInactive(inactiveMax)
}

/** The id of a new user: that of the member where there is one already. */
async function idOf(
  tx: Transaction,
  { organizationId }: Directory,
  { userId, email, wasMember }: Arrival,
): Promise<string> {
  if (userId !== undefined && !wasMember) return userId
  const [key, value] =
    userId === undefined ? (['invited', email] as const) : (['member', userId] as const)
  const held = await tx.first(selectUsersBy({ key }), { organizationId, value })
  if (held !== undefined && held.user_name !== null) throw notUnique('address', email)
  return userId ?? newId()
}

/** Who is invited comes in anew once the address is another one, or they are active again. */
async function arrivalOf(
  tx: Transaction,
  directory: Directory,
  { row, user }: { readonly row: UserRow; readonly user: UserInput },
): Promise<Arrival> {
  const { organizationId } = directory
  const email = user.email ?? row.email
  if (row.user_id !== null) return { userId: row.user_id, email, wasMember: true }
  const isOther = email !== row.email
  if (isOther || !user.isActive) {
    await withdrawInvite(tx, { organizationId, email: row.email })
  }
  const isAnew = user.isActive && (isOther || !row.is_active)
  if (!isAnew && !isOther) return { userId: undefined, email, wasMember: false }
  const arrival = await comeIn(tx, directory, { ...user, email })
  if (isOther) await idOf(tx, directory, arrival)
  return arrival
}

interface Kept {
  readonly id: string
  readonly user: UserInput
  readonly arrival: Arrival
}

async function keep(
  tx: Transaction,
  { organizationId }: Directory,
  { id, user, arrival }: Kept,
): Promise<void> {
  const { userId = null, email } = arrival
  const { userName, userNameKey, externalId, emails, isActive, attributes } = user
  await tx.run(upsertUser, {
    organizationId,
    id,
    userId,
    userName,
    userNameKey,
    externalId,
    email,
    emails,
    isActive,
    attributes: storableJson(attributes),
  })
}

/** Suspends a member or takes that back; who is invited has nothing to lose yet. */
async function setActive(
  tx: Transaction,
  directory: Directory,
  { id, isActive }: { readonly id: string; readonly isActive: boolean },
): Promise<void> {
  const {
    user_id: userId,
    role,
    is_active: wasActive,
  } = await findUser(tx, directory, id)
  if (userId === null || wasActive === isActive) return
  const member = { organizationId: directory.organizationId, userId }
  if (!isActive) await requireOtherAdmin(tx, member, { role, disabled: false })
  await suspendMember(tx, directory, { ...member, isSuspended: !isActive })
}
