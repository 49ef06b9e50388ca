import { Client, type QueryConfig } from 'pg'

import type { Database } from '#/platform/database/database.ts'

interface Table {
  readonly name: string
  /** Without those that follow from others. */
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

/** Whose rows to watch: those of an organization, and those of accounts. */
export interface RowsOf {
  readonly organizationId: string
  readonly accountIds: readonly string[]
}

export interface Snapshot {
  /** Whether anything was written since the last restore. */
  readonly isWritten: () => Promise<boolean>
  /** Tables in which rows of a place were written and are not as they were. */
  readonly changed: (of: RowsOf) => Promise<readonly string[]>
  /** Puts every row back as it was; what only grows is left alone. */
  readonly restore: () => Promise<void>
  readonly close: () => Promise<void>
}

// Logs of what happened: a restore need not forget them, and nothing reads them back.
const growing = new Set(['event', 'idempotency_record', 'event_pending'])
const ignored = new Set(['schema_migration'])
// Whoever a site lets in is given a token there, wherever they come from, and what they do is counted
// a moment after the request that told it.
const unwatched = new Set(['site_token', 'site_insight', 'site_insight_state'])

/** Remembers all rows, so that a sweep can change what it likes and find it unchanged the next time. */
export async function takeSnapshot(db: Database, url: string): Promise<Snapshot> {
  const tables = new Map((await readTables(db)).map((table) => [table.name, table]))
  await db.raw('create schema gate_snapshot')
  for (const table of tables.values()) {
    if (!growing.has(table.name)) await copyRows(db, table)
  }
  await noteWrites(db, [...tables.values()])
  const client = await openUnchecked(url)
  const namesIn = async (asked: QueryConfig) =>
    (await client.query<{ name: string }>(asked)).rows.map(({ name }) => name)
  return {
    isWritten: async () => (await namesIn(anyWritten)).length > 0,
    async changed(of) {
      const changed: string[] = []
      for (const name of await namesIn(writtenOf(of))) {
        const table = tables.get(name)
        if (table === undefined || unwatched.has(name)) continue
        const isGrown = growing.has(name)
        if (isGrown || (await namesIn(different(table, of))).length > 0) {
          changed.push(name)
        }
      }
      return changed
    },
    async restore() {
      await client.query('begin')
      await client.query(takeNotes)
      for (const name of await namesIn(taken)) {
        const table = tables.get(name)
        if (table === undefined || growing.has(name)) continue
        await client.query(removal(table))
        await client.query(insertion(table))
      }
      await client.query('delete from gate_snapshot.taken')
      await client.query('commit')
    },
    close: async () => client.end(),
  }
}

async function copyRows(db: Database, { name, key }: Table): Promise<void> {
  await db.raw(`
    create table gate_snapshot.${name} as table public.${name};
    create unique index on gate_snapshot.${name} (${key.join(', ')})`)
}

/**
 * A connection on which what was true once needs no check, and nothing is removed along with something
 * else. Its statements have names and keep their plans: that of a table of many days is dear. One that
 * goes through all rows for each that was written is never the one to keep.
 */
async function openUnchecked(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`
    set session_replication_role = replica;
    set plan_cache_mode = force_generic_plan;
    set enable_nestloop = off;
    set jit = off`)
  return client
}

/** Every written row leaves its key: few are written at a time, and many are there. */
async function noteWrites(db: Database, tables: readonly Table[]): Promise<void> {
  await db.raw(`
    create unlogged table gate_snapshot.written (name text not null, row jsonb not null);
    create unlogged table gate_snapshot.taken (like gate_snapshot.written)`)
  for (const { name, key, columns } of tables) {
    const told = new Set([
      ...key,
      ...columns.filter((column) => scopeColumns.includes(column)),
    ])
    const noted = (row: 'old' | 'new') =>
      `insert into gate_snapshot.written values ('${name}',
        jsonb_build_object(${Array.from(told, (column) => `'${column}', ${row}.${column}`).join(', ')}));`
    await db.raw(`
      create function gate_snapshot.note_${name}() returns trigger language plpgsql as $$
        begin
          if tg_op <> 'INSERT' then ${noted('old')} end if;
          if tg_op <> 'DELETE' then ${noted('new')} end if;
          return null;
        end $$;
      create trigger gate_note_write after insert or update or delete
      on public.${name} for each row execute function gate_snapshot.note_${name}()`)
  }
}

