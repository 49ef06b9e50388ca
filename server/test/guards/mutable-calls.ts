import type { Node } from 'libpg-query'

import { columnOf, isNode, nodesIn, partsOf, stringOf } from './sql-tree.ts'

/** Functions with a form that is not immutable, by name, each by its most changeable form. */
export type Volatility = ReadonlyMap<string, 'stable' | 'volatile'>

interface MutableCall {
  readonly name: string
  readonly isVolatile: boolean
  /** Whether a column of the same query is given to it. */
  readonly takesColumn: boolean
}

/** Every call inside the part whose answer is not the same for ever, those in inner queries too. */
export function* mutableCalls(
  part: unknown,
  volatility: Volatility,
): Generator<MutableCall> {
  for (const node of nodesIn(part)) {
    const found = changing(node, volatility)
    if (found !== undefined) yield { ...found, takesColumn: takesColumn(node) }
  }
}

/** The same without what stands inside inner queries, which a cluster can answer first. */
export function* ownMutableCalls(
  part: unknown,
  volatility: Volatility,
): Generator<MutableCall> {
  if (isNode(part) && 'SelectStmt' in part) return
  const found = isNode(part) ? changing(part, volatility) : undefined
  if (found !== undefined) yield { ...found, takesColumn: takesColumn(part) }
  for (const inner of partsOf(part)) yield* ownMutableCalls(inner, volatility)
}

/** CASE and COALESCE, which may leave some of their arguments unasked. */
export function isChoice(node: Node): boolean {
  return 'CaseExpr' in node || 'CoalesceExpr' in node
}

/** CASE and COALESCE hide no column: with the parameter known, one of their arguments is left. */
function takesColumn(part: unknown): boolean {
  if (isNode(part)) {
    if ('ColumnRef' in part) return true
    if ('SelectStmt' in part) return false
  }
  return [...partsOf(part)].some(takesColumn)
}

function changing(
  node: Node,
  volatility: Volatility,
): Pick<MutableCall, 'name' | 'isVolatile'> | undefined {
  if ('FuncCall' in node) {
    const name = stringOf(node.FuncCall.funcname?.at(-1)) ?? ''
    const known = volatility.get(name)
    return known && { name: `${name}()`, isVolatile: known === 'volatile' }
  }
  if ('SQLValueFunction' in node) return { name: 'the current time', isVolatile: false }
  if (isShiftOfTime(node)) return { name: 'a time ± an interval', isVolatile: false }
  if (isCastOfTime(node)) return { name: 'the cast of a time', isVolatile: false }
  return undefined
}

/** `timestamptz ± interval`, which depends on the time zone of the session. */
function isShiftOfTime(node: Node): boolean {
  if (!('A_Expr' in node)) return false
  const { name = [], lexpr, rexpr } = node.A_Expr
  const operator = stringOf(name[0]) ?? ''
  const isShift = ['+', '-'].includes(operator) && isInterval(lexpr) !== isInterval(rexpr)
  return isShift && ![lexpr, rexpr].some(isColumnInZone)
}

/** `column at time zone …`, of which a shift depends on nothing: columns hold `timestamptz`. */
function isColumnInZone(node: Node | undefined): boolean {
  if (node === undefined || !('FuncCall' in node)) return false
  const { funcname, args = [] } = node.FuncCall
  return stringOf(funcname?.at(-1)) === 'timezone' && columnOf(args[1]) !== undefined
}

function isInterval(node: Node | undefined): boolean {
  if (node === undefined) return false
  if ('TypeCast' in node) return typeNamed(node) === 'interval'
  if ('FuncCall' in node) {
    return stringOf(node.FuncCall.funcname?.at(-1)) === 'make_interval'
  }
  if ('A_Expr' in node) {
    const { name = [], lexpr, rexpr } = node.A_Expr
    const sides = [lexpr, rexpr].filter(isInterval).length
    return stringOf(name[0]) === '*' ? sides > 0 : sides === 2
  }
  return answersOf(node).some(isInterval)
}

/** What CASE, COALESCE, LEAST and GREATEST may answer. */
function answersOf(node: Node): (Node | undefined)[] {
  if ('CaseExpr' in node) {
    const { args = [], defresult } = node.CaseExpr
    const results = args.map((one) => ('CaseWhen' in one ? one.CaseWhen.result : one))
    return [...results, defresult]
  }
  if ('CoalesceExpr' in node) return node.CoalesceExpr.args ?? []
  return 'MinMaxExpr' in node ? (node.MinMaxExpr.args ?? []) : []
}

const shownByZone = new Set(['text', 'date', 'timestamp', 'jsonb', 'json'])

/** The parser knows no types: a column holds a time when its name says so. */
function isCastOfTime(node: Node): boolean {
  if (!('TypeCast' in node) || !shownByZone.has(typeNamed(node))) return false
  const column = columnOf(node.TypeCast.arg)?.column ?? ''
  return /(?:^|_)(?:at|since|until)$/.test(column)
}

function typeNamed(node: Node): string {
  if (!('TypeCast' in node)) return ''
  return stringOf(node.TypeCast.typeName?.names?.at(-1)) ?? ''
}
