import { requireVersion } from '#/access/actor.ts'
import { authorizeEdit, showSpec } from '#/features/references/openapi-specs/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { enqueue } from '#/platform/jobs/job.ts'

import { openApiOverlayDeleted } from './overlay-events.ts'
import { countOverlayChange, deleteOverlay, selectOverlay } from './overlay-queries.ts'
import { lockNamed } from './put-overlay.ts'

export const deleteOpenAPISpecOverlay = operation(
  'deleteOpenAPISpecOverlay',
  async ({ params }, context) =>
    change(context, async (tx) => {
      const { organizationId, overlayName: name } = params
      await authorizeEdit(tx, context, organizationId)
      const { id: specId, slug } = await lockNamed(tx, params)
      const of = { organizationId, specId }
      const overlay = await tx.first(selectOverlay, { ...of, name })
      if (overlay === undefined) throw notFound('overlay', name)
      requireVersion(context, overlay.version, 'overlay')

      await tx.run(deleteOverlay, { ...of, name })
      await tx.run(countOverlayChange, of)
      enqueue(tx, showSpec, of, { key: specId })
      openApiOverlayDeleted(tx, context, { ...of, slug, name })
      return undefined
    }),
)
