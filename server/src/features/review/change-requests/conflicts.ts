import type { TreeConflict } from '@lectern/content/merge/tree-conflict.ts'

import {
  type MergePlan,
  planMerge,
  planMergeUnderLock,
  type Resolutions,
} from '#/content-store/merge/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { selectResolutions } from './change-request-queries.ts'
import {
  type FoundChangeRequest,
  resolveChangeRequest,
} from './change-request-resolve.ts'
import { viewConflict } from './change-request-view.ts'

export const listChangeRequestConflicts = operation(
  'listChangeRequestConflicts',
  async (request, context) => {
    const found = await resolveChangeRequest(context.db, context, request.params)
    const plan = await openConflicts(context, found)
    const page = readPage(context, request)
    const after = page.afterText(0)
    const start = after === undefined ? 0 : Number(after)
    const rows = plan.conflicts
      .map((conflict, index) => ({ conflict, index: index + 1 }))
      .slice(start, start + page.rowsMax)
    return page.finish(rows, {
      count: plan.conflicts.length,
      countIsLowerBound: false,
      keyOf: ({ index }) => [String(index)],
      view: ({ conflict }) => viewConflict(conflict, kindsIn(plan)),
    })
  },
)

type Planning = Pick<Context, 'threads' | 'plans'>

/** The conflicts of a merge; a merged change request has none left. */
export async function openConflicts(
  context: Planning & Pick<Context, 'db'>,
  found: FoundChangeRequest,
  { withResolved = false }: { withResolved?: boolean } = {},
): Promise<{
  readonly conflicts: readonly TreeConflict[]
  readonly sides?: MergePlan['sides']
}> {
  if (found.row.status === 'merged') return { conflicts: [] }
  return planOf(context, found.of, withResolved ? [] : undefined)
}

export async function planOf(
  context: Planning & Pick<Context, 'db'>,
  of: FoundChangeRequest['of'],
  resolutions?: Resolutions,
): Promise<MergePlan> {
  const { db } = context
  const decided = resolutions ?? (await readResolutions(db, of))
  return planMerge(db, context, branchOf(of), decided)
}

/** The plan of a change request for a transaction that holds locks. */
export async function planUnderLock(
  tx: Transaction,
  context: Planning,
  of: FoundChangeRequest['of'],
): Promise<MergePlan> {
  return planMergeUnderLock(tx, context, branchOf(of), await readResolutions(tx, of))
}

function branchOf({
  organizationId,
  spaceId,
  changeRequestId,
}: FoundChangeRequest['of']) {
  return { organizationId, spaceId, branchId: changeRequestId }
}

async function readResolutions(
  db: Queryable,
  of: FoundChangeRequest['of'],
): Promise<Resolutions> {
  const rows = await db.many(selectResolutions, of)
  return rows.map(({ conflict_id: id, resolution }) => [
    id,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only resolve_conflict writes it
    resolution as Resolutions[number][1],
  ])
}

export function kindsIn({ sides }: { readonly sides?: MergePlan['sides'] }) {
  return (id: string): string | undefined =>
    (sides?.ours.get(id) ?? sides?.theirs.get(id) ?? sides?.base.get(id))?.kind
}
