import type { Transaction } from '#/platform/database/transaction.ts'
import { newId } from '#/platform/ids/new-id.ts'
import type { By } from '#/platform/outbox/recorder.ts'
import { count } from '#/platform/tenancy/counters.ts'

import { setTeamMembers } from './set-team-members.ts'
import {
  teamCreated,
  teamMembersChanged,
  teamRemoved,
  teamRenamed,
} from './team-events.ts'
import { deleteTeam, insertTeam, updateTeamTitle } from './team-queries.ts'

type OfTeam = Readonly<{ organizationId: string; teamId: string }>

/** Makes a team without members, and gives its id. */
export async function makeTeam(
  tx: Transaction,
  by: By,
  { organizationId, title }: { readonly organizationId: string; readonly title: string },
): Promise<string> {
  const team = { organizationId, teamId: newId(), title }
  await tx.run(insertTeam, team)
  count(tx, { organizationId, name: 'teams', by: 1 })
  teamCreated(tx, by, team)
  return team.teamId
}

/** Renames a team, which must be locked. */
export async function renameTeam(
  tx: Transaction,
  by: By,
  team: OfTeam & { readonly title: string; readonly previousTitle: string },
): Promise<void> {
  const { organizationId, teamId, title, previousTitle } = team
  if (title === previousTitle) return
  await tx.run(updateTeamTitle, { organizationId, teamId, title })
  teamRenamed(tx, by, team)
}

/** Puts members into a team, which must be locked, and takes others out. */
export async function changeTeamMembers(
  tx: Transaction,
  by: By,
  {
    add,
    remove,
    ...team
  }: OfTeam & { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<void> {
  if (add.length + remove.length === 0) return
  const set = await setTeamMembers(tx, team, { add, memberships: {}, remove })
  teamMembersChanged(tx, by, {
    ...team,
    set: Object.fromEntries(set),
    removed: remove,
  })
}

/** Deletes a team, which must be locked. */
export async function dropTeam(tx: Transaction, by: By, team: OfTeam): Promise<void> {
  await tx.run(deleteTeam, team)
  count(tx, { organizationId: team.organizationId, name: 'teams', by: -1 })
  teamRemoved(tx, by, team)
}
