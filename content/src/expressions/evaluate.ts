import { ExpressionError, expressionLimits, problemOf } from './expression-tree.ts'
import type {
  BinaryOperator,
  ChainLink,
  ExpressionTree,
  Method,
  Operation,
  Primitive,
  Problem,
} from './expression-tree.ts'
import { parseExpression } from './parse.ts'

/** The values that an expression can read and return. Functions and symbols read as absent. */
export type Value = Primitive | readonly Value[] | { readonly [key: string]: Value }

/** The names an expression may read: JSON-like values, of which only own properties are seen. */
export type Names = Readonly<Record<string, unknown>>

/**
 * Stands in names for what the caller does not know. An expression that reads it has a problem,
 * whatever it does with it: no `!` or `!=` makes a value of it.
 */
export const unknownValue: unique symbol = Symbol('unknown')

export type Evaluation =
  | { readonly value: Value; readonly problem?: never }
  | { readonly problem: Problem; readonly value?: never }

/** The value of an expression, or its problem. Bounded in steps, depth and the length of texts. */
export function evaluateExpression(
  expression: string | ExpressionTree,
  names: Names,
): Evaluation {
  const parsed =
    typeof expression === 'string' ? parseExpression(expression) : { expression }
  if (parsed.problem !== undefined) return { problem: parsed.problem }
  try {
    return { value: evaluate(parsed.expression, { names, steps: 0 }) }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

interface Run {
  readonly names: Names
  steps: number
}

function evaluate(tree: ExpressionTree, run: Run): Value {
  countSteps(run, 1)
  if (tree.type === 'literal') return tree.value
  if (tree.type === 'list') return tree.elements.map((element) => evaluate(element, run))
  if (tree.type === 'name') return read(tree, run)
  if (tree.type === 'chain') return evaluateChain(tree, run)
  if (tree.type === 'operation') return evaluateOperation(tree, run)
  if (tree.type === 'unary') {
    const operand = evaluate(tree.operand, run)
    return tree.operator === '!' ? !operand : -Number(primitive(operand, tree.at))
  }
  const branch = tree.branches.find(({ test }) => Boolean(evaluate(test, run)))
  return evaluate(branch?.value ?? tree.otherwise, run)
}

function read({ name, at }: Extract<ExpressionTree, { type: 'name' }>, run: Run): Value {
  if (!Object.hasOwn(run.names, name)) {
    throw new ExpressionError(at, `'${name}' is not known here`)
  }
  return ownProperty(run.names, name, at)
}

function evaluateChain(
  { root, links }: Extract<ExpressionTree, { type: 'chain' }>,
  run: Run,
): Value {
  let value = evaluate(root, run)
  for (const link of links) {
    countSteps(run, 1)
    if (value === null || value === undefined) {
      if (link.optional) return undefined
      throw new ExpressionError(link.at, `Nothing is there to read ${nameOf(link)} of`)
    }
    value =
      link.type === 'member'
        ? ownProperty(value, String(primitive(evaluate(link.key, run), link.at)), link.at)
        : call(value, link, run)
  }
  return value
}

function nameOf(link: ChainLink): string {
  if (link.type === 'call') return `'${link.method}'`
  return link.key.type === 'literal' ? `'${link.key.value}'` : 'this'
}

function call(
  receiver: Value,
  link: Extract<ChainLink, { type: 'call' }>,
  run: Run,
): boolean {
  const argument = evaluate(link.argument, run)
  if (typeof receiver === 'string') {
    countSteps(run, receiver.length / 1000)
    return callOnText[link.method](receiver, String(primitive(argument, link.at)))
  }
  if (isList(receiver) && link.method === 'includes') {
    countSteps(run, receiver.length / 1000)
    return receiver.includes(argument)
  }
  throw new ExpressionError(link.at, `This value has no '${link.method}'`)
}

const callOnText: Readonly<
  Record<Method, (receiver: string, argument: string) => boolean>
> = {
  includes: (receiver, argument) => receiver.includes(argument),
  startsWith: (receiver, argument) => receiver.startsWith(argument),
  endsWith: (receiver, argument) => receiver.endsWith(argument),
}

function evaluateOperation(
  { first, rest }: Extract<ExpressionTree, { type: 'operation' }>,
  run: Run,
): Value {
  let value = evaluate(first, run)
  for (const operation of rest) {
    if (isDecided(operation.operator, value)) continue
    const operand = evaluate(operation.operand, run)
    value = operate(value, operand, operation, run)
  }
  return value
}

/** Whether the left value is the result, so that the right side is not evaluated. */
function isDecided(operator: BinaryOperator, left: Value): boolean {
  if (operator === '&&') return !left
  if (operator === '||') return Boolean(left)
  return operator === '??' && left !== null && left !== undefined
}

function operate(left: Value, right: Value, operation: Operation, run: Run): Value {
  const { operator, at } = operation
  if (operator === '&&' || operator === '||' || operator === '??') return right
  if (operator === '===') return left === right
  if (operator === '!==') return left !== right
  if (operator === '==') return looselyEqual(left, right)
  if (operator === '!=') return !looselyEqual(left, right)
  if (operator === 'in') return isIn(left, right, { at, run })
  const [first, second] = [primitive(left, at), primitive(right, at)]
  return operator === '+' ? add(first, second, at) : calculate[operator](first, second)
}

type Calculation = '<' | '<=' | '>' | '>=' | '-' | '*' | '/' | '%'

const calculate: Readonly<
  Record<Calculation, (left: Primitive, right: Primitive) => Value>
> = {
  '<': (left, right) => compare(left, right, (order) => order < 0),
  '<=': (left, right) => compare(left, right, (order) => order <= 0),
  '>': (left, right) => compare(left, right, (order) => order > 0),
  '>=': (left, right) => compare(left, right, (order) => order >= 0),
  '-': (left, right) => Number(left) - Number(right),
  '*': (left, right) => Number(left) * Number(right),
  '/': (left, right) => Number(left) / Number(right),
  '%': (left, right) => Number(left) % Number(right),
}

/** Whether a comparison holds: texts by code unit, other values as numbers; with NaN none holds. */
function compare(
  left: Primitive,
  right: Primitive,
  holds: (order: number) => boolean,
): boolean {
  if (typeof left === 'string' && typeof right === 'string') {
    return holds(left < right ? -1 : Number(left > right))
  }
  const [first, second] = [Number(left), Number(right)]
  if (Number.isNaN(first) || Number.isNaN(second)) return false
  return holds(first < second ? -1 : Number(first > second))
}

function add(left: Primitive, right: Primitive, at: number): Value {
  if (typeof left !== 'string' && typeof right !== 'string') {
    return Number(left) + Number(right)
  }
  const text = String(left) + String(right)
  if (text.length > expressionLimits.textLengthMax) {
    throw new ExpressionError(
      at,
      `A text is at most ${expressionLimits.textLengthMax} characters long`,
    )
  }
  return text
}

/** Whether `==` holds; lists and objects equal only themselves, as their texts have no bound. */
function looselyEqual(left: Value, right: Value): boolean {
  if (!isPrimitive(left) || !isPrimitive(right)) return left === right
  // oxlint-disable-next-line eqeqeq -- the operator of the language of expressions is the operator of this one
  return left == right
}

/** Whether `in` holds: a list has the value as an element, an object has it as a key of its own. */
function isIn(left: Value, right: Value, where: { at: number; run: Run }): boolean {
  if (isList(right)) {
    countSteps(where.run, right.length / 1000)
    return right.includes(left)
  }
  if (isPrimitive(right)) {
    throw new ExpressionError(where.at, "Only a list or an object can stand after 'in'")
  }
  return Object.hasOwn(right, String(primitive(left, where.at)))
}

function primitive(value: Value, at: number): Primitive {
  if (isPrimitive(value)) return value
  throw new ExpressionError(at, 'A list or an object cannot be used here')
}

function isPrimitive(value: Value): value is Primitive {
  return typeof value !== 'object' || value === null
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

/** Reads own data properties only: no prototype, accessor or function can be reached. */
function ownProperty(holder: unknown, key: string, at: number): Value {
  if (holder === null || holder === undefined) return undefined
  const value: unknown = Object.getOwnPropertyDescriptor(holder, key)?.value
  if (value === unknownValue) {
    throw new ExpressionError(at, `'${key}' is not known here`)
  }
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value === 'bigint') return Number(value)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whatever is left is a primitive or an object, of which again only own values are read
  return value as Value
}

function countSteps(run: Run, steps: number): void {
  run.steps += steps
  if (run.steps > expressionLimits.stepsMax) {
    throw new ExpressionError(
      0,
      `More than ${expressionLimits.stepsMax} steps are needed`,
    )
  }
}
