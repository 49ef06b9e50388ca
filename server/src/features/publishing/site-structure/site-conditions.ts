import { conditionProblem } from '@lectern/content/expressions/conditions.ts'

import { invalidCondition } from './structure-errors.ts'

/**
 * The condition to store, null for none. Conditions of a site can read its visitor and nothing
 * else.
 */
export function storedCondition(condition: string | null): string | null {
  if (condition === null || condition.trim() === '') return null
  const problem = conditionProblem(condition)
  if (problem !== undefined) throw invalidCondition(problem.at, problem.message)
  return condition
}
