import type { OfNode } from '#/content-store/nodes/public.ts'
import { touchSitesOf, watchVisibility } from '#/features/writing/publications/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

import { spaceDeleted } from './space-events.ts'
import { selectSpacesBelow, updateSpacesBelowDeleted } from './trash-queries.ts'

/** Puts all spaces in and below a collection in the trash; gives those that were not in it yet. */
export async function trashSpacesBelow(
  tx: Transaction,
  context: Context,
  collection: OfNode,
): Promise<string[]> {
  const { organizationId } = collection
  const below = await tx.many(selectSpacesBelow, collection)
  const spaces = { organizationId, spaceIds: below.map(({ id }) => id) }
  const gone = await watchVisibility(tx, spaces, async () => {
    await tx.run(updateSpacesBelowDeleted, spaces)
    const fresh = below.filter(({ is_deleted }) => !is_deleted)
    for (const { id: spaceId } of fresh) {
      spaceDeleted(tx, context, { organizationId, spaceId })
    }
    return fresh.map(({ id }) => id)
  })
  await touchSitesOf(tx, { organizationId, spaceIds: gone })
  return gone
}
