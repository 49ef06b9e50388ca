import type { Catalogue, CatalogueTable } from './catalogue.ts'
import { layoutOf, tenantColumn } from './layout.ts'

/** The table whose shards all other tenant tables follow. */
const anchor = 'organization'

/**
 * The statements that lay out the remaining tables, in an order that works: foreign keys are
 * dropped first and added last, since each needs both of its tables in place. One transaction, so
 * that no key can be lost; in sequence, because it touches reference and distributed tables both.
 */
export function distributePlan({ tables }: Catalogue): readonly string[] {
  const moving = tables.filter((table) => {
    const layout = layoutOf(table)
    return !table.isDistributed && layout !== undefined && layout.kind !== 'local'
  })
  if (moving.length === 0) return []
  const names = new Set(moving.map(({ name }) => name))
  const keys = tables.flatMap((table) =>
    table.foreignKeys
      .filter(({ references }) => names.has(table.name) || names.has(references))
      .map((key) => ({ table: quoted(table.name), key })),
  )
  return [
    'begin',
    `set local citus.multi_shard_modify_mode to 'sequential'`,
    ...keys.map(
      ({ table, key }) => `alter table ${table} drop constraint ${quoted(key.name)}`,
    ),
    ...moving.toSorted(anchorFirst).flatMap(distribution),
    ...keys.map(
      ({ table, key }) =>
        `alter table ${table} add constraint ${quoted(key.name)} ${key.definition}`,
    ),
    'commit',
  ]
}

function distribution(table: CatalogueTable): string[] {
  const layout = layoutOf(table)
  const name = literal(quoted(table.name))
  if (layout?.kind === 'reference') return [`select create_reference_table(${name})`]
  if (layout?.kind === 'coordinator') {
    return [
      `select citus_add_local_table_to_metadata(${name})`,
      // The table that Citus puts in its place has no comment.
      `comment on table ${quoted(table.name)} is ${literal(table.comment ?? '')}`,
    ]
  }
  const column = layout?.kind === 'distributed' ? layout.column : tenantColumn
  const group = layout?.kind === 'tenant' && table.name !== anchor ? anchor : 'none'
  return [
    `select create_distributed_table(${name}, ${literal(column)}, colocate_with => ${literal(group)})`,
  ]
}

/** Orders tables: reference tables, then the anchor, then those that follow it, then the rest. */
function anchorFirst(a: CatalogueTable, b: CatalogueTable): number {
  return rank(a) - rank(b) || (a.name < b.name ? -1 : 1)
}

function rank(table: CatalogueTable): number {
  const layout = layoutOf(table)
  if (layout?.kind === 'reference') return 0
  if (layout?.kind === 'distributed') return 3
  if (layout?.kind === 'coordinator') return 4
  return table.name === anchor ? 1 : 2
}

function quoted(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
