import { authorize, requireVersion } from '#/access/actor.ts'
import { moveNode } from '#/content-store/nodes/public.ts'
import { watchVisibility } from '#/features/writing/publications/public.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { spaceMoved } from './space-events.ts'
import { spacePolicy } from './space-policy.ts'
import { touchSpace } from './space-queries.ts'
import { readChangedSpace, resolveSpaceToChange } from './space-resolve.ts'
import { viewSpace } from './space-view.ts'

export const moveSpace = operation(
  'moveSpace',
  async ({ params: { spaceId }, body }, context) =>
    change(context, async (tx) => {
      const found = await resolveSpaceToChange(tx, context, spaceId, 'structure')
      const { organizationId } = found.actor
      authorize(spacePolicy.admin(found.actor), 'move this space', 'the admin role on it')
      requireVersion(context, found.space.version, 'space')

      const of = { organizationId, node: found.space, to: body }
      const watched = { organizationId, spaceIds: [spaceId] }
      await watchVisibility(tx, watched, async () => {
        const moved = await moveNode(tx, context, of)
        spaceMoved(tx, context, { organizationId, spaceId, ...moved })
      })

      const touched = tx.run(touchSpace, { organizationId, nodeId: spaceId })
      const [after] = await Promise.all([readChangedSpace(tx, context, found), touched])
      return viewSpace(after, context)
    }),
)
