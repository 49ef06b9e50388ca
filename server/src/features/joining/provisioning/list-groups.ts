import type { Resource } from './attribute-places.ts'
import type { Directory } from './directory.ts'
import { keysOf, valuesAsked } from './filter-keys.ts'
import { matches } from './filter-match.ts'
import { type Filter, parseFilter } from './filter.ts'
import { withMembers } from './find-group.ts'
import {
  countGroups,
  type GroupKey,
  type GroupRow,
  selectGroupPage,
  selectGroupsBy,
} from './group-queries.ts'
import { titleOf, viewGroup } from './group-view.ts'
import { type ListPage, pageOf, readListPage, viewList } from './list-page.ts'
import { project, type Projection, readProjection, shows } from './projection.ts'
import { groupKind } from './resource-schemas.ts'
import { invalidFilter, tooMany } from './scim-errors.ts'

type Query = Readonly<Record<string, unknown>>

/** How many groups are looked at for a filter. */
const scannedMax = 1_000
/** How many members an answer lists, unless those of a single group are more. */
const membersMax = 10_000

const indexed: Readonly<Record<string, GroupKey>> = {
  id: 'id',
  displayName: 'title',
  externalId: 'externalId',
  members: 'member',
}

export async function listGroups(directory: Directory, query: Query): Promise<Resource> {
  const page = readListPage(query)
  const projection = readProjection(query, groupKind)
  const { filter } = query
  const { rows, total } =
    typeof filter === 'string' && filter.trim() !== ''
      ? await findFitting(directory, parseFilter(filter, groupKind), page)
      : await findPage(directory, page)
  const shown = shows(projection, 'members') ? asManyAsFit(rows) : rows
  const resources = await viewGroups(directory, shown, projection)
  return viewList(resources, { total, startIndex: page.startIndex })
}

/** A page may have fewer groups than were asked for: the next one begins behind them. */
function asManyAsFit(rows: readonly GroupRow[]): readonly GroupRow[] {
  let members = 0
  const end = rows.findIndex((row, index) => {
    members += row.members
    return index > 0 && members > membersMax
  })
  return end === -1 ? rows : rows.slice(0, end)
}

export async function viewGroups(
  directory: Directory,
  rows: readonly GroupRow[],
  projection: Projection,
): Promise<Resource[]> {
  const { db, baseUrl } = directory
  const isShown = shows(projection, 'members')
  const groups = await withMembers(db, directory, { rows, isShown })
  return groups.map(({ row, members, digest }) =>
    project(viewGroup(row, { baseUrl, members, digest }), projection),
  )
}

interface Found {
  readonly rows: readonly GroupRow[]
  readonly total: number
}

async function findPage(
  { db, organizationId }: Directory,
  { startIndex, count }: ListPage,
): Promise<Found> {
  const [counted, rows] = await Promise.all([
    db.first(countGroups, { organizationId }),
    count === 0
      ? []
      : db.many(selectGroupPage, {
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
  const { baseUrl } = directory
  const [candidates, groupsOf] = await Promise.all([
    findCandidates(directory, filter),
    findGroupsOf(directory, filter),
  ])
  const fitting = candidates.filter((row) => {
    const members = [...groupsOf]
      .filter(([, teamIds]) => teamIds.has(row.id))
      .map(([value]) => ({ team_id: row.id, value, display: '' }))
    return matches(viewGroup(row, { baseUrl, members, digest: '' }), filter)
  })
  return { rows: pageOf(fitting, page), total: fitting.length }
}

/** Of each member that a filter asks for, the groups: nobody needs all members of a group for that. */
async function findGroupsOf(
  { db, organizationId }: Directory,
  filter: Filter,
): Promise<Map<string, ReadonlySet<string>>> {
  const asked = valuesAsked(filter, 'members')
  if (asked === undefined) {
    throw invalidFilter('members are compared with "eq" and the id of a user')
  }
  const found = await Promise.all(
    [...new Set(asked)].map(async (value) => {
      const rows = await selectBy({ db, organizationId }, { key: 'member', value })
      return [value, new Set(rows.map(({ id }) => id))] as const
    }),
  )
  return new Map(found)
}

async function findCandidates(
  directory: Directory,
  filter: Filter,
): Promise<readonly GroupRow[]> {
  const keys = keysOf(filter, indexed)
  if (keys === undefined) {
    const { db, organizationId } = directory
    const rowsMax = scannedMax + 1
    const of = { organizationId, skipped: 0, rowsMax }
    return refuseMany(await db.many(selectGroupPage, of))
  }
  const found = await Promise.all(
    keys.map(async ({ key, value }) =>
      selectBy(directory, { key, value: key === 'title' ? titleOf(value) : value }),
    ),
  )
  const byId = new Map(found.flat().map((row) => [row.id, row]))
  return [...byId.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

async function selectBy(
  { db, organizationId }: Pick<Directory, 'db' | 'organizationId'>,
  { key, value }: { readonly key: GroupKey; readonly value: string },
): Promise<readonly GroupRow[]> {
  return refuseMany(await db.many(selectGroupsBy({ key }), { organizationId, value }))
}

function refuseMany(rows: readonly GroupRow[]): readonly GroupRow[] {
  if (rows.length > scannedMax) {
    throw tooMany(`This filter would look at more than ${scannedMax} groups.`)
  }
  return rows
}
