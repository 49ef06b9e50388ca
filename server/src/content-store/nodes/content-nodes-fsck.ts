import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import { globalWalk } from '#/platform/integrity/global-walk.ts'
import {
  type OrganizationCheck,
  organizationCheck,
  problem,
} from '#/platform/integrity/integrity-check.ts'

const pageSize = 5_000

const parent = organizationCheck(
  'content-parent',
  (organizationId) => sql`
    select n.id, 'collection' as expected, above.kind as found
    from content_node as n
    left join content_node as above
      on above.organization_id = ${organizationId} and above.id = n.parent_id
    where n.organization_id = ${organizationId} and n.parent_id is not null`,
)

// Each node is compared with its parent alone: if every comparison holds, so does the whole tree,
// without cycles.
const lineage = organizationCheck(
  'content-lineage',
  (organizationId) => sql`
    select n.id, array_prepend(n.id, coalesce(above.lineage, '{}'))::text as expected,
      n.lineage::text as found
    from content_node as n
    left join content_node as above
      on above.organization_id = ${organizationId} and above.id = n.parent_id
    where n.organization_id = ${organizationId}
      and (n.parent_id is null or above.id is not null)`,
)

const baseLevel = organizationCheck(
  'content-base-level',
  (organizationId) => sql`
    select n.id, n.base_level as found,
      case when n.default_level = 'inherit' then coalesce(above.base_level, 'member')
        else n.default_level end as expected
    from content_node as n
    left join content_node as above
      on above.organization_id = ${organizationId} and above.id = n.parent_id
    where n.organization_id = ${organizationId}
      and (n.parent_id is null or above.id is not null)`,
)

const selectNodes = statement(
  'fsck.content-nodes',
  (p: { organizationId: string; after: string; rowsMax: number }) =>
    sqlBuilder
      .selectFrom('content_node')
      .select(['id', 'kind'])
      .where('organization_id', '=', p.organizationId)
      .where('state', '=', 'live')
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(p.rowsMax),
)

const selectHomes = statement(
  'fsck.content-homes',
  (p: { organizationId: string; ids: string[] }) =>
    sqlBuilder
      .selectFrom('directory')
      .select(['id', 'kind'])
      .where('organization_id', '=', p.organizationId)
      .where(sql<boolean>`id = any(${p.ids}::text[])`),
)

/** Checks that nodes have a home; in two statements, as a cluster has the tables on two nodes. */
const listed: OrganizationCheck = {
  kind: 'content-home-missing',
  async run(db, organizationId) {
    const kind = 'content-home-missing'
    const problems = []
    let rows = 0
    for (let after = ''; ;) {
      const of = { organizationId, after, rowsMax: pageSize }
      const page = await db.many(selectNodes, of)
      rows += page.length
      const ids = page.map(({ id }) => id)
      const homes = await db.many(selectHomes, { organizationId, ids })
      const known = new Map(homes.map((home) => [home.id, home.kind]))
      for (const { id, kind: expected } of page) {
        const found = known.get(id) ?? null
        if (found !== expected) {
          problems.push(problem({ organizationId, kind, id, expected, found }))
        }
      }
      const last = ids.at(-1)
      if (last === undefined || ids.length < pageSize) return { rows, problems }
      after = last
    }
  },
}

const selectNodesAmong = statement(
  'fsck.content-nodes-among',
  (p: { organizationId: string; ids: string[] }) =>
    sqlBuilder
      .selectFrom('content_node')
      .select('id')
      .where('organization_id', '=', p.organizationId)
      .where('state', '=', 'live')
      .where(sql<boolean>`id = any(${p.ids}::text[])`),
)

interface DirectoryRow {
  readonly id: string
  readonly kind: string
  readonly organization_id: string
}

export const contentHomeWalk = globalWalk<DirectoryRow>({
  kind: 'content-home-orphan',
  table: 'directory',
  key: ['id'],
  columns: ['id', 'kind', 'organization_id'],
  async verify(db, organizationId, rows) {
    const homes = rows.filter(({ kind }) => kind === 'collection' || kind === 'space')
    const ids = homes.map(({ id }) => id)
    const found = await db.many(selectNodesAmong, { organizationId, ids })
    const known = new Set(found.map(({ id }) => id))
    const orphan = { organizationId, kind: 'content-home-orphan', expected: null }
    return homes
      .filter(({ id }) => !known.has(id))
      .map(({ id, kind }) => problem({ ...orphan, id, found: kind }))
  },
})

export const contentNodeChecks: readonly OrganizationCheck[] = [
  parent,
  lineage,
  baseLevel,
  listed,
]
