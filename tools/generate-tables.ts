import { Client } from 'pg'

const scalars: Record<string, string> = {
  text: 'string',
  timestamptz: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  bool: 'boolean',
  bytea: 'Buffer',
  json: 'Json',
  jsonb: 'Json',
  _text: 'string[]',
  _int4: 'number[]',
  tsvector: 'string',
  xid8: 'string',
}

interface Column {
  readonly table_name: string
  readonly column_name: string
  readonly udt_name: string
  readonly is_nullable: 'YES' | 'NO'
  readonly column_default: string | null
}

/** The TypeScript types of a migrated database, one interface per table, without partitions. */
export async function tablesSource(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<Column>(`
    select c.table_name, c.column_name, c.udt_name, c.is_nullable, c.column_default
    from information_schema.columns c
    join pg_class on pg_class.oid = to_regclass(quote_ident(c.table_name))
    where c.table_schema = 'public' and not pg_class.relispartition
      and c.table_name <> 'schema_migration'
    order by c.table_name, c.ordinal_position`)
  await client.end()
  const tables = [...Map.groupBy(rows, (column) => column.table_name)]
  return [
    '// Generated from the migrated schema by `npm run generate`. Do not edit.',
    "import type { ColumnType, Generated } from 'kysely'",
    '',
    '/** Read as parsed JSON, written as its text. */',
    'type Json = ColumnType<unknown, string, string>',
    '',
    'export interface Tables {',
    ...tables.flatMap(([name, columns]) => [
      `  ${name}: {`,
      ...columns.map((column) => `    ${column.column_name}: ${typeOf(column)}`),
      '  }',
    ]),
    '}',
    '',
  ].join('\n')
}

function typeOf({ udt_name, is_nullable, column_default }: Column): string {
  const scalar = scalars[udt_name]
  if (scalar === undefined) throw new Error(`No TypeScript type is known for ${udt_name}`)
  const type = is_nullable === 'YES' ? `${scalar} | null` : scalar
  return column_default === null || is_nullable === 'YES' ? type : `Generated<${type}>`
}
