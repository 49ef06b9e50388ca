import { runInNewContext } from 'node:vm'

import { atLeast } from '#/access/roles.ts'

export type Action = (...facts: unknown[]) => unknown

/** An action with part of it taken away. */
export interface Mutant {
  readonly note: string
  readonly action: Action
}

/** The action that allows everyone, and the action without each of its clauses. */
export function mutantsOf(action: Action): Mutant[] {
  const [head = '', ...rest] = String(action).split('=>')
  const expression = rest.join('=>').trim()
  if (expression === 'true') return []
  const clauses = withoutEachClause(expression).map((left) => ({
    note: left,
    action: compiled(`(${head} => ${left})`),
  }))
  return [{ note: 'true', action: () => true }, ...clauses]
}

/** The clauses of a policy lean on nothing but the order of roles. */
function compiled(source: string): Action {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the source of an action with a part left out is one
  return runInNewContext(source, { atLeast }) as Action
}

/** All ways to drop one operand of `||` and `&&`, at any depth. */
export function withoutEachClause(expression: string): string[] {
  const inner = unwrapped(expression)
  if (inner !== undefined) return withoutEachClause(inner).map((left) => `(${left})`)
  for (const operator of ['||', '&&']) {
    const operands = splitAt(expression, operator)
    if (operands.length === 1) continue
    const join = (kept: readonly string[]) => kept.join(` ${operator} `)
    return operands.flatMap((operand, index) => [
      join(operands.toSpliced(index, 1)),
      ...withoutEachClause(operand).map((left) => join(operands.with(index, left))),
    ])
  }
  return []
}

function unwrapped(expression: string): string | undefined {
  if (!expression.startsWith('(') || !expression.endsWith(')')) return undefined
  const inner = expression.slice(1, -1)
  let depth = 0
  for (const character of inner) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth < 0) return undefined
  }
  return inner.trim()
}

/** Splits where the operator stands outside all brackets; policies hold no strings with operators. */
function splitAt(expression: string, operator: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < expression.length; at += 1) {
    const character = expression.charAt(at)
    if ('([{'.includes(character)) depth += 1
    if (')]}'.includes(character)) depth -= 1
    if (depth === 0 && expression.startsWith(operator, at)) {
      parts.push(expression.slice(start, at).trim())
      start = at + operator.length
    }
  }
  return [...parts, expression.slice(start).trim()]
}
