import { Client } from 'pg'

import { layoutOf } from '../../src/start/commands/citus/layout.ts'
import type { ClusterCatalogue } from './query-scope.ts'

/** How a table is laid out on a cluster, as its comment says. */
export interface TableKind {
  readonly table: string
  readonly comment: string | null
}

export async function readTableKinds(databaseUrl: string): Promise<TableKind[]> {
  return rowsOf<TableKind>(
    databaseUrl,
    `select c.relname as table, obj_description(c.oid, 'pg_class') as comment
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition
     order by c.relname`,
  )
}

/** What the judge of statements must know of the schema. */
export async function readCatalogue(databaseUrl: string): Promise<ClusterCatalogue> {
  const kinds = await readTableKinds(databaseUrl)
  const rows = await rowsOf<{ table: string; columns: string[] }>(
    databaseUrl,
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
     group by c.relname`,
  )
  const functions = await rowsOf<{ name: string; is_volatile: boolean }>(
    databaseUrl,
    `select proname as name, bool_or(provolatile = 'v') as is_volatile
     from pg_proc where pronamespace in ('pg_catalog'::regnamespace, 'public'::regnamespace)
       and not 'timetz'::regtype::oid = any (proargtypes::oid[])
     group by proname having bool_or(provolatile <> 'i')`,
  )
  const timed = await rowsOf<{ table: string; columns: string[] }>(
    databaseUrl,
    `select c.relname as table, array_agg(a.attname::text) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
     join pg_attrdef f on f.adrelid = c.oid and f.adnum = a.attnum
     where c.relnamespace = 'public'::regnamespace
       and pg_get_expr(f.adbin, f.adrelid) ~ '(now|clock_timestamp)[(]'
     group by c.relname`,
  )
  const laidOut = kinds.map((table) => ({ table: table.table, layout: layoutOf(table) }))
  const named = (kind: string) =>
    laidOut.filter(({ layout }) => layout?.kind === kind).map(({ table }) => table)
  return {
    tenantTables: new Set(named('tenant')),
    references: new Set(named('reference')),
    distributed: new Map(
      laidOut.flatMap(({ table, layout }) =>
        layout?.kind === 'distributed' ? [[table, layout.column]] : [],
      ),
    ),
    columns: new Map(rows.map(({ table, columns }) => [table, columns])),
    timed: new Map(timed.map(({ table, columns }) => [table, columns])),
    volatility: new Map(
      functions.map(({ name, is_volatile: isVolatile }) => [
        name,
        isVolatile ? 'volatile' : 'stable',
      ]),
    ),
  }
}

/** Partitions by day come and go; the schema is what stays. */
const lasting = `c.relnamespace = 'public'::regnamespace
  and not (c.relispartition and c.relname ~ '_[0-9]{8}$')
  and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

const parts: Record<string, string> = {
  extensions: `select 'extension ' || extname as line from pg_extension`,
  tables: `
    select concat_ws(' ', 'table', c.oid::regclass, 'kind', c.relkind, c.relpersistence,
      'security', c.relrowsecurity, 'options', c.reloptions::text,
      'partitioned', pg_get_partkeydef(c.oid), 'of', i.inhparent::regclass,
      pg_get_expr(c.relpartbound, c.oid), 'comment', obj_description(c.oid, 'pg_class'),
      pg_get_viewdef(c.oid)) as line
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid
    where ${lasting} and c.relkind in ('r', 'p', 'v', 'm', 'S')`,
  columns: `
    select concat_ws(' ', 'column', c.oid::regclass,
      row_number() over (partition by c.oid order by a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), 'collate', l.collname,
      case when a.attnotnull then 'not null' end, 'default', pg_get_expr(f.adbin, f.adrelid),
      'identity', a.attidentity, 'generated', a.attgenerated,
      'comment', col_description(c.oid, a.attnum)) as line
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_collation l on l.oid = a.attcollation
    left join pg_attrdef f on f.adrelid = c.oid and f.adnum = a.attnum
    where ${lasting} and c.relkind in ('r', 'p', 'v', 'm')`,
  constraints: `
    select concat_ws(' ', 'constraint', c.oid::regclass, k.conname,
      pg_get_constraintdef(k.oid), case when not k.convalidated then 'not valid' end) as line
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where ${lasting} and k.contype <> 'n'`,
  indexes: `
    select concat_ws(' ', 'index', pg_get_indexdef(x.indexrelid),
      case when not x.indisvalid then 'invalid' end) as line
    from pg_index x join pg_class c on c.oid = x.indrelid where ${lasting}`,
  triggers: `
    select 'trigger ' || pg_get_triggerdef(t.oid) as line
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where ${lasting} and not t.tgisinternal`,
  functions: `
    select concat_ws(' ', 'function', pg_get_functiondef(p.oid),
      obj_description(p.oid, 'pg_proc')) as line
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  types: `
    select concat_ws(' ', 'type', t.oid::regtype, t.typtype, (
      select string_agg(e.enumlabel, ',' order by e.enumsortorder) from pg_enum e
      where e.enumtypid = t.oid)) as line
    from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd', 'r')
      and not exists (select 1 from pg_depend d where d.objid = t.oid and d.deptype = 'e')`,
}

/** One line for everything the schema is made of, in a fixed order. */
export async function describeSchema(
  databaseUrl: string,
  /** Described as if this had been done; it is rolled back. */
  change = '',
): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    await client.query(`begin; set local search_path = public; ${change}`)
    await client.query(`set local search_path = ''`)
    const all = Object.values(parts).join('\nunion all\n')
    const { rows } = await client.query<{ line: string }>(all)
    await client.query('rollback')
    return rows.map(({ line }) => line).toSorted()
  })
}

export async function rowsOf<Row extends object>(
  databaseUrl: string,
  query: string,
): Promise<Row[]> {
  return withClient(databaseUrl, async (client) => {
    // Names are then printed with their schema, whatever the role's own settings.
    await client.query(`set search_path = ''`)
    const { rows } = await client.query<Row>(query)
    return rows
  })
}

async function withClient<T>(
  databaseUrl: string,
  run: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}
