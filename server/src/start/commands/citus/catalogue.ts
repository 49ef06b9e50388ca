import type { ClientBase } from 'pg'

export interface CatalogueColumn {
  readonly name: string
  readonly type: string
  /** Null for a type without a collation. */
  readonly collation: string | null
  readonly isIdentity: boolean
}

export interface CatalogueIndex {
  readonly name: string
  readonly isPrimary: boolean
  /** True for the index behind an exclusion constraint. */
  readonly isExclusion: boolean
  /** Null for a computed column of the index. */
  readonly columns: readonly (string | null)[]
}

export interface CatalogueForeignKey {
  readonly name: string
  readonly columns: readonly string[]
  readonly references: string
  readonly referencedColumns: readonly string[]
  readonly onDelete: ForeignKeyAction
  readonly onUpdate: ForeignKeyAction
  /** The text that follows `add constraint … `, as PostgreSQL spells it. */
  readonly definition: string
}

export type ForeignKeyAction =
  | 'no action'
  | 'restrict'
  | 'cascade'
  | 'set null'
  | 'set default'

export interface CatalogueTable {
  readonly name: string
  readonly comment: string | null
  readonly isPartitioned: boolean
  /** Whether the table is already laid out on the cluster. */
  readonly isDistributed: boolean
  readonly columns: readonly CatalogueColumn[]
  /** The indexes of primary keys, unique and exclusion constraints. */
  readonly uniqueIndexes: readonly CatalogueIndex[]
  readonly foreignKeys: readonly CatalogueForeignKey[]
  readonly triggers: readonly string[]
  readonly sequences: readonly string[]
}

export interface Catalogue {
  readonly hasCitus: boolean
  /** All tables except partitions, which follow their parent. */
  readonly tables: readonly CatalogueTable[]
}

const tablesSql = `
  select c.relname as name, obj_description(c.oid, 'pg_class') as comment,
    c.relkind = 'p' as "isPartitioned",
    coalesce((
      select json_agg(json_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, null),
        'collation', (select collname from pg_collation where oid = a.attcollation),
        'isIdentity', a.attidentity <> ''
      ) order by a.attnum)
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ), '[]') as columns,
    coalesce((
      select json_agg(json_build_object(
        'name', ic.relname, 'isPrimary', i.indisprimary, 'isExclusion', i.indisexclusion,
        'columns', (
          select json_agg((
            select attname from pg_attribute where attrelid = c.oid and attnum = k.attnum
          ) order by k.position)
          from unnest(i.indkey::int2[]) with ordinality as k (attnum, position)
          where k.position <= i.indnkeyatts
        )
      ) order by ic.relname)
      from pg_index i join pg_class ic on ic.oid = i.indexrelid
      where i.indrelid = c.oid and (i.indisunique or i.indisexclusion)
    ), '[]') as "uniqueIndexes",
    coalesce((
      select json_agg(json_build_object(
        'name', k.conname,
        'columns', (
          select json_agg(a.attname order by n.position)
          from unnest(k.conkey) with ordinality as n (attnum, position)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.attnum
        ),
        'references', r.relname,
        'referencedColumns', (
          select json_agg(a.attname order by n.position)
          from unnest(k.confkey) with ordinality as n (attnum, position)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = n.attnum
        ),
        'onDelete', action_name(k.confdeltype), 'onUpdate', action_name(k.confupdtype),
        'definition', pg_get_constraintdef(k.oid)
      ) order by k.conname)
      from pg_constraint k join pg_class r on r.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and k.conparentid = 0
        and not r.relispartition
    ), '[]') as "foreignKeys",
    array(
      select t.tgname::text from pg_trigger t
      where t.tgrelid = c.oid and not t.tgisinternal order by 1
    ) as triggers,
    array(
      select s.relname::text from pg_depend d join pg_class s on s.oid = d.objid
      where s.relkind = 'S' and d.refobjid = c.oid and d.deptype in ('a', 'i') order by 1
    ) as sequences
  from pg_class c
  where c.relnamespace = to_regnamespace(current_schema())
    and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname`.replaceAll(
  /action_name\(([\w.]+)\)/g,
  `case $1 when 'a' then 'no action' when 'r' then 'restrict' when 'c' then 'cascade' when 'n' then 'set null' else 'set default' end`,
)

/** Reads the tables from the database's own catalogue; table comments define the layout. */
export async function readCatalogue(client: ClientBase): Promise<Catalogue> {
  const { rows: extensions } = await client.query(
    `select from pg_extension where extname = 'citus'`,
  )
  const hasCitus = extensions.length > 0
  const distributed = new Set(hasCitus ? await distributedTables(client) : [])
  const { rows } = await client.query<Omit<CatalogueTable, 'isDistributed'>>(tablesSql)
  return {
    hasCitus,
    tables: rows.map((table) => ({
      ...table,
      isDistributed: distributed.has(table.name),
    })),
  }
}

async function distributedTables(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_dist_partition p
     join pg_class c on c.oid = p.logicalrelid
     where c.relnamespace = to_regnamespace(current_schema())`,
  )
  return rows.map(({ name }) => name)
}
