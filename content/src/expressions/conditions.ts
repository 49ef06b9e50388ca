import type { Problem } from './expression-tree.ts'
import { evaluateExpression } from './evaluate.ts'
import { type DocumentNames, evaluatorOf, visitorOf } from './evaluate-document.ts'
import { parseExpression } from './parse.ts'
import { namesIn } from './uses.ts'

export type Claims = Readonly<Record<string, unknown>>

/** Whether a condition holds for a reader; one that cannot be evaluated never does. */
export type Holds = (condition: string) => boolean

/** The condition in place of one that cannot be read. */
export const nobody = 'false'

/** The test of conditions that may read nothing but the visitor, such as those of pages. */
export function visitorConditions(claims: Claims): Holds {
  const names = { visitor: visitorOf(claims) }
  return remembered((condition) => {
    const { value, problem } = evaluateExpression(condition, names)
    return problem === undefined && Boolean(value)
  })
}

/** The fault of a condition that may read nothing but the visitor; undefined for a good one. */
export function conditionProblem(condition: string): Problem | undefined {
  return problemWith(condition, ['visitor'])
}

/** The fault of the condition of a block, which may read variables too. */
export function blockConditionProblem(condition: string): Problem | undefined {
  return problemWith(condition, ['visitor', 'space', 'page'])
}

function problemWith(condition: string, known: readonly string[]): Problem | undefined {
  const { expression, problem } = parseExpression(condition)
  if (problem !== undefined) return problem
  const foreign = namesIn(expression).find(({ name }) => !known.includes(name))
  return foreign && { at: foreign.at, message: `'${foreign.name}' is not known here` }
}

/** The test of the conditions of blocks, decided as `evaluateDocument` decides on the blocks. */
export function blockConditions(
  names: Pick<DocumentNames, 'claims' | 'spaceVariables' | 'pageVariables'>,
): Holds {
  const evaluate = evaluatorOf({ ...names, scope: 'everything' })
  return remembered((condition) => Boolean(evaluate(condition)?.value))
}

/** A test that evaluates each condition once: many entries of a space have the same. */
function remembered(holds: Holds): Holds {
  const known = new Map<string, boolean>()
  return (condition) => {
    const decided = known.get(condition) ?? holds(condition)
    known.set(condition, decided)
    return decided
  }
}
