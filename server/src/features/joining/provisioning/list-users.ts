import type { Resource } from './attribute-places.ts'
import type { Directory } from './directory.ts'
import { keysOf, valuesAsked } from './filter-keys.ts'
import { matches } from './filter-match.ts'
import { type Filter, parseFilter } from './filter.ts'
import { type ListPage, pageOf, readListPage, viewList } from './list-page.ts'
import { project, type Projection, readProjection, shows } from './projection.ts'
import { userKind } from './resource-schemas.ts'
import { invalidFilter, tooMany } from './scim-errors.ts'
import {
  countUsers,
  selectTeamsOfUsers,
  selectUserPage,
  selectUsersBy,
  type UserKey,
  type UserRow,
} from './user-queries.ts'
import { type GroupOfUser, viewUser } from './user-view.ts'

type Query = Readonly<Record<string, unknown>>

/** How many users are looked at for a filter that no index helps with. */
const scannedMax = 2_000

const indexed: Readonly<Record<string, UserKey>> = {
  id: 'id',
  userName: 'userName',
  externalId: 'externalId',
  emails: 'emails',
}

export async function listUsers(directory: Directory, query: Query): Promise<Resource> {
  const page = readListPage(query)
  const projection = readProjection(query, userKind)
  const { filter } = query
  const { rows, total } =
    typeof filter === 'string' && filter.trim() !== ''
      ? await findFitting(directory, parseFilter(filter, userKind), page)
      : await findPage(directory, page)
  const resources = await viewUsers(directory, rows, projection)
  return viewList(resources, { total, startIndex: page.startIndex })
}

/** Users as an answer shows them. */
export async function viewUsers(
  { db, organizationId, baseUrl }: Directory,
  rows: readonly UserRow[],
  projection: Projection,
): Promise<Resource[]> {
  const userIds = shows(projection, 'groups')
    ? rows.map(({ user_id: userId }) => userId).filter((id) => id !== null)
    : []
  const teams =
    userIds.length === 0
      ? []
      : await db.many(selectTeamsOfUsers, { organizationId, userIds })
  const teamsOf = Map.groupBy(teams, ({ user_id: userId }) => userId)
  return rows.map((row) => {
    const of: readonly { team_id: string; title: string }[] =
      teamsOf.get(row.user_id ?? '') ?? []
    const groups: GroupOfUser[] = of.map(({ team_id: id, title }) => ({ id, title }))
    return project(viewUser(row, { baseUrl, groups }), projection)
  })
}

interface Found {
  readonly rows: readonly UserRow[]
  readonly total: number
}

async function findPage(
  { db, organizationId }: Directory,
  { startIndex, count }: ListPage,
): Promise<Found> {
  const [counted, rows] = await Promise.all([
    db.first(countUsers, { organizationId }),
    count === 0
      ? []
      : db.many(selectUserPage, {
          organizationId,
          skipped: startIndex - 1,
          rowsMax: count,
        }),
  ])
  return { rows, total: counted?.count ?? 0 }
}

async function findFitting(
  directory: Directory,
  filter: Filter,
  page: ListPage,
): Promise<Found> {
  if (valuesAsked(filter, 'groups')?.length !== 0) {
    throw invalidFilter(
      'users are not found by their groups; ask for groups by "members"',
    )
  }
  const { baseUrl } = directory
  const candidates = await findCandidates(directory, filter)
  const fitting = candidates.filter((row) =>
    matches(viewUser(row, { baseUrl, groups: [] }), filter),
  )
  return { rows: pageOf(fitting, page), total: fitting.length }
}

async function findCandidates(
  { db, organizationId }: Directory,
  filter: Filter,
): Promise<UserRow[]> {
  const keys = keysOf(filter, indexed)
  if (keys === undefined) {
    const rowsMax = scannedMax + 1
    const all = await db.many(selectUserPage, { organizationId, skipped: 0, rowsMax })
    if (all.length > scannedMax) {
      throw tooMany(
        `This filter would look at more than ${scannedMax} users. Ask with "eq" for an id, userName, externalId or address.`,
      )
    }
    return all
  }
  const found = await Promise.all(
    keys.map(async ({ key, value: asked }) => {
      const isExact = key === 'id' || key === 'externalId'
      const value = isExact ? asked : asked.toLowerCase()
      return db.many(selectUsersBy({ key }), { organizationId, value })
    }),
  )
  const byId = new Map(found.flat().map((row) => [row.id, row]))
  return [...byId.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
}
