import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { rowsOf } from './database-catalogue.ts'
import { createMigratedDatabase } from './migrated-database.ts'

interface Index {
  readonly table: string
  readonly name: string
  readonly columns: readonly string[]
  readonly isKey: boolean
}

/** Lists of a space or a site need them; whoever looks for one row walks the key in its order instead. */
const known = new Set([
  'alias_by_entry',
  'change_request_by_status',
  'change_request_organization_id_space_id_number_key',
  'comment_by_author',
  'comment_by_time',
  'comment_of_change_request',
  'comment_reply_by_author',
  'comment_reply_by_time',
  'revision_organization_id_space_id_branch_id_number_key',
  'site_customization_by_overridden',
])
const alikeMin = 2

/**
 * To a planner that has no statistics yet, an index that begins like the key is as good as the key: it
 * then reads a whole space to find one row of it. Conditions keep an index from being taken for the key.
 */
function problems(indexes: readonly Index[]): string[] {
  const keys = new Map(
    indexes.filter(({ isKey }) => isKey).map((key) => [key.table, key.columns]),
  )
  return indexes
    .filter(({ table, columns, isKey }) => {
      const key = keys.get(table) ?? []
      const beginsAlike = key
        .slice(0, alikeMin)
        .every((column, at) => column === columns[at])
      return !isKey && key.length > alikeMin && beginsAlike
    })
    .map(({ name }) => name)
}

async function readIndexes(databaseUrl: string): Promise<Index[]> {
  return rowsOf<Index>(
    databaseUrl,
    `select x.indrelid::regclass::text as table, c.relname as name, x.indisprimary as "isKey", (
       select array_agg(pg_get_indexdef(x.indexrelid, k, true) order by k)
       from generate_series(1, x.indnkeyatts) as k) as columns
     from pg_index x
     join pg_class c on c.oid = x.indexrelid
     join pg_am m on m.oid = c.relam
     where c.relnamespace = 'public'::regnamespace and m.amname = 'btree'
       and x.indpred is null and not c.relispartition
     order by c.relname`,
  )
}

describe('indexes', () => {
  let database: Awaited<ReturnType<typeof createMigratedDatabase>>
  before(async () => {
    database = await createMigratedDatabase('indexes')
  })
  after(async () => database.drop())

  it('do not begin like the key of their table, but for those that are known', async () => {
    const found = problems(await readIndexes(database.url))
    assert.deepEqual(found, [...known].toSorted())
  })

  it('that do are found', () => {
    const key = { table: 't', name: 't_pkey', columns: ['a', 'b', 'c'], isKey: true }
    const alike = { table: 't', name: 'alike', columns: ['a', 'b', 'd'], isKey: false }
    const other = { table: 't', name: 'other', columns: ['a', 'd', 'b'], isKey: false }
    assert.deepEqual(problems([key, alike, other]), ['alike'])
  })
})
