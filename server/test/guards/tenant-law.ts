import {
  type CommonTableExpr,
  type DeleteStmt,
  type InsertStmt,
  loadModule,
  type Node,
  parseSync,
  type RangeVar,
  type ReturningClause,
  type SelectStmt,
  type UpdateStmt,
  type WithClause,
} from 'libpg-query'

import {
  isBound,
  judgeExpressions,
  type Judging,
  openLevel,
  quietly,
} from './query-level.ts'
import {
  type Catalogue,
  isTenantTable,
  type Output,
  outermost,
  type Relation,
  relationOfTable,
  type Scope,
  starColumns,
  tenantColumn,
} from './query-scope.ts'
import { columnOf, rangeVars } from './sql-tree.ts'

export type { Catalogue } from './query-scope.ts'

/** Changes of layout touch no rows; they are judged where migrations are. */
const layout = new Set([
  'AlterTableStmt',
  'CommentStmt',
  'CreateStmt',
  'CreateTrigStmt',
  'DropStmt',
  'GrantStmt',
  'IndexStmt',
  'RenameStmt',
  'VacuumStmt',
])

export interface Verdict {
  readonly touchesTenants: boolean
  readonly problems: readonly string[]
}

await loadModule()

/**
 * Law: every tenant table in a statement is bound to the organization's parameter itself, by an
 * equality of its organization_id with it in the query that names the table; what is inserted may
 * also take it from a column that holds it. Whatever the judge does not understand counts against
 * the statement.
 */
export function judgeStatement(text: string, catalogue: Catalogue): Verdict {
  const found = new Set<string>()
  const judging: Judging = {
    catalogue,
    seen: new Set(),
    report: (problem) => found.add(problem),
    organizations: new Set(),
    isQuiet: false,
    query: judgeSelect,
  }
  let touchesTenants = false
  for (const { stmt } of parseSync(text).stmts ?? []) {
    if (stmt === undefined || layout.has(kindOf(stmt))) continue
    judge(judging, stmt, outermost)
    const named = [...rangeVars(stmt)].filter((table) => isTenantTable(table, catalogue))
    touchesTenants ||= named.length > 0
    if (named.some((table) => !judging.seen.has(table))) {
      judging.report(
        `a tenant table stands in a ${kindOf(stmt)}, where the judge cannot follow`,
      )
    }
    if ('DoStmt' in stmt && namesTenant(stmt, catalogue)) {
      judging.report('a DO block hides its statements from the judge')
    }
  }
  if (judging.organizations.size > 1) {
    judging.report('its tenant tables are bound to more than one parameter')
  }
  return { touchesTenants, problems: [...found] }
}

/** Whether the body of a DO block, which is only text here, reads or writes a tenant table. */
function namesTenant(stmt: Node, { tenantTables }: Catalogue): boolean {
  const body = JSON.stringify(stmt).replaceAll(String.raw`\n`, ' ')
  const tables = body.matchAll(
    /\b(?:from|join|into|update|only)\s+(?:public\.)?"?(\w+)/gi,
  )
  return [...tables].some(([, table = '']) => tenantTables.has(table.toLowerCase()))
}

function kindOf(node: Node): string {
  return Object.keys(node).join()
}

function judge(judging: Judging, node: Node, scope: Scope): Output {
  if ('SelectStmt' in node) return judgeSelect(judging, node.SelectStmt, scope)
  if ('InsertStmt' in node) return judgeInsert(judging, node.InsertStmt, scope)
  if ('UpdateStmt' in node) return judgeUpdate(judging, node.UpdateStmt, scope)
  if ('DeleteStmt' in node) return judgeDelete(judging, node.DeleteStmt, scope)
  const wrapped = wrappedIn(node)
  return wrapped === undefined ? [] : judge(judging, wrapped, scope)
}

function wrappedIn(node: Node): Node | undefined {
  if ('ExplainStmt' in node) return node.ExplainStmt.query
  if ('DeclareCursorStmt' in node) return node.DeclareCursorStmt.query
  if ('PrepareStmt' in node) return node.PrepareStmt.query
  if ('CreateTableAsStmt' in node) return node.CreateTableAsStmt.query
  return undefined
}

function judgeSelect(judging: Judging, select: SelectStmt, outer: Scope): Output {
  const around = withCtes(judging, select.withClause, outer)
  const { larg, rarg, valuesLists, targetList = [] } = select
  if (larg !== undefined && rarg !== undefined) {
    judgeExpressions(judging, [select.sortClause, select.limitCount], around)
    const left = judgeSelect(judging, larg, around)
    const right = judgeSelect(judging, rarg, around)
    return left.map((column, index) => ({
      name: column.name,
      isBound: column.isBound && right[index]?.isBound === true,
    }))
  }
  if (valuesLists !== undefined) return judgeValues(judging, valuesLists, around)
  const parts = { from: select.fromClause ?? [], where: select.whereClause }
  const scope = openLevel(judging, parts, around)
  const { fromClause: _from, withClause: _with, ...expressions } = select
  judgeExpressions(judging, expressions, scope)
  return outputOf(judging, targetList, scope)
}

