import type { Node, RangeVar } from 'libpg-query'

import type { Volatility } from './mutable-calls.ts'
import { columnOf, starOf, stringOf } from './sql-tree.ts'

export const tenantColumn = 'organization_id'

/** What the judge knows of the schema. */
export interface Catalogue {
  readonly tenantTables: ReadonlySet<string>
  /** Every table's columns, in order. */
  readonly columns: ReadonlyMap<string, readonly string[]>
}

/** What the judge knows of the layout on a cluster, and of functions. */
export interface ClusterCatalogue extends Catalogue {
  /** The distribution columns of the global tables that have one. */
  readonly distributed: ReadonlyMap<string, string>
  /** Tables that are copied to every node. */
  readonly references: ReadonlySet<string>
  readonly volatility: Volatility
  /** The columns of each table that are the time of the insert unless it names them. */
  readonly timed: ReadonlyMap<string, readonly string[]>
}

/** Something a query reads rows from: a table, a query in FROM, a CTE, a function. */
export interface Relation {
  readonly name: string
  /** As it is called in a complaint. */
  readonly label: string
  /** For tenant tables: the name under which this query sees `organization_id`. */
  readonly tenantColumn: string | undefined
  /** Undefined when the relation may have any column. */
  readonly columns: readonly string[] | undefined
  /** Columns that hold, in every row, the value of a parameter. */
  readonly bound: Set<string>
  /** Those of them that the query itself compares with a parameter, and the parameters' numbers. */
  readonly compared: Map<string, number>
}

/** A column that a query answers, and whether it holds the value of a parameter. */
export interface OutputColumn {
  readonly name: string | undefined
  readonly isBound: boolean
}
export type Output = readonly OutputColumn[]

/** One query level: its own relations, and those of the queries around it. */
export interface Scope {
  readonly relations: readonly Relation[]
  readonly parent: Scope | undefined
  readonly ctes: ReadonlyMap<string, Output>
}

export const outermost: Scope = { relations: [], parent: undefined, ctes: new Map() }

/** A table by its name; a CTE of that name hides it. */
export function relationOfTable(
  { relname = '', schemaname, alias }: RangeVar,
  catalogue: Catalogue,
  ctes: Scope['ctes'],
): Relation {
  const name = alias?.aliasname ?? relname
  const renamed = (alias?.colnames ?? []).flatMap((column) => stringOf(column) ?? [])
  const cte = schemaname === undefined ? ctes.get(relname) : undefined
  if (cte !== undefined) return relationOfOutput(name, cte, renamed)
  const isOurs = (schemaname ?? 'public') === 'public'
  return {
    name,
    label: name === relname ? relname : `${relname} "${name}"`,
    ...(isOurs ? shapeOf(relname, catalogue, renamed) : unknownShape),
    bound: new Set(),
    compared: new Map(),
  }
}

const unknownShape = { columns: undefined, tenantColumn: undefined }

function shapeOf(
  relname: string,
  catalogue: Catalogue,
  renamed: readonly string[],
): Pick<Relation, 'columns' | 'tenantColumn'> {
  const table = partitioned(relname, catalogue)
  const original = catalogue.columns.get(table)
  if (original === undefined) return unknownShape
  const columns = original.map((column, index) => renamed[index] ?? column)
  const isTenant = catalogue.tenantTables.has(table)
  return {
    columns,
    tenantColumn: isTenant ? columns[original.indexOf(tenantColumn)] : undefined,
  }
}

/** A partition obeys the law of the table it is part of. */
function partitioned(relname: string, { tenantTables }: Catalogue): string {
  const parent = relname.replace(/_(?:default|\d{8})$/, '')
  return tenantTables.has(parent) ? parent : relname
}

export function isTenantTable(table: RangeVar, catalogue: Catalogue): boolean {
  const relation = relationOfTable(table, catalogue, new Map())
  return relation.tenantColumn !== undefined
}

export function relationOfOutput(
  name: string,
  output: Output,
  renamed: readonly string[] = [],
): Relation {
  const bound = new Set<string>()
  const relation = {
    name,
    label: `"${name}"`,
    tenantColumn: undefined,
    columns: output.flatMap((column, index) => renamed[index] ?? column.name ?? []),
    bound,
    compared: new Map<string, number>(),
  }
  bindOutput(relation, output, renamed)
  return relation
}

/** Takes over what became known of the query behind the relation. */
export function bindOutput(
  { bound }: Relation,
  output: Output,
  renamed: readonly string[],
): void {
  for (const [index, { name, isBound }] of output.entries()) {
    const shown = renamed[index] ?? name
    if (isBound && shown !== undefined) bound.add(shown)
  }
}

/** The relation a column reference means, looking outwards as PostgreSQL does. */
export function resolve(
  node: Node | undefined,
  scope: Scope,
): { relation: Relation; column: string } | undefined {
  const reference = columnOf(node)
  if (reference === undefined) return undefined
  const { table, column } = reference
  for (let level: Scope | undefined = scope; level; level = level.parent) {
    const { relations } = level
    const found =
      table === undefined
        ? (relations.find(({ columns }) => columns?.includes(column)) ??
          relations.find(({ columns }) => columns === undefined))
        : relations.find(({ name }) => name === table)
    if (found !== undefined) return { relation: found, column }
  }
  return undefined
}

/** The columns of `*` or `relation.*` at this level; undefined when the node is no star. */
export function starColumns(node: Node | undefined, scope: Scope): Output | undefined {
  const star = starOf(node)
  if (star === undefined) return undefined
  return scope.relations
    .filter(({ name }) => star === null || name === star)
    .flatMap(({ columns = [], bound }) =>
      columns.map((name) => ({ name, isBound: bound.has(name) })),
    )
}
