import { isDeepStrictEqual } from 'node:util'

import {
  changeTeamMembers,
  dropTeam,
  lockTeam,
  makeTeam,
  renameTeam,
} from '#/features/people/teams/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { notFound } from '#/platform/errors/api-error.ts'

import type { Resource } from './attribute-places.ts'
import { type Directory, requireMatch } from './directory.ts'
import { findGroup, withMembers } from './find-group.ts'
import {
  deleteWishesFor,
  type GroupRow,
  insertWishes,
  selectGroupMembers,
  selectPeople,
  upsertGroup,
} from './group-queries.ts'
import { ownOfGroup, titleOf, versionOfGroup } from './group-view.ts'
import { idsIn, type MemberChanges, refuseMany } from './member-changes.ts'
import { invalidValue } from './scim-errors.ts'

const namesMax = 256

interface GroupInput {
  readonly displayName: string
  readonly externalId: string | null
}

function readGroup({ displayName, externalId }: Resource): GroupInput {
  if (typeof displayName !== 'string' || displayName.trim() === '') {
    throw invalidValue('A group needs a "displayName".')
  }
  const external = typeof externalId === 'string' ? externalId : null
  for (const text of [displayName, external ?? '']) {
    if (Array.from(text).length > namesMax) {
      throw invalidValue(`A name of a group is longer than ${namesMax} characters.`)
    }
  }
  return { displayName, externalId: external }
}

/** Makes a team of a group, and gives its id. */
export async function makeGroup(
  directory: Directory,
  resource: Resource,
): Promise<string> {
  const { db, organizationId } = directory
  const group = readGroup(resource)
  const add = new Set(idsIn(resource['members']))
  refuseMany(add.size)
  return db.transaction(async (tx) => {
    const title = titleOf(group.displayName)
    const teamId = await makeTeam(tx, directory, { organizationId, title })
    await tx.run(upsertGroup, { organizationId, teamId, ...group })
    const changes = { all: undefined, add, remove: new Set<string>() }
    await changeMembers(tx, directory, { teamId, changes })
    return teamId
  }, organizationId)
}

interface GroupChange {
  readonly own: (before: Resource) => Resource
  readonly members: MemberChanges
}

/** Renames a team and changes who is in it. */
export async function changeGroup(
  directory: Directory,
  teamId: string,
  { own, members }: GroupChange,
): Promise<void> {
  const { db, organizationId } = directory
  await db.transaction(async (tx) => {
    const row = await findToChange(tx, directory, teamId)
    const before = ownOfGroup(row)
    const after = own(before)
    const group = readGroup(after)
    if (!isDeepStrictEqual(before, after)) {
      const names = { title: titleOf(group.displayName), previousTitle: row.title }
      await renameTeam(tx, directory, { organizationId, teamId, ...names })
      await tx.run(upsertGroup, { organizationId, teamId, ...group })
    }
    await changeMembers(tx, directory, { teamId, changes: members })
  }, organizationId)
}

export async function removeGroup(directory: Directory, teamId: string): Promise<void> {
  const { db, organizationId } = directory
  await db.transaction(async (tx) => {
    await findToChange(tx, directory, teamId)
    await dropTeam(tx, directory, { organizationId, teamId })
  }, organizationId)
}

async function findToChange(
  tx: Transaction,
  directory: Directory,
  teamId: string,
): Promise<GroupRow> {
  const { organizationId, ifMatch } = directory
  const locked = await tx.first(lockTeam, { organizationId, teamId })
  if (locked === undefined) throw notFound('group', teamId)
  const row = await findGroup(tx, directory, teamId)
  if (ifMatch !== undefined) {
    const shown = { rows: [row], isShown: false }
    const [group] = await withMembers(tx, directory, shown)
    requireMatch(directory, versionOfGroup(row, group?.digest ?? ''))
  }
  return row
}

interface OfMembers {
  readonly teamId: string
  readonly changes: MemberChanges
}

/** Puts members into the team, and notes the wish for those who are invited. */
async function changeMembers(
  tx: Transaction,
  directory: Directory,
  { teamId, changes }: OfMembers,
): Promise<void> {
  const { organizationId } = directory
  const { add, remove } = await differences(tx, directory, { teamId, changes })
  if (add.length + remove.length === 0) return
  const people = await tx.many(selectPeople, { organizationId, ids: [...add, ...remove] })
  const known = new Map(people.map(({ id, user_id: userId }) => [id, userId]))
  const unknown = add.find((id) => !known.has(id))
  if (unknown !== undefined) {
    throw invalidValue(`"${unknown}" is the id of no user of this organization.`)
  }
  const membersAmong = (ids: readonly string[]) =>
    ids.map((id) => known.get(id)).filter((id) => typeof id === 'string')
  const invitedAmong = (ids: readonly string[]) =>
    ids.filter((id) => known.get(id) === null)
  const team = { organizationId, teamId }
  await changeTeamMembers(tx, directory, {
    ...team,
    add: membersAmong(add),
    remove: membersAmong(remove),
  })
  const [wished, unwished] = [invitedAmong(add), invitedAmong(remove)]
  if (wished.length > 0) await tx.run(insertWishes, { ...team, ids: wished })
  if (unwished.length > 0) await tx.run(deleteWishesFor, { ...team, ids: unwished })
}

/** Where a request says who is in the group, what that is against who is in it now. */
async function differences(
  tx: Transaction,
  { organizationId }: Directory,
  { teamId, changes: { all, add, remove } }: OfMembers,
): Promise<{ add: string[]; remove: string[] }> {
  if (all === undefined) return { add: [...add], remove: [...remove] }
  const rows = await tx.many(selectGroupMembers, { organizationId, teamIds: [teamId] })
  const now = new Set(rows.map(({ value }) => value))
  return { add: [...all.difference(now)], remove: [...now.difference(all)] }
}
