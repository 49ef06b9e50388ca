import { overlayBytesMax } from '@lectern/contract/openapi-overlays.ts'

import { requireVersion } from '#/access/actor.ts'
import {
  authorizeEdit,
  checkOverlay,
  lockSpec,
  type NamedSpec,
  showSpec,
  slugKey,
  type SpecRow,
} from '#/features/references/openapi-specs/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'
import { enqueue } from '#/platform/jobs/job.ts'

import { badOverlay, overlayTooLarge, tooManyOverlays } from './overlay-errors.ts'
import { openApiOverlayCreated, openApiOverlayUpdated } from './overlay-events.ts'
import {
  countOverlayChange,
  countOverlays,
  selectOverlay,
  upsertOverlay,
} from './overlay-queries.ts'
import { overlayLocation, viewOverlay } from './overlay-view.ts'

/** The overlays that a specification may have. */
const overlaysMax = 20

export const putOpenAPISpecOverlay = operation(
  'putOpenAPISpecOverlay',
  async ({ params, body: { text } }, context) => {
    const { organizationId, overlayName: name } = params
    await authorizeEdit(context.db, context, organizationId)
    if (Buffer.byteLength(text) > overlayBytesMax) throw overlayTooLarge(overlayBytesMax)
    const wrong = await context.threads.run({ organizationId }, checkOverlay, { text })
    if (wrong.length > 0) throw badOverlay(wrong)
    return change(context, async (tx) => {
      await authorizeEdit(tx, context, organizationId)
      const { id: specId, slug } = await lockNamed(tx, params)
      const of = { organizationId, specId }
      const spec = { organizationId, slug }
      const known = await tx.first(selectOverlay, { ...of, name })
      if (known === undefined) {
        const counted = await tx.first(countOverlays, of)
        if ((counted?.count ?? 0) >= overlaysMax) throw tooManyOverlays(overlaysMax)
      }
      requireVersion(context, known?.version ?? 0, 'overlay')
      if (known?.text === text) return viewOverlay(context, spec, known)

      const overlay = written(await tx.first(upsertOverlay, { ...of, name, text }))
      await tx.run(countOverlayChange, of)
      enqueue(tx, showSpec, of, { key: specId })
      const view = viewOverlay(context, spec, overlay)
      if (known !== undefined) {
        openApiOverlayUpdated(tx, context, { ...of, slug, name })
        return view
      }
      openApiOverlayCreated(tx, context, { ...of, slug, name })
      return new Created(view, overlayLocation(context, spec, name))
    })
  },
  async ({ params: { organizationId } }, context) => {
    await authorizeEdit(context.db, context, organizationId)
  },
)

/** Locks a specification: its overlays change one after the other. */
export async function lockNamed(
  tx: Transaction,
  { organizationId, specSlug }: NamedSpec,
): Promise<SpecRow> {
  const spec = await tx.first(lockSpec, { organizationId, slugKey: slugKey(specSlug) })
  if (spec === undefined) throw notFound('OpenAPI specification', specSlug)
  return spec
}
