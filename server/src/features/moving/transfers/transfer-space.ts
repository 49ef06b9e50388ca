import { authorize, requireVersion } from '#/access/actor.ts'
import {
  readSpace,
  resolveSpace,
  type SpaceForCaller,
  spacePolicy,
  viewSpace,
} from '#/features/writing/spaces/public.ts'
import { written } from '#/platform/database/written.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { transferNode } from './transfer-node.ts'

export const transferSpace = operation(
  'transferSpace',
  async ({ params: { spaceId }, body: { organization: to } }, context) => {
    const found = await resolveSpace(context.db, context, spaceId)
    requireTransferable(context, found)
    const from = found.actor.organizationId
    if (from === to) return change(context, async () => viewSpace(found, context))

    const transfer = { kind: 'space' as const, id: spaceId, from, to }
    return transferNode(context, transfer, {
      async check(tx) {
        const still = await readSpace(tx, context, { organizationId: from, spaceId })
        if (still === undefined) throw notFound('space', spaceId)
        requireTransferable(context, still)
      },
      async view(tx) {
        const of = { organizationId: to, spaceId }
        return viewSpace(written(await readSpace(tx, context, of)), context)
      },
    })
  },
)

function requireTransferable(context: Context, { actor, space }: SpaceForCaller): void {
  authorize(spacePolicy.admin(actor), 'transfer this space', 'the admin role on it')
  requireVersion(context, space.version, 'space')
}
