import { setImmediate as others } from 'node:timers/promises'

import type { ChangeRequest } from '@lectern/contract/change-requests.ts'

import { spacePolicy } from '#/features/writing/spaces/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { written } from '#/platform/database/written.ts'
import type { Context } from '#/platform/http/context.ts'

import type { ChangeRequestToView } from './change-request-queries.ts'
import type { FoundChangeRequest } from './change-request-resolve.ts'
import { describe, viewWithoutMerge } from './change-request-view.ts'
import { judgeMerges, rulesOf, type ToJudge } from './judge-merges.ts'
import type { Judgement } from './merge-rules.ts'

/** The change requests judged before the event loop gets a turn, because expressions take time. */
const atOnce = 10

type ViewContext = Pick<Context, 'caller' | 'config' | 'threads'>

/** The change requests as the caller sees them, by id. */
export async function viewChangeRequests(
  db: Queryable,
  context: ViewContext,
  all: readonly ToJudge[],
): Promise<ReadonlyMap<string, ChangeRequest>> {
  const [judge, descriptions] = await Promise.all([
    judgeMerges(db, context, all),
    describe(
      context,
      // All change requests of one answer are of one organization.
      all[0]?.actor ?? context.caller,
      all.map(({ row }) => row),
    ),
  ])
  const views = new Map<string, ChangeRequest>()
  for (const one of all) {
    if (views.size % atOnce === atOnce - 1) await others()
    const { row } = one
    const description = descriptions.get(row.id)
    const merge = viewMerge(one, judge(one, description))
    views.set(row.id, { ...viewWithoutMerge(context, row, description), merge })
  }
  return views
}

export async function viewFound(
  db: Queryable,
  context: ViewContext,
  { actor, row }: FoundChangeRequest<ChangeRequestToView>,
): Promise<ChangeRequest> {
  const views = await viewChangeRequests(db, context, [
    { actor, row, rules: rulesOf(row) },
  ])
  return written(views.get(row.id))
}

function viewMerge(
  { actor, row }: ToJudge,
  { unmet, isBypassed }: Judgement,
): ChangeRequest['merge'] {
  const isOpen = row.status !== 'merged'
  return {
    allowed: isOpen && spacePolicy.merge(actor) && (unmet.length === 0 || isBypassed),
    unmet: [...unmet],
  }
}
