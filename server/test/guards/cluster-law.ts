import {
  type DeleteStmt,
  type InsertStmt,
  loadModule,
  type Node,
  parseSync,
  type RangeVar,
  type UpdateStmt,
} from 'libpg-query'

import { judgeConditions, judgeEmptyLists, judgeJoins } from './cluster-queries.ts'
import {
  isChoice,
  mutableCalls,
  ownMutableCalls,
  type Volatility,
} from './mutable-calls.ts'
import { type ClusterCatalogue, tenantColumn } from './query-scope.ts'
import { innerQueries, nodesIn, rangeVars } from './sql-tree.ts'

await loadModule()

/**
 * Law: a statement says nothing that Citus refuses or answers differently. The rules follow what
 * its planner does with statements on distributed and reference tables; tables that stay on the
 * coordinator are free of them.
 */
export function judgeForCluster(
  text: string,
  catalogue: ClusterCatalogue,
  { looksAtDefaults = true }: { readonly looksAtDefaults?: boolean } = {},
): string[] {
  const timed = looksAtDefaults ? catalogue.timed : new Map<string, readonly string[]>()
  const found = new Set<string>()
  for (const { stmt } of parseSync(text).stmts ?? []) {
    if (stmt === undefined) continue
    for (const problem of judge(stmt, { ...catalogue, timed })) found.add(problem)
  }
  return [...found]
}

type Problems = Generator<string>

function* judge(stmt: Node, catalogue: ClusterCatalogue): Problems {
  const tables = [...rangeVars(stmt)]
  if (!tables.some((table) => isLaidOut(table, catalogue))) return
  for (const node of nodesIn(stmt)) {
    if ('CaseExpr' in node && node.CaseExpr.arg !== undefined) {
      yield 'CASE with a value before WHEN; write the comparison after each WHEN'
    }
  }
  yield* judgeJoins(stmt, catalogue)
  yield* judgeConditions(stmt)
  yield* judgeEmptyLists(stmt, catalogue)
  const writes = [...writesIn(stmt, catalogue)]
  for (const write of writes) yield* judgeWrite(write, catalogue)
  if (writes.length > 0) yield* refuseRecursion(stmt, catalogue)
}

/** Whether rows of the table are on other nodes than the coordinator. */
function isLaidOut(
  { relname = '', schemaname }: RangeVar,
  of: ClusterCatalogue,
): boolean {
  if (schemaname !== undefined && schemaname !== 'public') return false
  const name = relname.replace(/_(?:default|\d{8})$/, '')
  return [relname, name].some(
    (one) =>
      of.tenantTables.has(one) || of.distributed.has(one) || of.references.has(one),
  )
}

type Write =
  | { readonly InsertStmt: InsertStmt }
  | { readonly UpdateStmt: UpdateStmt }
  | { readonly DeleteStmt: DeleteStmt }

function* writesIn(stmt: Node, catalogue: ClusterCatalogue): Generator<Write> {
  for (const node of nodesIn(stmt)) {
    const write =
      'InsertStmt' in node || 'UpdateStmt' in node || 'DeleteStmt' in node
        ? node
        : undefined
    if (write !== undefined && isLaidOut(targetOf(write), catalogue)) yield write
  }
}

function targetOf(write: Write): RangeVar {
  if ('InsertStmt' in write) return write.InsertStmt.relation ?? {}
  if ('UpdateStmt' in write) return write.UpdateStmt.relation ?? {}
  return write.DeleteStmt.relation ?? {}
}

function* judgeWrite(write: Write, catalogue: ClusterCatalogue): Problems {
  const { volatility } = catalogue
  const of = targetOf(write).relname ?? ''
  if ('InsertStmt' in write) {
    yield* judgeInsert(write.InsertStmt, of, volatility)
    yield* judgeDefaults(write.InsertStmt, of, catalogue)
    yield* refuseMutable(
      write.InsertStmt.returningClause,
      `RETURNING of ${of}`,
      volatility,
    )
    return
  }
  const changed = 'UpdateStmt' in write ? write.UpdateStmt : write.DeleteStmt
  const set = 'UpdateStmt' in write ? write.UpdateStmt.targetList : []
  const own = [set, changed.whereClause]
  yield* refuseMoving(set, of, catalogue)
  yield* refuseChoices(own, of, volatility)
  for (const { name, isVolatile, takesColumn } of ownMutableCalls(own, volatility)) {
    if (isVolatile) {
      yield `${name} is volatile, in a change of ${of}`
    } else if (takesColumn) {
      yield `${name} is stable and takes a column, in a change of ${of}`
    }
  }
  yield* refuseMutable(changed.returningClause, `RETURNING of ${of}`, volatility)
}

