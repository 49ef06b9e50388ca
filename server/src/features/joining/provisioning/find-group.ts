import type { Queryable } from '#/platform/database/queryable.ts'
import { notFound } from '#/platform/errors/api-error.ts'

import type { Directory } from './directory.ts'
import {
  type GroupMemberRow,
  type GroupRow,
  selectGroupMembers,
  selectGroupsBy,
  selectMemberDigests,
} from './group-queries.ts'

type InOrganization = Pick<Directory, 'organizationId'>

export async function findGroup(
  db: Queryable,
  { organizationId }: InOrganization,
  id: string,
): Promise<GroupRow> {
  const of = { organizationId, value: id }
  const row = await db.first(selectGroupsBy({ key: 'id' }), of)
  if (row === undefined) throw notFound('group', id)
  return row
}

export interface GroupWithMembers {
  readonly row: GroupRow
  readonly members: readonly GroupMemberRow[] | undefined
  readonly digest: string
}

/** Groups with who is in them, where that is shown, and with what tells one such state from another. */
export async function withMembers(
  db: Queryable,
  { organizationId }: InOrganization,
  { rows, isShown }: { readonly rows: readonly GroupRow[]; readonly isShown: boolean },
): Promise<GroupWithMembers[]> {
  const teamIds = rows.map(({ id }) => id)
  if (teamIds.length === 0) return []
  const [members, digests] = await Promise.all([
    isShown ? db.many(selectGroupMembers, { organizationId, teamIds }) : [],
    db.many(selectMemberDigests, { organizationId, teamIds }),
  ])
  const membersOf = Map.groupBy(members, ({ team_id: teamId }) => teamId)
  const digestOf = new Map(digests.map(({ team_id: teamId, digest }) => [teamId, digest]))
  return rows.map((row) => ({
    row,
    members: isShown ? (membersOf.get(row.id) ?? []) : undefined,
    digest: digestOf.get(row.id) ?? '0',
  }))
}
