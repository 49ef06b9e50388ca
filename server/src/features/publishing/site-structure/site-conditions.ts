import { parseExpression } from '@lectern/content/expressions/parse.ts'
import { namesIn } from '@lectern/content/expressions/uses.ts'

import { invalidCondition } from './structure-errors.ts'

/**
 * The condition to store, null for none. Conditions of a site can read its visitor and nothing
 * else.
 */
export function storedCondition(condition: string | null): string | null {
  if (condition === null || condition.trim() === '') return null
  const { expression, problem } = parseExpression(condition)
  if (problem !== undefined) throw invalidCondition(problem.at, problem.message)
  const foreign = namesIn(expression).find(({ name }) => name !== 'visitor')
  if (foreign !== undefined) {
    throw invalidCondition(foreign.at, `'${foreign.name}' is not known here`)
  }
  return condition
}