/** A row stays on the node that the value of its column laid it on. */
function* refuseMoving(
  set: readonly Node[] | undefined,
  of: string,
  { tenantTables, distributed }: ClusterCatalogue,
): Problems {
  const column = tenantTables.has(of) ? tenantColumn : distributed.get(of)
  const isMoved = set?.some(
    (one) => 'ResTarget' in one && column !== undefined && one.ResTarget.name === column,
  )
  if (isMoved === true) {
    yield `${String(column)} decides where a row of ${of} is; it cannot be changed`
  }
}

function* judgeInsert(insert: InsertStmt, of: string, volatility: Volatility): Problems {
  const { selectStmt, onConflictClause, returningClause } = insert
  const values =
    selectStmt !== undefined && 'SelectStmt' in selectStmt
      ? selectStmt.SelectStmt.valuesLists
      : undefined
  yield* refuseChoices(values, of, volatility)
  const inner = innerQueries([values, onConflictClause, returningClause])
  if (inner.next().done !== true) {
    yield `a query inside VALUES, ON CONFLICT or RETURNING of ${of}; insert from a SELECT`
  }
  yield* refuseMutable(onConflictClause, `ON CONFLICT of ${of}`, volatility)
  const after = [...nodesIn([onConflictClause, returningClause])]
  if (values === undefined && after.some((node) => 'ParamRef' in node)) {
    yield `a parameter in ON CONFLICT or RETURNING of what is selected for ${of}; insert VALUES`
  }
}

/** Rows that are made of rows where these are get their defaults there, by the clock of the node. */
function* judgeDefaults(
  insert: InsertStmt,
  of: string,
  known: ClusterCatalogue,
): Problems {
  const { cols = [], selectStmt } = insert
  if (selectStmt === undefined || !('SelectStmt' in selectStmt)) return
  if (selectStmt.SelectStmt.valuesLists !== undefined) return
  const sources = [...rangeVars(selectStmt)].filter(({ relname = '' }) =>
    known.tenantTables.has(relname),
  )
  if (sources.length === 0) return
  const named = new Set(
    cols.flatMap((node) => ('ResTarget' in node ? (node.ResTarget.name ?? []) : [])),
  )
  for (const column of known.timed.get(of) ?? []) {
    if (!named.has(column)) {
      yield `${column} of ${of} is left to the clock of another node; name it, with now()`
    }
  }
}

function* refuseMutable(part: unknown, where: string, volatility: Volatility): Problems {
  for (const { name } of mutableCalls(part, volatility)) {
    yield `${name} is not immutable, in ${where}`
  }
}

function* refuseChoices(part: unknown, of: string, volatility: Volatility): Problems {
  for (const node of nodesIn(part)) {
    if (!isChoice(node)) continue
    for (const { name } of mutableCalls(node, volatility)) {
      yield `${name} is not immutable, under CASE or COALESCE in a change of ${of}`
    }
  }
}

/**
 * A recursion runs where the row is, unless a part of the statement has to be answered first: then
 * all of its WITH has to, and a cluster answers no recursion by itself.
 */
function* refuseRecursion(stmt: Node, { volatility }: ClusterCatalogue): Problems {
  const nodes = [...nodesIn(stmt)]
  const isRecursive = nodes.some((node) => {
    const [body] = Object.values(node)
    const clause: unknown = Reflect.get(Object(body), 'withClause')
    return Reflect.get(Object(clause), 'recursive') === true
  })
  const inserts = nodes.some((node) => 'InsertStmt' in node)
  const isPlain = !inserts && mutableCalls(stmt, volatility).next().done === true
  if (isRecursive && !isPlain) {
    yield 'WITH RECURSIVE in a statement that writes and inserts, or calls what is not immutable'
  }
}
