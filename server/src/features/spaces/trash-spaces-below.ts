import type { OfNode } from '#/features/content-nodes/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

import { spaceDeleted, spaceVisibilityUpdated } from './space-events.ts'
import { updateSpacesBelowDeleted } from './trash-queries.ts'

/** Puts every space in and below a collection in the trash, and gives those that were not there yet. */
export async function trashSpacesBelow(
  tx: Transaction,
  context: Context,
  collection: OfNode,
): Promise<string[]> {
  const { organizationId } = collection
  const rows = await tx.many(updateSpacesBelowDeleted, collection)
  const gone = rows.filter(({ was_deleted }) => !was_deleted)
  for (const { id: spaceId } of gone) {
    spaceDeleted(tx, context, { organizationId, spaceId })
  }
  for (const { id: spaceId, previous_parent: previousParent } of rows) {
    const of = { organizationId, spaceId }
    spaceVisibilityUpdated(tx, { ...of, parent: null, previousParent })
  }
  return gone.map(({ id }) => id)
}
