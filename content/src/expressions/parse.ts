import {
  ExpressionError,
  expressionLimits,
  methods,
  precedence,
  problemOf,
} from './expression-tree.ts'
import type {
  BinaryOperator,
  ChainLink,
  ExpressionTree,
  Method,
  Operation,
  Primitive,
  Problem,
} from './expression-tree.ts'
import { tokens } from './tokens.ts'
import type { Token } from './tokens.ts'

/** Parses an expression: a small part of JavaScript, which is never run as JavaScript. */
export function parseExpression(
  source: string,
):
  | { readonly expression: ExpressionTree; readonly problem?: never }
  | { readonly problem: Problem; readonly expression?: never } {
  try {
    if (source.length > expressionLimits.lengthMax) {
      throw new ExpressionError(
        expressionLimits.lengthMax,
        `An expression is at most ${expressionLimits.lengthMax} characters long`,
      )
    }
    const cursor: Cursor = { tokens: tokens(source), index: 0, depth: 0 }
    const expression = parseConditional(cursor)
    const rest = peek(cursor)
    if (rest.type !== 'end') throw unexpected(rest)
    return { expression }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

interface Cursor {
  readonly tokens: readonly Token[]
  index: number
  depth: number
}

function parseConditional(cursor: Cursor): ExpressionTree {
  return nested(cursor, () => {
    const branches = []
    let value = parseOperation(cursor, 0)
    while (takeSign(cursor, '?')) {
      const consequent = parseConditional(cursor)
      expectSign(cursor, ':')
      branches.push({ test: value, value: consequent })
      value = parseOperation(cursor, 0)
    }
    return branches.length === 0
      ? value
      : { type: 'conditional', branches, otherwise: value }
  })
}

function parseOperation(cursor: Cursor, level: number): ExpressionTree {
  const operators: readonly BinaryOperator[] | undefined = precedence[level]
  if (operators === undefined) return parseUnary(cursor)
  const first = parseOperation(cursor, level + 1)
  const rest: Operation[] = []
  for (;;) {
    const { value, at, type } = peek(cursor)
    const operator = operators.find((name) => name === value)
    if (operator === undefined || type === 'text') break
    cursor.index += 1
    const operand = parseOperation(cursor, level + 1)
    if (operator === '??') refuseMixedDefault([first, operand], at)
    rest.push({ operator, operand, at })
  }
  return rest.length === 0 ? first : { type: 'operation', first, rest }
}

/** Refuses `a || b ?? c`, which is ambiguous: the author has to add parentheses. */
function refuseMixedDefault(sides: readonly ExpressionTree[], at: number): void {
  const isLogical = sides.some(
    (side) => side.type === 'operation' && /^[&|]/.test(side.rest[0]?.operator ?? ''),
  )
  if (isLogical) {
    throw new ExpressionError(at, 'Put parentheses around && or || beside ??')
  }
}

function parseUnary(cursor: Cursor): ExpressionTree {
  const { type, value, at } = peek(cursor)
  if (type !== 'sign' || (value !== '!' && value !== '-')) return parseChain(cursor)
  cursor.index += 1
  return nested(cursor, () => ({
    type: 'unary',
    operator: value,
    operand: parseUnary(cursor),
    at,
  }))
}

function parseChain(cursor: Cursor): ExpressionTree {
  const root = parsePrimary(cursor)
  const links: ChainLink[] = []
  for (let link = parseLink(cursor); link !== undefined; link = parseLink(cursor)) {
    links.push(link)
  }
  return links.length === 0 ? root : { type: 'chain', root, links }
}

function parseLink(cursor: Cursor): ChainLink | undefined {
  const { at } = peek(cursor)
  const optional = takeSign(cursor, '?.')
  if (takeSign(cursor, '[')) {
    const key = parseConditional(cursor)
    expectSign(cursor, ']')
    if (isSign(peek(cursor), '(')) throw uncallable(peek(cursor))
    return { type: 'member', key, optional, at }
  }
  if (!optional && !takeSign(cursor, '.')) {
    if (isSign(peek(cursor), '(')) throw uncallable(peek(cursor))
    return undefined
  }
  const word = peek(cursor)
  if (word.type !== 'word') throw unexpected(word)
  cursor.index += 1
  if (!takeSign(cursor, '(')) {
    return { type: 'member', key: { type: 'literal', value: word.value }, optional, at }
  }
  const argument = parseConditional(cursor)
  expectSign(cursor, ')')
  return { type: 'call', method: methodNamed(word), argument, optional, at }
}

function methodNamed(word: Token): Method {
  const method = methods.find((name) => name === word.value)
  if (method === undefined) throw uncallable(word)
  return method
}

const constants: ReadonlyMap<string, Primitive> = new Map<string, Primitive>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
])

function parsePrimary(cursor: Cursor): ExpressionTree {
  const token = peek(cursor)
  cursor.index += 1
  if (token.type === 'number' || token.type === 'text') {
    return { type: 'literal', value: token.value }
  }
  if (token.type === 'word' && token.value !== 'in') {
    return constants.has(token.value)
      ? { type: 'literal', value: constants.get(token.value) }
      : { type: 'name', name: token.value, at: token.at }
  }
  if (isSign(token, '(')) {
    const inner = parseConditional(cursor)
    expectSign(cursor, ')')
    // Parentheses make a chain of their own: `(a?.b).c` does not end where `a` is missing.
    return { type: 'chain', root: inner, links: [] }
  }
  if (isSign(token, '[')) return { type: 'list', elements: parseElements(cursor) }
  throw unexpected(token)
}

function parseElements(cursor: Cursor): readonly ExpressionTree[] {
  const elements: ExpressionTree[] = []
  while (!takeSign(cursor, ']')) {
    elements.push(parseConditional(cursor))
    if (!isSign(peek(cursor), ']')) expectSign(cursor, ',')
  }
  return elements
}

/** Parses one level deeper, up to a limit: neither reading nor evaluating can exhaust the stack. */
function nested(cursor: Cursor, parse: () => ExpressionTree): ExpressionTree {
  cursor.depth += 1
  if (cursor.depth > expressionLimits.depthMax) {
    throw new ExpressionError(
      peek(cursor).at,
      `An expression is at most ${expressionLimits.depthMax} levels deep`,
    )
  }
  const tree = parse()
  cursor.depth -= 1
  return tree
}

function peek(cursor: Cursor): Token {
  return cursor.tokens[cursor.index] ?? { type: 'end', value: '', at: 0 }
}

function isSign(token: Token, sign: string): boolean {
  return token.type === 'sign' && token.value === sign
}

function takeSign(cursor: Cursor, sign: string): boolean {
  const taken = isSign(peek(cursor), sign)
  if (taken) cursor.index += 1
  return taken
}

function expectSign(cursor: Cursor, sign: string): void {
  if (!takeSign(cursor, sign)) {
    const token = peek(cursor)
    throw new ExpressionError(token.at, `Expected '${sign}' ${found(token)}`)
  }
}

function unexpected(token: Token): ExpressionError {
  return new ExpressionError(token.at, `Expected a value ${found(token)}`)
}

function uncallable(token: Token): ExpressionError {
  const names = methods.join(', ')
  return new ExpressionError(token.at, `Only ${names} can be called, after a dot`)
}

function found(token: Token): string {
  return token.type === 'end' ? 'but the expression ends' : `but found '${token.value}'`
}
