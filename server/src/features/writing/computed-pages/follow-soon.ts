import type { Attributes } from '#/content-store/entries/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import { specOfSource } from './computed-attributes.ts'
import { selectPlanIds } from './plan-queries.ts'

export interface OfFollowedSpec {
  readonly organizationId: string
  readonly specId: string
}

/** The job that brings the pages of a specification up to what it says now. */
export const followJobName = 'openapi.follow'

/**
 * Queues the job: in the transaction in which what a specification shows changes, and in that of
 * every revision with pages that were made before it, of which the job of the change knew nothing.
 */
export function followSoon(
  tx: Transaction,
  { organizationId, specId }: OfFollowedSpec,
): void {
  tx.enqueue({
    name: followJobName,
    payload: { organizationId, specId },
    key: specId,
    group: organizationId,
  })
}

/** Queues the job for what the entries of a new revision of a main branch are made of. */
export async function followEntriesSoon(
  tx: Transaction,
  { organizationId }: { readonly organizationId: string },
  entries: readonly { readonly attributes: Attributes }[],
): Promise<void> {
  const slugKeys = new Set(
    entries.flatMap(
      ({ attributes }) => specOfSource(attributes['computed'])?.toLowerCase() ?? [],
    ),
  )
  if (slugKeys.size === 0) return
  const specs = await tx.many(selectPlanIds, { organizationId, slugKeys: [...slugKeys] })
  for (const { id: specId } of specs) followSoon(tx, { organizationId, specId })
}
