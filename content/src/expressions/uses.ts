import type { ChainLink, ExpressionTree } from './expression-tree.ts'

/**
 * The paths an expression may read, from the root name as far as the source says it:
 * `visitor.claims[x]` reads `['visitor', 'claims']`, and whatever `x` is.
 */
export function uses(expression: ExpressionTree): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>()
  const waiting: ExpressionTree[] = [expression]
  for (let tree = waiting.pop(); tree !== undefined; tree = waiting.pop()) {
    const path = pathRead(tree)
    if (path !== undefined) found.set(JSON.stringify(path), path)
    waiting.push(...partsOf(tree).toReversed())
  }
  return [...found.values()]
}

/** Whether the value can depend on who looks. */
export function readsVisitor(expression: ExpressionTree): boolean {
  return uses(expression).some(([root]) => root === 'visitor')
}

/** The names an expression begins to read at, in the order of the source, and where they stand in it. */
export function namesIn(
  expression: ExpressionTree,
): readonly { readonly name: string; readonly at: number }[] {
  if (expression.type === 'name') return [expression]
  const inside = partsOf(expression).flatMap(namesIn)
  const isChain = expression.type === 'chain' && expression.root.type === 'name'
  return isChain ? [...namesIn(expression.root), ...inside] : inside
}

function pathRead(tree: ExpressionTree): readonly string[] | undefined {
  if (tree.type === 'name') return [tree.name]
  if (tree.type !== 'chain' || tree.root.type !== 'name') return undefined
  const keys = tree.links.map(staticKey)
  const end = keys.indexOf(undefined)
  const known = end === -1 ? keys : keys.slice(0, end)
  return [tree.root.name, ...known.filter((key) => key !== undefined)]
}

function staticKey(link: ChainLink): string | undefined {
  return link.type === 'member' && link.key.type === 'literal'
    ? String(link.key.value)
    : undefined
}

function partsOf(tree: ExpressionTree): readonly ExpressionTree[] {
  if (tree.type === 'literal' || tree.type === 'name') return []
  if (tree.type === 'list') return tree.elements
  if (tree.type === 'unary') return [tree.operand]
  if (tree.type === 'operation') {
    return [tree.first, ...tree.rest.map(({ operand }) => operand)]
  }
  if (tree.type === 'chain') {
    const inLinks = tree.links.map((link) =>
      link.type === 'member' ? link.key : link.argument,
    )
    // A name at the root is part of the path that was read.
    return tree.root.type === 'name' ? inLinks : [tree.root, ...inLinks]
  }
  return [...tree.branches.flatMap(({ test, value }) => [test, value]), tree.otherwise]
}
