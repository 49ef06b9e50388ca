import type { TeamMembership, TeamRole } from '@lectern/contract/teams.ts'

import type { Transaction } from '#/platform/database/transaction.ts'
import { invalidRequest } from '#/platform/errors/api-error.ts'

import {
  deleteTeamMembers,
  selectReferencedMembers,
  selectTeamRoles,
  upsertTeamMembers,
} from './team-member-queries.ts'
import { addToTeamSize } from './team-queries.ts'
import { asTeamRole } from './team-view.ts'

export interface MembershipChanges {
  /** User ids or e-mail addresses, as in `memberships` and `remove`. */
  readonly add: readonly string[]
  readonly memberships: Readonly<Record<string, TeamMembership>>
  readonly remove: readonly string[]
}

type OfTeam = Readonly<{ organizationId: string; teamId: string }>

/**
 * Applies add, then memberships, then remove; gives the named users who are then in the team, with
 * their roles.
 */
export async function setTeamMembers(
  tx: Transaction,
  { organizationId, teamId }: OfTeam,
  changes: MembershipChanges,
): Promise<Map<string, TeamRole>> {
  const team = { organizationId, teamId }
  const resolve = await referenceResolver(tx, organizationId, changes)
  const named = new Set(
    [...changes.add, ...Object.keys(changes.memberships)].map(resolve.known),
  )
  const removed = new Set(
    changes.remove.map(resolve.maybe).filter((id) => id !== undefined),
  )
  const before = await rolesBefore(tx, team, [...named, ...removed])

  const wanted = new Map<string, TeamRole>()
  for (const reference of changes.add) {
    const userId = resolve.known(reference)
    wanted.set(userId, before.get(userId) ?? 'member')
  }
  for (const [reference, { role }] of Object.entries(changes.memberships)) {
    wanted.set(resolve.known(reference), role)
  }
  for (const userId of removed) wanted.delete(userId)

  const leaving = [...removed].filter((userId) => before.has(userId))
  const joining = [...wanted.keys()].filter((userId) => !before.has(userId))
  if (wanted.size > 0) {
    await tx.run(upsertTeamMembers, {
      ...team,
      userIds: [...wanted.keys()],
      roles: [...wanted.values()],
      addedIds: joining,
    })
  }
  if (leaving.length > 0) await tx.run(deleteTeamMembers, { ...team, userIds: leaving })
  const by = joining.length - leaving.length
  if (by !== 0) await tx.run(addToTeamSize, { ...team, by })
  return wanted
}

async function referenceResolver(
  tx: Transaction,
  organizationId: string,
  { add, memberships, remove }: MembershipChanges,
) {
  const references = [...new Set([...add, ...Object.keys(memberships), ...remove])]
  const emails = references
    .filter((text) => text.includes('@'))
    .map((text) => text.toLowerCase())
  const found = await tx.many(selectReferencedMembers, {
    organizationId,
    references,
    emails,
  })
  const ids = new Map(found.map(({ reference, user_id }) => [reference, user_id]))
  const maybe = (reference: string) =>
    ids.get(reference) ?? ids.get(reference.toLowerCase())
  return {
    maybe,
    known: (reference: string): string => {
      const userId = maybe(reference)
      if (userId === undefined) {
        throw invalidRequest(`"${reference}" is not a member of the organization.`)
      }
      return userId
    },
  }
}

async function rolesBefore(
  tx: Transaction,
  team: OfTeam,
  userIds: string[],
): Promise<Map<string, TeamRole>> {
  if (userIds.length === 0) return new Map()
  const rows = await tx.many(selectTeamRoles, { ...team, userIds })
  return new Map(rows.map(({ user_id, role }) => [user_id, asTeamRole(role)]))
}
