import { positionAmong } from '@lectern/content/tree/positions.ts'

import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

import { openParent, type OpenParent } from './open-parent.ts'
import { selectSiblings, updateNodePosition } from './structure-queries.ts'

interface Beside {
  readonly organizationId: string
  readonly parentId: string | null
  readonly nodeId: string
}

/** A place where the caller may put a new node, right after an existing one. */
export async function openPositionAfter(
  tx: Transaction,
  context: Context,
  { organizationId, parentId, nodeId }: Beside,
): Promise<OpenParent> {
  const callerId = context.caller.userId
  const at = { organizationId, callerId, parentId, exceptId: '' }
  const [place, siblings] = await Promise.all([
    openParent(tx, context, { organizationId, parentId }),
    tx.many(selectSiblings({ isTop: parentId === null }), at),
  ])
  const index = siblings.findIndex(({ id }) => id === nodeId)
  if (index === -1) return place
  const { position, moved } = positionAmong(siblings, index + 1)
  await Promise.all(
    [...moved].map(async ([id, next]) =>
      tx.run(updateNodePosition, { organizationId, nodeId: id, position: next }),
    ),
  )
  return { ...place, position }
}