const scopeColumns = ['organization_id', 'account_id']
const anyWritten = {
  name: 'any written',
  text: 'select name from gate_snapshot.written limit 1',
}
/** A write that ends only now is left for the next time. */
const takeNotes = {
  name: 'take notes',
  text: `with gone as (delete from gate_snapshot.written returning name, row)
    insert into gate_snapshot.taken select distinct name, row from gone`,
}
const taken = { name: 'taken', text: 'select distinct name from gate_snapshot.taken' }

function writtenOf({ organizationId, accountIds }: RowsOf): QueryConfig {
  return {
    name: 'written of',
    text: `select distinct name from gate_snapshot.written
      where row ->> 'organization_id' = $1 or row ->> 'account_id' = any($2::text[])
        or (name = 'account' and row ->> 'id' = any($2::text[]))`,
    values: [organizationId, accountIds],
  }
}

/** When a token was last used is no change to what it stands for. */
function different({ name, key, columns }: Table, of: RowsOf): QueryConfig {
  const scopes = [
    ...(columns.includes('organization_id') ? ['noted.organization_id = $1'] : []),
    ...(columns.includes('account_id') ? ['noted.account_id = any($2::text[])'] : []),
    ...(name === 'account' ? ['noted.id = any($2::text[])'] : []),
  ]
  const found = (schema: string) =>
    `(select to_jsonb(t) - 'last_used_at' from ${schema}.${name} t where ${sameKey('t', 'noted', key)})`
  // Not every table asks for both.
  return {
    name: `different ${name}`,
    text: `with given as (select $1::text, $2::text[])
      select written.name from gate_snapshot.written
        cross join jsonb_populate_record(null::public.${name}, written.row) as noted
      where written.name = '${name}' and (${scopes.join(' or ')})
        and ${found('public')} is distinct from ${found('gate_snapshot')}
      limit 1`,
    values: [of.organizationId, of.accountIds],
  }
}

function removal({ name, key }: Table): QueryConfig {
  return {
    name: `remove ${name}`,
    text: `delete from public.${name} t
      using gate_snapshot.taken
        cross join jsonb_populate_record(null::public.${name}, taken.row) as noted
      where taken.name = '${name}' and ${sameKey('t', 'noted', key)}`,
  }
}

function insertion({ name, key, columns }: Table): QueryConfig {
  const given = columns.map((column) => `"${column}"`).join(', ')
  return {
    name: `insert ${name}`,
    text: `insert into public.${name} (${given})
      select distinct on (${key.map((column) => `s.${column}`).join(', ')})
        ${columns.map((column) => `s."${column}"`).join(', ')}
      from gate_snapshot.taken
        cross join jsonb_populate_record(null::public.${name}, taken.row) as noted
        join gate_snapshot.${name} s on ${sameKey('s', 'noted', key)}
      where taken.name = '${name}'`,
  }
}

function sameKey(one: string, other: string, key: readonly string[]): string {
  return key.map((column) => `${one}.${column} = ${other}.${column}`).join(' and ')
}

async function readTables(db: Database): Promise<Table[]> {
  const { rows } = await db.raw(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         and a.attgenerated = '') as columns,
      (select array_agg(a.attname::text) from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
       where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns of the statement above
  const tables = (rows as (Omit<Table, 'key'> & { key: string[] | null })[])
    .filter(({ name }) => !ignored.has(name))
    .map((table) => ({ ...table, key: table.key ?? [] }))
  const keyless = tables.filter(({ key }) => key.length === 0)
  if (keyless.length > 0) {
    throw new Error(`Without a key: ${keyless.map(({ name }) => name).join(', ')}`)
  }
  return tables
}
