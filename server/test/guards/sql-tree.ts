import type { ColumnRef, Node, RangeVar, SelectStmt } from 'libpg-query'

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

/** The number of a parameter, whatever it is cast to; undefined for anything else. */
export function parameterOf(node: Node | undefined): number | undefined {
  if (node === undefined) return undefined
  if ('TypeCast' in node) return parameterOf(node.TypeCast.arg)
  return 'ParamRef' in node ? (node.ParamRef.number ?? 0) : undefined
}

export function isParameter(node: Node | undefined): boolean {
  return parameterOf(node) !== undefined
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

/** The query, and those that UNION and its like put together in it. */
export function branchesOf(query: SelectStmt): SelectStmt[] {
  const { larg, rarg } = query
  return [query, ...[larg, rarg].flatMap((one) => (one ? branchesOf(one) : []))]
}

/** Every table that the tree names anywhere, except the aliases after FOR UPDATE OF. */
export function* rangeVars(part: unknown): Generator<RangeVar> {
  if (isTable(part)) yield part
  for (const [key, value] of entriesOf(part)) {
    if (key !== 'lockedRels') yield* rangeVars(value)
  }
}

/** What an object or list of the tree is made of. */
export function* partsOf(part: unknown): Generator {
  for (const [, value] of entriesOf(part)) yield value
}

/** Every node in the part, itself included, from the outside in. */
export function* nodesIn(part: unknown): Generator<Node> {
  const waiting = [part]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (isNode(next)) yield next
    waiting.push(...[...partsOf(next)].toReversed())
  }
}

/** Whether the part is a node: an object with its kind, such as `FuncCall`, as its only key. */
export function isNode(part: unknown): part is Node {
  const [first, ...others] = entriesOf(part)
  return first !== undefined && others.length === 0 && /^[A-Z]/.test(first[0])
}

function entriesOf(part: unknown): [string, unknown][] {
  return isObject(part) ? Object.entries(part) : []
}

function isTable(part: unknown): part is RangeVar {
  return isObject(part) && typeof Reflect.get(part, 'relname') === 'string'
}

function isObject(part: unknown): part is object {
  return typeof part === 'object' && part !== null
}
