import { jsonpath, type JSONPathQuery } from 'json-p3'

import { isContainer, isRecord } from './json-value.ts'
import { type PathNode, type Search, spend } from './search.ts'

const {
  BooleanLiteral,
  FunctionExtension,
  InfixExpression,
  LogicalExpression,
  NullLiteral,
  NumberLiteral,
  PrefixExpression,
  RelativeQuery,
  RootQuery,
  StringLiteral,
} = jsonpath.expressions

type Expression = InstanceType<typeof InfixExpression>['left']

/** What a query that finds nothing is worth: no value of JSON. */
const nothing = Symbol('nothing')

/** Whether a filter holds for a place. */
export function isTrue(search: Search, expression: Expression, node: PathNode): boolean {
  spend(search)
  if (expression instanceof LogicalExpression) {
    return isTrue(search, expression.expression, node)
  }
  if (expression instanceof PrefixExpression) {
    return !isTrue(search, expression.right, node)
  }
  if (expression instanceof InfixExpression) return holds(search, expression, node)
  for (const _ of foundBy(search, expression, node)) return true
  return false
}

function holds(
  search: Search,
  { left, operator, right }: InstanceType<typeof InfixExpression>,
  node: PathNode,
): boolean {
  if (operator === '&&') return isTrue(search, left, node) && isTrue(search, right, node)
  if (operator === '||') return isTrue(search, left, node) || isTrue(search, right, node)
  return compares(
    search,
    operator,
    valueOf(search, left, node),
    valueOf(search, right, node),
  )
}

function queryOf(expression: Expression): JSONPathQuery | undefined {
  return expression instanceof RelativeQuery || expression instanceof RootQuery
    ? expression.path
    : undefined
}

function foundBy(
  search: Search,
  expression: Expression,
  node: PathNode,
): Iterable<PathNode> {
  const query = queryOf(expression)
  if (query === undefined) return []
  return search.select(
    search,
    query,
    expression instanceof RootQuery ? search.root : node,
  )
}

function valueOf(search: Search, expression: Expression, node: PathNode): unknown {
  if (
    expression instanceof StringLiteral ||
    expression instanceof NumberLiteral ||
    expression instanceof BooleanLiteral
  ) {
    return expression.value
  }
  if (expression instanceof NullLiteral) return null
  if (expression instanceof FunctionExtension) {
    return resultOf(search, expression, node)
  }
  for (const { value } of foundBy(search, expression, node)) return value
  return nothing
}

function resultOf(
  search: Search,
  { name, args }: InstanceType<typeof FunctionExtension>,
  node: PathNode,
): unknown {
  const [argument] = args
  if (argument === undefined) return nothing
  if (name === 'length') return lengthOf(valueOf(search, argument, node))
  let count = 0
  let only: unknown = nothing
  for (const { value } of foundBy(search, argument, node)) {
    only = value
    count += 1
  }
  if (name === 'count') return count
  return count === 1 ? only : nothing
}

function lengthOf(value: unknown): unknown {
  if (typeof value === 'string') return Array.from(value).length
  if (Array.isArray(value)) return value.length
  return isRecord(value) ? Object.keys(value).length : nothing
}

function compares(
  search: Search,
  operator: string,
  left: unknown,
  // oxlint-disable-next-line max-params -- the two sides of a comparison
  right: unknown,
): boolean {
  switch (operator) {
    case '==':
      return isEqual(search, left, right)
    case '!=':
      return !isEqual(search, left, right)
    case '<':
      return isLess(left, right)
    case '>':
      return isLess(right, left)
    case '<=':
      return isLess(left, right) || isEqual(search, left, right)
    case '>=':
      return isLess(right, left) || isEqual(search, left, right)
    default:
      return false
  }
}

function isLess(left: unknown, right: unknown): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left < right
  return typeof left === 'string' && typeof right === 'string' && left < right
}

function isEqual(search: Search, left: unknown, right: unknown): boolean {
  spend(search)
  if (!isContainer(left) || !isContainer(right)) return left === right
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right)) return false
    const others: unknown[] = right
    return (
      left.length === others.length &&
      left.every((each, index) => isEqual(search, each, others[index]))
    )
  }
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every(
      (key) => Object.hasOwn(right, key) && isEqual(search, left[key], right[key]),
    )
  )
}
