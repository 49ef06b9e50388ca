import { authorize, requireVersion } from '#/access/actor.ts'
import { positionAtEnd } from '#/content-store/nodes/public.ts'
import { touchSitesOf, watchVisibility } from '#/features/writing/publications/public.ts'
import { indexSpaceSoon } from '#/features/writing/search/public.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { spaceRestored } from './space-events.ts'
import { spacePolicy } from './space-policy.ts'
import { touchSpace } from './space-queries.ts'
import { readChangedSpace, resolveSpaceToChange } from './space-resolve.ts'
import { viewSpace } from './space-view.ts'
import { updateSpaceRestored } from './trash-queries.ts'

export const restoreSpace = operation(
  'restoreSpace',
  async ({ params: { spaceId } }, context) =>
    change(context, async (tx) => {
      const found = await resolveSpaceToChange(tx, context, spaceId, 'structure')
      const { organizationId } = found.actor
      authorize(
        spacePolicy.admin(found.actor),
        'restore this space',
        'the admin role on it',
      )
      requireVersion(context, found.space.version, 'space')
      if (found.space.deleted_at === null) return viewSpace(found, context)

      const { parent_id: parentId, position: kept } = found.space
      const place = { organizationId, callerId: context.caller.userId, parentId }
      const position = kept === '' ? await positionAtEnd(tx, place) : kept
      const of = { organizationId, nodeId: spaceId }
      const spaces = { organizationId, spaceIds: [spaceId] }
      await watchVisibility(tx, spaces, async () => {
        await tx.run(updateSpaceRestored, { ...of, position })
        spaceRestored(tx, context, { organizationId, spaceId })
      })
      const sent = [tx.run(touchSpace, of), touchSitesOf(tx, spaces)]
      const [restored] = await Promise.all([
        readChangedSpace(tx, context, found),
        ...sent,
      ])
      // The index may have skipped the last revisions before the deletion, while the space was in
      // the trash.
      indexSpaceSoon(tx, { organizationId, spaceId })

      return viewSpace(restored, context)
    }),
)
