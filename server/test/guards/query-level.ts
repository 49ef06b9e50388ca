import type { JoinExpr, Node, RangeFunction, SelectStmt } from 'libpg-query'

import {
  bindOutput,
  type Catalogue,
  type Output,
  type Relation,
  relationOfOutput,
  relationOfTable,
  resolve,
  type Scope,
} from './query-scope.ts'
import {
  conjunctsOf,
  equalPairs,
  innerQueries,
  isParameter,
  parameterOf,
  scalarQueryOf,
  stringOf,
} from './sql-tree.ts'

/** One run of the judge over one statement. */
export interface Judging {
  readonly catalogue: Catalogue
  /** Tables the judge has passed on; one it never saw is a place it cannot follow. */
  readonly seen: Set<object>
  readonly report: (problem: string) => void
  /** The numbers of the parameters that stand for an organization. */
  readonly organizations: Set<number>
  /** Only what a query gives is asked for: what is wrong inside it is reported another time. */
  readonly isQuiet: boolean
  /** Judges a query inside the one at hand. */
  readonly query: (judging: Judging, query: SelectStmt, scope: Scope) => Output
}

interface Equality {
  readonly left: Node
  readonly right: Node
  /** Outer joins keep rows that fail their condition: only these relations are held to it. */
  readonly holds: ReadonlySet<Relation> | undefined
}

interface Derived {
  readonly relation: Relation
  /** It sees what stands before it in FROM, and may give more when more of that is bound. */
  readonly isLateral: boolean
  readonly query: SelectStmt
  readonly scope: Scope
  readonly renamed: readonly string[]
}

interface Level {
  readonly scope: Scope
  readonly relations: Relation[]
  readonly derived: Derived[]
  readonly equalities: Equality[]
  /** Conditions and arguments in FROM, whose inner queries are still to be judged. */
  readonly expressions: unknown[]
}

interface LevelParts {
  readonly target?: Relation
  readonly from: readonly Node[]
  readonly where: Node | undefined
}

/** Reads FROM and WHERE, finds out which columns are bound, and reports tenant tables left open. */
export function openLevel(judging: Judging, parts: LevelParts, outer: Scope): Scope {
  const relations: Relation[] = parts.target ? [parts.target] : []
  const scope: Scope = { relations, parent: outer, ctes: outer.ctes }
  const level: Level = { scope, relations, derived: [], equalities: [], expressions: [] }
  const quiet = quietly(judging)
  for (const source of parts.from) addSource(quiet, level, source)
  addEqualities(level, parts.where, undefined)

  settle(quiet, level)
  if (judging.isQuiet) return scope
  for (const inner of level.derived) judging.query(judging, inner.query, inner.scope)
  judgeExpressions(judging, level.expressions, scope)
  for (const relation of relations) {
    const { tenantColumn: column } = relation
    if (column === undefined) continue
    const parameter = relation.compared.get(column)
    if (parameter === undefined) judging.report(explain(relation, level))
    else judging.organizations.add(parameter)
  }
  return scope
}

export function judgeExpressions(judging: Judging, parts: unknown, scope: Scope): void {
  if (judging.isQuiet) return
  for (const query of innerQueries(parts)) judging.query(judging, query, scope)
}

/** Whether the expression gives the value of a parameter in every row. */
export function isBound(judging: Judging, node: Node | undefined, scope: Scope): boolean {
  if (isParameter(node)) return true
  const query = scalarQueryOf(node)
  if (query !== undefined) {
    return judging.query(quietly(judging), query, scope)[0]?.isBound === true
  }
  const found = resolve(node, scope)
  return found?.relation.bound.has(found.column) === true
}

export function quietly(judging: Judging): Judging {
  return { ...judging, isQuiet: true, report: () => undefined }
}

/** Adds what one entry of FROM brings; gives the relations in it. */
function addSource(judging: Judging, level: Level, source: Node): Relation[] {
  if ('JoinExpr' in source) return addJoin(judging, level, source.JoinExpr)
  if ('RangeTableSample' in source && source.RangeTableSample.relation) {
    return addSource(judging, level, source.RangeTableSample.relation)
  }
  const relation = sourceRelation(judging, level, source)
  level.relations.push(relation)
  return [relation]
}

function sourceRelation(judging: Judging, level: Level, source: Node): Relation {
  if ('RangeVar' in source) {
    judging.seen.add(source.RangeVar)
    return relationOfTable(source.RangeVar, judging.catalogue, level.scope.ctes)
  }
  if ('RangeSubselect' in source) {
    const { subquery, alias, lateral } = source.RangeSubselect
    if (subquery !== undefined && 'SelectStmt' in subquery) {
      const isLateral = lateral === true
      const scope = isLateral ? level.scope : outside(level.scope)
      const renamed = (alias?.colnames ?? []).flatMap((column) => stringOf(column) ?? [])
      const query = subquery.SelectStmt
      const output = judging.query(judging, query, scope)
      const relation = relationOfOutput(alias?.aliasname ?? '', output, renamed)
      level.derived.push({ relation, isLateral, query, scope, renamed })
      return relation
    }
  }
  level.expressions.push(source)
  return 'RangeFunction' in source
    ? functionRelation(source.RangeFunction)
    : unknownRelation()
}

