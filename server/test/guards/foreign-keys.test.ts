import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { rowsOf } from './database-catalogue.ts'
import { createMigratedDatabase } from './migrated-database.ts'

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly columns: readonly string[]
}

interface Index {
  readonly table: string
  readonly columns: readonly string[]
}

interface Keys {
  readonly foreignKeys: readonly ForeignKey[]
  /** Those that can find any row: valid, over columns, without a condition. */
  readonly indexes: readonly Index[]
}

/** Without an index, deleting what a key points to reads the whole table. */
function problems({ foreignKeys, indexes }: Keys): string[] {
  return foreignKeys
    .filter((key) => !indexes.some((index) => leads(index, key)))
    .map(
      ({ table, name, columns }) =>
        `${table}.${name} needs an index on (${columns.join(', ')})`,
    )
}

function leads(index: Index, key: ForeignKey): boolean {
  const leading = index.columns.slice(0, key.columns.length).toSorted()
  return index.table === key.table && leading.join() === key.columns.toSorted().join()
}

async function readKeys(databaseUrl: string): Promise<Keys> {
  const foreignKeys = await rowsOf<ForeignKey>(
    databaseUrl,
    `select k.conrelid::regclass::text as table, k.conname as name, (
       select array_agg(a.attname::text order by u.place)
       from unnest(k.conkey) with ordinality as u (number, place)
       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.number) as columns
     from pg_constraint k
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
  )
  const indexes = await rowsOf<Index>(
    databaseUrl,
    `select x.indrelid::regclass::text as table, (
       select array_agg(coalesce(a.attname::text, '') order by u.place)
       from unnest(x.indkey::smallint[]) with ordinality as u (number, place)
       left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = u.number
         and u.number > 0
       where u.place <= x.indnkeyatts) as columns
     from pg_index x
     join pg_class c on c.oid = x.indexrelid
     join pg_am m on m.oid = c.relam
     where c.relnamespace = 'public'::regnamespace and x.indisvalid
       and x.indpred is null and m.amname = 'btree'`,
  )
  return { foreignKeys, indexes }
}

describe('foreign keys', () => {
  let database: Awaited<ReturnType<typeof createMigratedDatabase>>
  before(async () => {
    database = await createMigratedDatabase('keys')
  })
  after(async () => database.drop())

  it('each have an index that begins with their columns', async () => {
    const keys = await readKeys(database.url)
    assert.ok(keys.foreignKeys.length > 5, 'the keys were read')
    assert.deepEqual(problems(keys), [])
  })

  it('would be caught in a real schema, whatever index merely looks right', async () => {
    await rowsOf(
      database.url,
      `set search_path = public;
       create table orphan (
         other text, account_id text references account, gone boolean,
         late text references account, halved text references account,
         worded text references account);
       create index on orphan (other, account_id);
       create index on orphan (late) where gone;
       create index on orphan (other) include (halved);
       create index on orphan (lower(worded));`,
    )
    const columns = ['account_id', 'late', 'halved', 'worded']
    assert.deepEqual(
      problems(await readKeys(database.url)).toSorted(),
      columns
        .map(
          (column) => `public.orphan.orphan_${column}_fkey needs an index on (${column})`,
        )
        .toSorted(),
    )
  })

  it('are satisfied by an index with the same leading columns in another order', () => {
    const key = {
      table: 'team_member',
      name: 'fk',
      columns: ['organization_id', 'user_id'],
    }
    const index = {
      table: 'team_member',
      columns: ['user_id', 'organization_id', 'team_id'],
    }
    assert.deepEqual(problems({ foreignKeys: [key], indexes: [index] }), [])
    assert.equal(
      problems({ foreignKeys: [key], indexes: [{ ...index, table: 'x' }] }).length,
      1,
    )
  })
})
