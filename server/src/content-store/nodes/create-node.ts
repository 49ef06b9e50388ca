import type { Transaction } from '#/platform/database/transaction.ts'
import { type HomelessKind, homeWrites } from '#/platform/tenancy/homes.ts'

import { grantTo } from './give-grants.ts'
import type { OpenParent } from './open-parent.ts'
import { insertNode } from './structure-queries.ts'

interface NodeToCreate {
  readonly organizationId: string
  readonly id: string
  readonly kind: HomelessKind
  readonly title: string
  readonly place: OpenParent
  readonly createdBy: string
}

/** Inserts the rows of a new collection or space; its creator becomes its admin. */
export async function createNode(
  tx: Transaction,
  { organizationId, id, kind, title, place, createdBy }: NodeToCreate,
): Promise<void> {
  const { parentId, position, baseLevel } = place
  const node = { kind, title, parentId, position, baseLevel, createdBy }
  await Promise.all([
    tx.run(insertNode, {
      ...node,
      organizationId,
      nodeId: id,
      lineage: [id, ...place.lineage],
    }),
    homeWrites.add(tx, { id, kind, organizationId }),
    grantTo(tx, {
      organizationId,
      contentId: id,
      kind,
      userId: createdBy,
      role: 'admin',
    }),
  ])
}
