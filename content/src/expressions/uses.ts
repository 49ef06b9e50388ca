import type { ChainLink, ExpressionTree } from './expression-tree.ts'

/**
 * The paths an expression may read, from the root name as far as they are literal:
 * `visitor.claims[x]` reads `['visitor', 'claims']` and the path of `x`.
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

/** Whether the value can depend on the visitor. */
export function readsVisitor(expression: ExpressionTree): boolean {
  return uses(expression).some(([root]) => root === 'visitor')
}

/** The root names that an expression reads, in the order of the source, with their offsets. */
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
    // A name at the root belongs to the path that `pathRead` gives.
    return tree.root.type === 'name' ? inLinks : [tree.root, ...inLinks]
  }
  return [...tree.branches.flatMap(({ test, value }) => [test, value]), tree.otherwise]
}
