import type { ColumnRef, Node, SelectStmt } from 'libpg-query'

/** `table.column` or `column`; undefined for anything else, stars included. */
export function columnOf(
  node: Node | undefined,
): { table: string | undefined; column: string } | undefined {
  if (node === undefined || !('ColumnRef' in node)) return undefined
  const names = namesOf(node.ColumnRef)
  const column = names.at(-1)
  return column === undefined ? undefined : { table: names.at(-2), column }
}

/** The relation of `relation.*`, or null for a bare `*`; undefined when it is no star. */
export function starOf(node: Node | undefined): string | null | undefined {
  if (node === undefined || !('ColumnRef' in node)) return undefined
  const last = node.ColumnRef.fields?.at(-1)
  if (last === undefined || !('A_Star' in last)) return undefined
  return stringOf(node.ColumnRef.fields?.at(-2)) ?? null
}

function namesOf({ fields = [] }: ColumnRef): string[] {
  const names = fields.map(stringOf)
  return names.every((name) => name !== undefined) ? names : []
}

export function stringOf(node: Node | undefined): string | undefined {
  return node !== undefined && 'String' in node ? node.String.sval : undefined
}

/** A parameter, whatever it is cast to. */
export function isParameter(node: Node | undefined): boolean {
  if (node === undefined) return false
  if ('TypeCast' in node) return isParameter(node.TypeCast.arg)
  return 'ParamRef' in node
}

/** The query of `(select …)` used as one value. */
export function scalarQueryOf(node: Node | undefined): SelectStmt | undefined {
  if (node === undefined || !('SubLink' in node)) return undefined
  const { subLinkType, subselect } = node.SubLink
  if (subLinkType !== 'EXPR_SUBLINK' || subselect === undefined) return undefined
  return 'SelectStmt' in subselect ? subselect.SelectStmt : undefined
}

/** What must hold for every row: the parts of the condition that no OR or NOT stands above. */
export function conjunctsOf(condition: Node | undefined): Node[] {
  if (condition === undefined) return []
  if ('BoolExpr' in condition && condition.BoolExpr.boolop === 'AND_EXPR') {
    return (condition.BoolExpr.args ?? []).flatMap(conjunctsOf)
  }
  return [condition]
}

/** The pairs that a conjunct makes equal; row comparisons give one pair per column. */
export function equalPairs(conjunct: Node): [Node, Node][] {
  if (!('A_Expr' in conjunct)) return []
  const { kind, name = [], lexpr, rexpr } = conjunct.A_Expr
  const isEquality = kind === 'AEXPR_OP' && name.length === 1 && stringOf(name[0]) === '='
  if (!isEquality || lexpr === undefined || rexpr === undefined) return []
  if ('RowExpr' in lexpr && 'RowExpr' in rexpr) {
    const right = rexpr.RowExpr.args ?? []
    return (lexpr.RowExpr.args ?? []).flatMap((left, index): [Node, Node][] => {
      const other = right[index]
      return other === undefined ? [] : [[left, other]]
    })
  }
  return [[lexpr, rexpr]]
}

/** Queries that stand directly inside an expression; those inside them are theirs. */
export function* innerQueries(part: unknown): Generator<SelectStmt> {
  for (const [key, value] of entriesOf(part)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parser puts exactly this under the key
    if (key === 'SelectStmt') yield value as SelectStmt
    else yield* innerQueries(value)
  }
}

/** Every table that the tree names anywhere, except the aliases after FOR UPDATE OF. */
export function* rangeVars(part: unknown): Generator<object> {
  if (isObject(part) && typeof Reflect.get(part, 'relname') === 'string') yield part
  for (const [key, value] of entriesOf(part)) {
    if (key !== 'lockedRels') yield* rangeVars(value)
  }
}

function entriesOf(part: unknown): [string, unknown][] {
  return isObject(part) ? Object.entries(part) : []
}

function isObject(part: unknown): part is object {
  return typeof part === 'object' && part !== null
}
