import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { readTableKinds, rowsOf, type TableKind } from './database-catalogue.ts'
import { createMigratedDatabase } from './migrated-database.ts'

interface Key {
  readonly table: string
  readonly name: string
  readonly kind: 'primary' | 'unique' | 'foreign'
  readonly columns: readonly string[]
  /** The table a foreign key points to. */
  readonly target: string | null
}

interface Schema {
  readonly tables: readonly TableKind[]
  readonly keys: readonly Key[]
  /** Columns that take their value from a sequence. */
  readonly numbered: readonly string[]
}

const kinds = /^(tenant|reference|local|coordinator|distributed\((\w+)\)): \S/

/** The laws of the schema that let an organization be moved to a server of its own. */
function problems(schema: Schema): string[] {
  const kindOf = new Map(
    schema.tables.map(({ table, comment }) => [table, kinds.exec(comment ?? '')]),
  )
  return [
    ...schema.tables
      .filter(({ table }) => !kindOf.get(table))
      .map(
        ({ table }) => `${table} does not say in its comment what kind of table it is`,
      ),
    ...schema.tables.flatMap(({ table }) =>
      tableProblems(table, kindOf.get(table), schema),
    ),
    ...schema.keys
      .filter(({ kind }) => kind === 'foreign')
      .filter(({ table, target }) => {
        const [from, to] = [kindOf.get(table)?.[1], kindOf.get(target ?? '')?.[1]]
        return to !== 'reference' && !(from === 'tenant' && to === 'tenant')
      })
      .map(
        ({ name, target }) =>
          `${name} points to ${target}, which may be on another server`,
      ),
    ...schema.numbered.map((column) => `${column} takes its value from a sequence`),
  ]
}

function tableProblems(
  table: string,
  kind: RegExpExecArray | null | undefined,
  { keys }: Schema,
): string[] {
  const own = keys.filter((key) => key.table === table)
  const primary = own.find((key) => key.kind === 'primary')
  const distributed = kind?.[2]
  if (distributed !== undefined) {
    return primary?.columns.includes(distributed) === true
      ? []
      : [`${table} is distributed by ${distributed}, which its primary key lacks`]
  }
  if (kind?.[1] !== 'tenant') return []
  return [
    ...(primary?.columns[0] === 'organization_id'
      ? []
      : [`the primary key of ${table} does not begin with organization_id`]),
    ...own
      .filter(({ target }) => target === null || kindIsTenant(target, keys))
      .filter(({ columns }) => !columns.includes('organization_id'))
      .map(({ name }) => `${name} lacks organization_id`),
  ]
}

/** A table whose own primary key begins with the organization. */
function kindIsTenant(table: string, keys: readonly Key[]): boolean {
  return keys.some(
    (key) =>
      key.table === table &&
      key.kind === 'primary' &&
      key.columns[0] === 'organization_id',
  )
}

async function readSchema(databaseUrl: string): Promise<Schema> {
  const keys = await rowsOf<Key>(
    databaseUrl,
    `select c.relname as table, i.relname as name, k.columns, null as target,
       case when x.indisprimary then 'primary' else 'unique' end as kind
     from pg_index x
     join pg_class c on c.oid = x.indrelid and not c.relispartition
     join pg_class i on i.oid = x.indexrelid
     cross join lateral (
       select array_agg(pg_get_indexdef(x.indexrelid, n, true) order by n) as columns
       from generate_series(1, x.indnkeyatts) as n) k
     where c.relnamespace = 'public'::regnamespace and x.indisunique
     union all
     select c.relname, f.conname, (
       select array_agg(a.attname::text) from pg_attribute a
       where a.attrelid = f.conrelid and a.attnum = any(f.conkey)), t.relname, 'foreign'
     from pg_constraint f
     join pg_class c on c.oid = f.conrelid and not c.relispartition
     join pg_class t on t.oid = f.confrelid
     where f.contype = 'f' and c.relnamespace = 'public'::regnamespace`,
  )
  const numbered = await rowsOf<{ column: string }>(
    databaseUrl,
    `select c.relname || '.' || a.attname as column
     from pg_attribute a
     join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relnamespace = 'public'::regnamespace
       and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%')`,
  )
  return {
    tables: await readTableKinds(databaseUrl),
    keys,
    numbered: numbered.map(({ column }) => column),
  }
}

describe('tables', () => {
  let database: Awaited<ReturnType<typeof createMigratedDatabase>>
  before(async () => {
    database = await createMigratedDatabase('tables')
  })
  after(async () => database.drop())

  it('say what kind they are, and keep to one organization by their keys', async () => {
    const schema = await readSchema(database.url)
    assert.ok(schema.tables.some(({ comment }) => comment?.startsWith('tenant:')))
    assert.deepEqual(problems(schema), [])
  })

  it('would be caught in a real schema when a key crosses organizations', async () => {
    await rowsOf(
      database.url,
      `set search_path = public;
       create table silent (id text primary key);
       create table stray (organization_id text, id text primary key, number serial,
         home text references directory, name text unique);
       comment on table stray is 'tenant: breaks every law';
       create table lost (id text primary key, owner text);
       comment on table lost is 'distributed(owner): by a column outside its key';`,
    )
    assert.deepEqual(problems(await readSchema(database.url)).toSorted(), [
      'lost is distributed by owner, which its primary key lacks',
      'silent does not say in its comment what kind of table it is',
      'stray.number takes its value from a sequence',
      'stray_home_fkey points to directory, which may be on another server',
      'stray_name_key lacks organization_id',
      'stray_pkey lacks organization_id',
      'the primary key of stray does not begin with organization_id',
    ])
  })
})
