import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

import { mergeRulesUnmet } from './change-request-errors.ts'
import type { ChangeRequestToView } from './change-request-queries.ts'
import type { FoundChangeRequest } from './change-request-resolve.ts'
import { describe } from './change-request-view.ts'
import { judgeMerges, rulesOf } from './judge-merges.ts'
import type { UnmetRule } from './merge-rules.ts'

/** Refuses a merge that the rules forbid; returns the unmet rules that the caller bypasses. */
export async function requireMergeRules(
  tx: Transaction,
  context: Pick<Context, 'caller' | 'config' | 'threads'>,
  { actor, row }: FoundChangeRequest<ChangeRequestToView>,
): Promise<readonly UnmetRule[]> {
  const one = { actor, row, rules: rulesOf(row) }
  const isDescribed = one.rules.ready.some(({ rule }) => rule === 'custom')
  const [judge, descriptions] = await Promise.all([
    judgeMerges(tx, context, [one]),
    describe(context, actor, isDescribed ? [row] : []),
  ])
  const { unmet, isBypassed } = judge(one, descriptions.get(row.id))
  if (unmet.length > 0 && !isBypassed) throw mergeRulesUnmet(row.number, unmet)
  return unmet
}
