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
  /** Tables with rows that were written since the last restore. */
  readonly written: () => Promise<ReadonlySet<string>>
  /** Puts every row back as it was; what only grows is left alone. */
  readonly restore: () => Promise<void>
  /** A checksum per table over the rows of one place. */
  readonly checksums: (
    rows: RowsOf,
    among?: ReadonlySet<string>,
  ) => Promise<ReadonlyMap<string, string>>
  readonly close: () => Promise<void>
}

// Logs of what happened: a restore need not forget them, and nothing reads them back.
const growing = new Set(['event', 'idempotency_record', 'event_pending'])
const ignored = new Set(['schema_migration'])
// Whoever a site lets in is given a token there, wherever they come from.
const unwatched = new Set(['site_token'])

/** Remembers all rows, so that a sweep can change what it likes and find it unchanged the next time. */
export async function takeSnapshot(db: Database, url: string): Promise<Snapshot> {
  const tables = await readTables(db)
  const restored = tables.filter(({ name }) => !growing.has(name))
  await db.raw('create schema gate_snapshot')
  for (const { name } of restored) {
    await db.raw(`create table gate_snapshot.${name} as table public.${name}`)
  }
  await watchWrites(db, tables)
  const client = await openUnchecked(url)
  return {
    written: async () => namesIn(await client.query('table gate_snapshot.written')),
    async restore() {
      const forgotten = namesIn(
        await client.query('delete from gate_snapshot.written returning name'),
      )
      const changed = restored.filter(({ name }) => forgotten.has(name))
      if (changed.length === 0) return
      await client.query('begin')
      for (const table of changed.toReversed()) await client.query(removal(table))
      for (const table of changed) await client.query(insertion(table))
      await client.query('commit')
    },
    async checksums(of, among) {
      const sums = new Map<string, string>()
      for (const table of tables) {
        const isAsked = among?.has(table.name) ?? true
        const asked = isAsked ? checksum(table, of) : undefined
        if (asked === undefined) continue
        const { rows } = await client.query<{ sum: string }>(asked)
        sums.set(table.name, rows[0]?.sum ?? '')
      }
      return sums
    },
    close: async () => client.end(),
  }
}

/**
 * A connection on which what was true once needs no check, and nothing is removed along with something
 * else. Its statements have names and keep their plans: that of a table of many days is dear.
 */
async function openUnchecked(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query('set plan_cache_mode = force_generic_plan')
  return client
}

/** Every written row leaves the name of its table: cheaper to look at than all rows. */
async function watchWrites(db: Database, tables: readonly Table[]): Promise<void> {
  await db.raw(`
    create unlogged table gate_snapshot.written (name text not null);
    create function gate_snapshot.note_write() returns trigger language plpgsql as $$
      begin insert into gate_snapshot.written values (tg_argv[0]); return null; end $$`)
  for (const { name } of tables) {
    // A partition has a name of its own, so the table's is told.
    await db.raw(`create trigger gate_note_write after insert or update or delete
      on public.${name} for each row execute function gate_snapshot.note_write('${name}')`)
  }
}

function namesIn({ rows }: { rows: readonly unknown[] }): ReadonlySet<string> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only column of what is asked
  return new Set((rows as { name: string }[]).map(({ name }) => name))
}

/** Parents before children, so that inserting in this order breaks no foreign key. */
async function readTables(db: Database): Promise<Table[]> {
  const { rows } = await db.raw(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         and a.attgenerated = '') as columns,
      (select array_agg(a.attname::text) from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
       where i.indrelid = c.oid and i.indisprimary) as key,
      array(select p.confrelid::regclass::text from pg_constraint p
            where p.conrelid = c.oid and p.contype = 'f') as parents
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns of the statement above
  const waiting = (rows as (Table & { parents: string[] })[]).filter(
    ({ name }) => !ignored.has(name),
  )
  const ordered: Table[] = []
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ name, parents }) =>
      parents.every(
        (parent) => parent === name || ordered.some((done) => done.name === parent),
      ),
    )
    ordered.push(...waiting.splice(Math.max(next, 0), 1))
  }
  return ordered
}

// Rows are compared as text: a json column has no equality of its own.
function removal({ name }: Table): QueryConfig {
  return {
    name: `remove ${name}`,
    text: `delete from public.${name} t
      where not exists (select from gate_snapshot.${name} s where s::text = t::text)`,
  }
}

function insertion({ name, key, columns }: Table): QueryConfig {
  const sameKey = key.map((column) => `t.${column} = s.${column}`).join(' and ')
  const given = columns.map((column) => `"${column}"`).join(', ')
  return {
    name: `insert ${name}`,
    text: `insert into public.${name} (${given}) select ${given} from gate_snapshot.${name} s
      where not exists (select from public.${name} t where ${sameKey})`,
  }
}

/** When a token was last used is no change to what it stands for. */
function checksum(
  { name, columns }: Table,
  { organizationId, accountIds }: RowsOf,
): QueryConfig | undefined {
  if (unwatched.has(name)) return undefined
  const scopes = [
    ...(columns.includes('organization_id') ? ['t.organization_id = $1'] : []),
    ...(columns.includes('account_id') ? ['t.account_id = any($2::text[])'] : []),
    ...(name === 'account' ? ['t.id = any($2::text[])'] : []),
  ]
  if (scopes.length === 0) return undefined
  // Not every table asks for both.
  return {
    name: `sum ${name}`,
    text: `with given as (select $1::text, $2::text[])
      select md5(coalesce(string_agg(row, '|' order by row), '')) as sum
      from (select (to_jsonb(t) - 'last_used_at')::text as row from public.${name} t
            where ${scopes.join(' or ')}) as watched`,
    values: [organizationId, accountIds],
  }
}