function judgeValues(judging: Judging, lists: readonly Node[], scope: Scope): Output {
  judgeExpressions(judging, lists, scope)
  const rows = lists.map((list) => ('List' in list ? (list.List.items ?? []) : []))
  return (rows[0] ?? []).map((_, index) => ({
    name: `column${index + 1}`,
    isBound: rows.every((row) => isBound(judging, row[index], scope)),
  }))
}

function judgeInsert(judging: Judging, insert: InsertStmt, outer: Scope): Output {
  const around = withCtes(judging, insert.withClause, outer)
  const target = targetOf(judging, insert.relation)
  const source = insert.selectStmt
  const values = source === undefined ? [] : judge(judging, source, around)
  for (const [index, name] of namesOf(insert.cols).entries()) {
    if (name !== undefined && values[index]?.isBound === true) target.bound.add(name)
  }
  const isOpen =
    target.tenantColumn !== undefined && !target.bound.has(target.tenantColumn)
  if (isOpen) {
    judging.report(
      `${target.label}: an inserted row does not take its ${tenantColumn} from a parameter or a bound column`,
    )
  }
  const scope: Scope = { relations: [target], parent: around, ctes: around.ctes }
  refuseMoves(judging, target, insert.onConflictClause?.targetList, scope)
  judgeExpressions(judging, [insert.onConflictClause, insert.returningClause], scope)
  return outputOf(judging, returned(insert), scope)
}

function judgeUpdate(judging: Judging, update: UpdateStmt, outer: Scope): Output {
  const around = withCtes(judging, update.withClause, outer)
  const target = targetOf(judging, update.relation)
  const parts = { target, from: update.fromClause ?? [], where: update.whereClause }
  const scope = openLevel(judging, parts, around)
  refuseMoves(judging, target, update.targetList, scope)
  const { targetList, whereClause, returningClause } = update
  judgeExpressions(judging, [targetList, whereClause, returningClause], scope)
  return outputOf(judging, returned(update), scope)
}

function judgeDelete(judging: Judging, removal: DeleteStmt, outer: Scope): Output {
  const around = withCtes(judging, removal.withClause, outer)
  const target = targetOf(judging, removal.relation)
  const parts = { target, from: removal.usingClause ?? [], where: removal.whereClause }
  const scope = openLevel(judging, parts, around)
  judgeExpressions(judging, [removal.whereClause, removal.returningClause], scope)
  return outputOf(judging, returned(removal), scope)
}

function targetOf({ catalogue, seen }: Judging, table: RangeVar = {}): Relation {
  seen.add(table)
  // A written table is never a CTE, whatever the names.
  return relationOfTable(table, catalogue, new Map())
}

function returned({ returningClause }: { returningClause?: ReturningClause }): Node[] {
  return returningClause?.exprs ?? []
}

function namesOf(targets: readonly Node[] = []): (string | undefined)[] {
  return targets.map((node) => ('ResTarget' in node ? node.ResTarget.name : undefined))
}

function refuseMoves(
  judging: Judging,
  target: Relation,
  assignments: readonly Node[] = [],
  scope: Scope,
): void {
  const moves = assignments.some(
    (node) =>
      'ResTarget' in node &&
      node.ResTarget.name === target.tenantColumn &&
      !isBound(judging, node.ResTarget.val, scope),
  )
  if (moves) judging.report(`${target.label}: its ${tenantColumn} is changed`)
}

function outputOf(judging: Judging, targets: readonly Node[], scope: Scope): Output {
  return targets.flatMap((node): Output => {
    if (!('ResTarget' in node)) return []
    const { name, val } = node.ResTarget
    return (
      starColumns(val, scope) ?? [
        { name: name ?? columnOf(val)?.column, isBound: isBound(judging, val, scope) },
      ]
    )
  })
}

function withCtes(judging: Judging, clause: WithClause | undefined, outer: Scope): Scope {
  const ctes = new Map(outer.ctes)
  const scope: Scope = { ...outer, ctes }
  for (const node of clause?.ctes ?? []) {
    if (!('CommonTableExpr' in node)) continue
    const cte = node.CommonTableExpr
    const output = judgeCte(judging, cte, scope, clause?.recursive === true)
    if (cte.ctename !== undefined) ctes.set(cte.ctename, output)
  }
  return scope
}

function judgeCte(
  judging: Judging,
  { ctename = '', ctequery, aliascolnames = [] }: CommonTableExpr,
  scope: Scope,
  isRecursive: boolean,
): Output {
  if (ctequery === undefined) return []
  const renamed = aliascolnames.map((node) =>
    'String' in node ? node.String.sval : undefined,
  )
  const named = (output: Output): Output =>
    output.map(({ name, isBound: bound }, index) => ({
      name: renamed[index] ?? name,
      isBound: bound,
    }))
  const first =
    isRecursive && 'SelectStmt' in ctequery ? ctequery.SelectStmt.larg : undefined
  if (first === undefined) return named(judge(judging, ctequery, scope))
  // What the recursion starts with is bound until one of its steps shows otherwise.
  const quiet = quietly(judging)
  let assumed = named(judgeSelect(quiet, first, scope))
  for (;;) {
    const inner: Scope = { ...scope, ctes: new Map(scope.ctes).set(ctename, assumed) }
    const output = named(judge(quiet, ctequery, inner))
    if (assumed.every(({ isBound: bound }, index) => bound === output[index]?.isBound)) {
      return named(judge(judging, ctequery, inner))
    }
    assumed = output
  }
}
