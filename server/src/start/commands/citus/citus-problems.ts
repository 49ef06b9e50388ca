import type { Catalogue, CatalogueForeignKey, CatalogueTable } from './catalogue.ts'
import { distributionColumn, type Layout, layoutOf, tenantColumn } from './layout.ts'

export interface CitusProblem {
  readonly table: string
  readonly message: string
}

// Ids made by callers: no order of rows depends on them.
const foreignIds = new Set(['request_id'])

/** The faults of a schema by the rules of Citus and the project; without any, it fits a cluster. */
export function citusProblems(catalogue: Catalogue): readonly CitusProblem[] {
  const layouts = new Map(catalogue.tables.map((table) => [table.name, layoutOf(table)]))
  return catalogue.tables.flatMap((table) =>
    messages(table, layouts).map((message) => ({ table: table.name, message })),
  )
}

type Layouts = ReadonlyMap<string, Layout | undefined>

function messages(table: CatalogueTable, layouts: Layouts): string[] {
  const layout = layouts.get(table.name)
  if (layout === undefined) {
    return [
      'its comment does not begin with tenant, reference, distributed(column), coordinator or local',
    ]
  }
  const links = table.foreignKeys.flatMap((key) =>
    foreignKeyMessages(table, key, layouts),
  )
  if (isOfCoordinator(layout)) return links
  return [
    ...columnMessages(table, layout),
    ...uniqueMessages(table, layout),
    ...links,
    ...table.sequences.map((name) => `the sequence ${name} belongs to it`),
    ...table.columns
      .filter(({ isIdentity }) => isIdentity)
      .map(({ name }) => `its column ${name} is an identity`),
    ...table.triggers.map((name) => `the trigger ${name} does not run on a cluster`),
  ]
}

function columnMessages(table: CatalogueTable, layout: Layout): string[] {
  const found: string[] = []
  const by = distributionColumn(layout)
  const column = table.columns.find(({ name }) => name === by)
  if (by !== undefined && column === undefined) found.push(`it has no column ${by}`)
  if (column !== undefined && (column.type !== 'text' || column.collation !== 'C')) {
    found.push(
      `its column ${column.name}, which it is distributed by, is not text collate "C"`,
    )
  }
  const ids = table.columns.filter(
    ({ name }) => /(^|_)id$|_by$/.test(name) && !foreignIds.has(name) && name !== by,
  )
  for (const { name, type, collation } of ids) {
    if (type !== 'text' || collation !== 'C') {
      found.push(`its id column ${name} is not text collate "C"`)
    }
  }
  return found
}

function uniqueMessages(table: CatalogueTable, layout: Layout): string[] {
  const found: string[] = []
  const primary = table.uniqueIndexes.find(({ isPrimary }) => isPrimary)
  if (primary === undefined) found.push('it has no primary key')
  else if (layout.kind === 'tenant' && primary.columns[0] !== tenantColumn) {
    found.push(`its primary key does not begin with ${tenantColumn}`)
  }
  for (const { name, isExclusion } of table.uniqueIndexes) {
    if (isExclusion) found.push(`${name} is an exclusion constraint`)
  }
  const by = distributionColumn(layout)
  if (by === undefined) return found
  for (const { name, isExclusion, columns } of table.uniqueIndexes) {
    if (!isExclusion && !columns.includes(by)) {
      found.push(`the unique index ${name} does not contain ${by}`)
    }
  }
  return found
}

function foreignKeyMessages(
  table: CatalogueTable,
  key: CatalogueForeignKey,
  layouts: Layouts,
): string[] {
  const from = layouts.get(table.name)
  const to = layouts.get(key.references)
  const refusal = whyNotReferring(table, key, from, to)
  const found =
    refusal === undefined
      ? []
      : [`the foreign key ${key.name} to ${key.references} ${refusal}`]
  const by = distributionColumn(from)
  if (by !== undefined && key.columns.includes(by) && clears(key)) {
    found.push(`the foreign key ${key.name} would change ${by}, which never changes`)
  }
  return found
}

function isOfCoordinator(
  layout: Layout,
): layout is Extract<Layout, { kind: 'local' | 'coordinator' }> {
  return layout.kind === 'local' || layout.kind === 'coordinator'
}

function whyNotReferring(
  table: CatalogueTable,
  key: CatalogueForeignKey,
  from: Layout | undefined,
  to: Layout | undefined,
): string | undefined {
  if (from === undefined || to === undefined) return 'meets a table without a layout'
  if (to.kind === 'reference') return undefined
  if (isOfCoordinator(to)) {
    return from.kind === to.kind ? undefined : `leads to a ${to.kind} table`
  }
  const isColocated =
    from.kind === 'tenant'
      ? to.kind === 'tenant'
      : from.kind === 'distributed' && key.references === table.name
  if (!isColocated) return `leads from a ${from.kind} to a ${to.kind} table`
  const position = key.columns.indexOf(distributionColumn(from) ?? '')
  return position !== -1 && key.referencedColumns[position] === to.column
    ? undefined
    : `does not join ${to.column} with ${to.column}`
}

function clears({ onDelete, onUpdate }: CatalogueForeignKey): boolean {
  return (
    onDelete === 'set null' ||
    onDelete === 'set default' ||
    (onUpdate !== 'no action' && onUpdate !== 'restrict')
  )
}
