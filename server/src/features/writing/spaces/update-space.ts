import { authorize, requireVersion } from '#/access/actor.ts'
import { rewriteSubtree } from '#/content-store/nodes/public.ts'
import { touchSitesOf } from '#/features/writing/publications/public.ts'
import { indexSpaceSoon } from '#/features/writing/search/public.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { differing } from '#/platform/outbox/differing.ts'

import { spaceInTrash } from './space-errors.ts'
import { spaceUpdated } from './space-events.ts'
import { spacePolicy } from './space-policy.ts'
import { updateSpaceNode, updateSpaceSettings } from './space-queries.ts'
import { readChangedSpace, resolveSpaceToChange } from './space-resolve.ts'
import { settingsAfter, settingsOf } from './space-settings.ts'
import { viewSpace } from './space-view.ts'

/** The settings that readers of a site see. */
const shown = new Set(['title', 'emoji', 'icon', 'language'])

export const updateSpaceById = operation(
  'updateSpaceById',
  async ({ params: { spaceId }, body }, context) =>
    change(context, async (tx) => {
      // The meaning of a level depends on the collections above, so these must not change
      // meanwhile.
      const reach = body.defaultLevel === undefined ? 'node' : 'structure'
      const found = await resolveSpaceToChange(tx, context, spaceId, reach)
      const { organizationId } = found.actor
      authorize(
        spacePolicy.admin(found.actor),
        'change this space',
        'the admin role on it',
      )
      if (found.space.deleted_at !== null) throw spaceInTrash(spaceId)
      requireVersion(context, found.space.version, 'space')

      const before = settingsOf(found.space)
      const after = settingsAfter(before, body)
      const difference = differing(before, after)
      if (difference.changed.length === 0) return viewSpace(found, context)
      const of = { organizationId, nodeId: spaceId }
      const settings = {
        ...of,
        ...after,
        mergeRules: storableJson(after.mergeRules),
      }
      const sent = [
        tx.run(updateSpaceNode, settings),
        tx.run(updateSpaceSettings, settings),
      ]
      if (reach === 'structure') sent.push(tx.run(rewriteSubtree, of))
      const [updated] = await Promise.all([readChangedSpace(tx, context, found), ...sent])
      spaceUpdated(tx, context, { organizationId, spaceId, ...difference })
      if (difference.changed.some((name) => shown.has(name))) {
        await touchSitesOf(tx, { organizationId, spaceIds: [spaceId] })
      }
      // The index cuts endings off words by the rules of the language.
      if (difference.changed.includes('language')) {
        indexSpaceSoon(tx, { organizationId, spaceId })
      }

      return viewSpace(updated, context)
    }),
)
