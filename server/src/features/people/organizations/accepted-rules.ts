import { parseExpression } from '@lectern/content/expressions/parse.ts'
import type { MergeRule, SpaceMergeRules } from '@lectern/contract/merge-rules.ts'

import { invalidRequest } from '#/platform/errors/api-error.ts'

/**
 * Merge rules as they are stored and answered: keys that mean nothing are dropped. Refuses an
 * expression that cannot be read.
 */
export function acceptedRules<Rules extends SpaceMergeRules>(given: Rules): Rules {
  const rules =
    given.type === 'rules'
      ? { type: given.type, rules: given.rules.map(acceptedRule) }
      : { type: given.type }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same alternative, with fewer keys
  return rules as Rules
}

function acceptedRule(rule: MergeRule, index: number): MergeRule {
  if ('users' in rule) return { rule: rule.rule, users: rule.users }
  if ('checks' in rule) {
    const { checks, reporters } = rule
    return { rule: rule.rule, checks, ...(reporters !== undefined && { reporters }) }
  }
  if (!('expression' in rule)) return { rule: rule.rule }
  const { expression, message } = rule
  refuseUnreadable(expression, `body.mergeRules.rules.${index}.expression`)
  return { rule: rule.rule, expression, ...(message !== undefined && { message }) }
}

/**
 * Refuses an expression that cannot be read. An empty one is not written yet; no change request is
 * merged until it is.
 */
function refuseUnreadable(expression: string, path: string): void {
  if (expression.trim() === '') return
  const { problem } = parseExpression(expression)
  if (problem === undefined) return
  const message = `is no expression that can be read: ${problem.message}, at character ${problem.at + 1}`
  throw invalidRequest(`${path} ${message}.`, [{ path, message }])
}