function unknownRelation(): Relation {
  const label = 'a part of FROM'
  return {
    name: '',
    label,
    tenantColumn: undefined,
    columns: undefined,
    bound: new Set(),
    compared: new Map(),
  }
}

function functionRelation({ alias, coldeflist = [] }: RangeFunction): Relation {
  const name = alias?.aliasname ?? ''
  const defined = coldeflist.flatMap((node) =>
    'ColumnDef' in node ? (node.ColumnDef.colname ?? []) : [],
  )
  const named = (alias?.colnames ?? []).flatMap((column) => stringOf(column) ?? [])
  const columns = defined.length > 0 ? defined : named
  return relationOfOutput(
    name,
    (columns.length > 0 ? columns : [name]).map((column) => ({
      name: column,
      isBound: false,
    })),
  )
}

function outside({ parent, ctes }: Scope): Scope {
  return { relations: [], parent, ctes }
}

function addJoin(judging: Judging, level: Level, join: JoinExpr): Relation[] {
  const left = join.larg ? addSource(judging, level, join.larg) : []
  const right = join.rarg ? addSource(judging, level, join.rarg) : []
  const holds = heldBy(join, left, right)
  addEqualities(level, join.quals, holds)
  level.expressions.push(join.quals)
  for (const column of (join.usingClause ?? []).flatMap((node) => stringOf(node) ?? [])) {
    for (const one of left.filter(({ columns }) => columns?.includes(column))) {
      for (const other of right.filter(({ columns }) => columns?.includes(column))) {
        level.equalities.push({
          left: reference(one, column),
          right: reference(other, column),
          holds,
        })
      }
    }
  }
  return [...left, ...right]
}

function heldBy(
  { jointype }: JoinExpr,
  left: readonly Relation[],
  right: readonly Relation[],
): ReadonlySet<Relation> | undefined {
  if (jointype === 'JOIN_INNER') return undefined
  if (jointype === 'JOIN_LEFT') return new Set(right)
  if (jointype === 'JOIN_RIGHT') return new Set(left)
  return new Set()
}

function reference({ name }: Relation, column: string): Node {
  const fields = [name, column].map((sval) => ({ String: { sval } }))
  return { ColumnRef: { fields } }
}

function addEqualities(
  level: Level,
  condition: Node | undefined,
  holds: Equality['holds'],
): void {
  for (const [left, right] of conjunctsOf(condition).flatMap(equalPairs)) {
    level.equalities.push({ left, right, holds })
  }
}

/** What is bound only grows, so this ends. */
function settle(
  judging: Judging,
  { scope, relations, derived, equalities }: Level,
): void {
  const known = () => relations.reduce((sum, { bound }) => sum + bound.size, 0)
  for (let before = -1; before !== known();) {
    before = known()
    for (const { relation, isLateral, query, scope: inner, renamed } of derived) {
      if (isLateral) bindOutput(relation, judging.query(judging, query, inner), renamed)
    }
    for (const { left, right, holds } of equalities) {
      if (isBound(judging, left, scope)) learn(right, left, scope, holds)
      if (isBound(judging, right, scope)) learn(left, right, scope, holds)
    }
  }
}

/** A query binds its own relations only: what it says of an outer one holds inside it alone. */
function learn(node: Node, value: Node, scope: Scope, holds: Equality['holds']): void {
  const found = resolve(node, scope)
  if (found === undefined || !scope.relations.includes(found.relation)) return
  const { relation, column } = found
  if (holds !== undefined && !holds.has(relation)) return
  relation.bound.add(column)
  const parameter = parameterOf(value)
  if (parameter !== undefined) relation.compared.set(column, parameter)
}

function explain(relation: Relation, { scope, equalities }: Level): string {
  const column = relation.tenantColumn ?? ''
  const names = (node: Node) => {
    const found = resolve(node, scope)
    return found?.relation === relation && found.column === column
  }
  if (relation.bound.has(column)) {
    return `${relation.label}: its ${column} equals the parameter only through another column, which a cluster does not follow; compare it with the parameter itself`
  }
  const isCompared = equalities.some(({ left, right }) => names(left) || names(right))
  return isCompared
    ? `${relation.label}: its ${column} only equals something that no parameter binds, or in an outer join that keeps its rows anyway`
    : `${relation.label}: nothing makes its ${column} equal to a parameter; OR, <>, IN, ANY and conditions of other queries do not count`
}
