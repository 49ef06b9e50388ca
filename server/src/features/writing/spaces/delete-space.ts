import { authorize, requireVersion } from '#/access/actor.ts'
import { touchSitesOf, watchVisibility } from '#/features/writing/publications/public.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { spaceDeleted } from './space-events.ts'
import { spacePolicy } from './space-policy.ts'
import { resolveSpaceToChange } from './space-resolve.ts'
import { updateSpaceDeleted } from './trash-queries.ts'

export const deleteSpaceById = operation(
  'deleteSpaceById',
  async ({ params: { spaceId } }, context) =>
    change(context, async (tx) => {
      const found = await resolveSpaceToChange(tx, context, spaceId, 'structure')
      const { organizationId } = found.actor
      authorize(
        spacePolicy.admin(found.actor),
        'delete this space',
        'the admin role on it',
      )
      requireVersion(context, found.space.version, 'space')
      if (found.space.deleted_at !== null) return undefined

      const spaces = { organizationId, spaceIds: [spaceId] }
      await watchVisibility(tx, spaces, async () => {
        await tx.run(updateSpaceDeleted, { organizationId, nodeId: spaceId })
        spaceDeleted(tx, context, { organizationId, spaceId })
      })
      await touchSitesOf(tx, spaces)
      return undefined
    }),
)
