import { placeAmong } from '@lectern/content/tree/positions.ts'

import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

import { openPlace, type OpenPlace } from './open-place.ts'
import { selectSiblings, updateNodePosition } from './structure-queries.ts'

interface Beside {
  readonly organizationId: string
  readonly parentId: string | null
  readonly nodeId: string
}

/** A place where the caller may put something new, right after what stands there already. */
export async function openPlaceAfter(
  tx: Transaction,
  context: Context,
  { organizationId, parentId, nodeId }: Beside,
): Promise<OpenPlace> {
  const callerId = context.caller.userId
  const at = { organizationId, callerId, parentId, exceptId: '' }
  const [place, siblings] = await Promise.all([
    openPlace(tx, context, { organizationId, parentId }),
    tx.many(selectSiblings({ isTop: parentId === null }), at),
  ])
  const index = siblings.findIndex(({ id }) => id === nodeId)
  if (index === -1) return place
  const { position, moved } = placeAmong(siblings, index + 1)
  await Promise.all(
    [...moved].map(async ([id, next]) =>
      tx.run(updateNodePosition, { organizationId, nodeId: id, position: next }),
    ),
  )
  return { ...place, position }
}
