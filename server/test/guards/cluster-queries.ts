import type { Node, RangeVar } from 'libpg-query'

import type { ClusterCatalogue } from './query-scope.ts'
import { branchesOf, conjunctsOf, innerQueries, nodesIn } from './sql-tree.ts'

type Problems = Generator<string>

/**
 * Refuses joins for which a cluster would have to send rows from node to node: all tables of the
 * organization are side by side, but every distributed global table lies by itself.
 */
export function* judgeJoins(stmt: Node, catalogue: ClusterCatalogue): Problems {
  const ctes = new Set(cteNames(stmt))
  for (const tables of levelsIn(stmt)) {
    const own = tables.filter(
      ({ relname = '', schemaname }) =>
        (schemaname ?? 'public') === 'public' && !ctes.has(relname),
    )
    const names = own.map(({ relname = '' }) => relname)
    const global = names.filter((name) => catalogue.distributed.has(name))
    const tenant = names.filter((name) => catalogue.tenantTables.has(name))
    if (global.length > 1 || (global.length === 1 && tenant.length > 0)) {
      yield `${[...global, ...tenant].join(' and ')} are joined, and lie on different nodes; ask in two statements`
    }
  }
}

/**
 * Refuses `select from` a distributed global table inside another query: such a query may have to
 * be answered first, and an answer without columns cannot be read back.
 */
export function* judgeEmptyLists(stmt: Node, catalogue: ClusterCatalogue): Problems {
  for (const node of nodesIn(stmt)) {
    if (!('SubLink' in node)) continue
    for (const query of innerQueries(node.SubLink.subselect)) {
      const isEmpty = query.targetList === undefined && query.valuesLists === undefined
      const of = tablesOf(query.fromClause).map(({ relname = '' }) => relname)
      const global = of.find((name) => catalogue.distributed.has(name))
      if (isEmpty && global !== undefined) {
        yield `a query inside another selects no column of ${global}; select 1`
      }
    }
  }
}

function* cteNames(stmt: Node): Generator<string> {
  for (const node of nodesIn(stmt)) {
    if ('CommonTableExpr' in node) yield node.CommonTableExpr.ctename ?? ''
  }
}

/** The tables that each query joins by itself. */
function* levelsIn(stmt: Node): Generator<RangeVar[]> {
  for (const node of nodesIn(stmt)) {
    if ('SelectStmt' in node) {
      for (const { fromClause } of branchesOf(node.SelectStmt)) yield tablesOf(fromClause)
    }
    if ('UpdateStmt' in node) {
      const { relation = {}, fromClause } = node.UpdateStmt
      yield [relation, ...tablesOf(fromClause)]
    }
    if ('DeleteStmt' in node) {
      const { relation = {}, usingClause } = node.DeleteStmt
      yield [relation, ...tablesOf(usingClause)]
    }
  }
}

function tablesOf(from: readonly Node[] = []): RangeVar[] {
  return from.flatMap((source): RangeVar[] => {
    if ('RangeVar' in source) return [source.RangeVar]
    if (!('JoinExpr' in source)) return []
    const { larg, rarg } = source.JoinExpr
    return tablesOf([larg, rarg].flatMap((one) => one ?? []))
  })
}

/**
 * Refuses conditions that say nothing of a row: when the parameter makes one false, the planner
 * drops the tables, and the cluster no longer knows where the statement belongs.
 */
export function* judgeConditions(stmt: Node): Problems {
  for (const node of nodesIn(stmt)) {
    const isWrite = 'UpdateStmt' in node || 'DeleteStmt' in node
    for (const conjunct of conditionsOf(node).flatMap(conjunctsOf)) {
      const parts = [...nodesIn(conjunct)]
      const isOfRows = parts.some((part) => 'ColumnRef' in part || 'SubLink' in part)
      if (isOfRows || isTrue(conjunct)) continue
      const hasParameter = parts.some((part) => 'ParamRef' in part)
      if (!hasParameter) yield 'a condition that is never true'
      else if (isWrite) {
        yield 'a condition on parameters alone; decide before the statement is sent'
      }
    }
  }
}

function conditionsOf(node: Node): (Node | undefined)[] {
  if ('SelectStmt' in node) {
    return branchesOf(node.SelectStmt).map(({ whereClause }) => whereClause)
  }
  if ('UpdateStmt' in node) return [node.UpdateStmt.whereClause]
  if ('DeleteStmt' in node) return [node.DeleteStmt.whereClause]
  return 'JoinExpr' in node ? [node.JoinExpr.quals] : []
}

function isTrue(node: Node): boolean {
  if ('TypeCast' in node) return isTrue(node.TypeCast.arg ?? node)
  return 'A_Const' in node && node.A_Const.boolval?.boolval === true
}
