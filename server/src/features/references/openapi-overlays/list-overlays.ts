import { authorizeView, findSpec } from '#/features/references/openapi-specs/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'
import { readPage } from '#/platform/http/paging.ts'

import { countOverlays, selectOverlay, selectOverlays } from './overlay-queries.ts'
import { viewOverlay, viewWithoutText } from './overlay-view.ts'

export const listOpenAPISpecOverlays = operation(
  'listOpenAPISpecOverlays',
  async (request, context) => {
    const { organizationId } = request.params
    await authorizeView(context, organizationId)
    const { id: specId, slug } = await findSpec(context.db, request.params)
    const of = { organizationId, specId }
    const page = readPage(context, request)
    const shape = { after: page.after !== undefined, rowsMax: page.rowsMax }
    const [rows, counted] = await Promise.all([
      context.db.many(selectOverlays(shape), { ...of, afterName: page.afterText(0) }),
      context.db.first(countOverlays, of),
    ])
    return page.finish(rows, {
      count: counted?.count ?? 0,
      countIsLowerBound: false,
      keyOf: ({ name }) => [name],
      view: (overlay) => viewWithoutText(context, { organizationId, slug }, overlay),
    })
  },
)

export const getOpenAPISpecOverlay = operation(
  'getOpenAPISpecOverlay',
  async ({ params }, context) => {
    const { organizationId, overlayName: name } = params
    await authorizeView(context, organizationId)
    const { id: specId, slug } = await findSpec(context.db, params)
    const overlay = await context.db.first(selectOverlay, {
      organizationId,
      specId,
      name,
    })
    if (overlay === undefined) throw notFound('overlay', name)
    const { version, applied_version: applied, problem_count: problems } = overlay
    return versioned(version, [slug, applied, problems, overlay.created_at], () =>
      viewOverlay(context, { organizationId, slug }, overlay),
    )
  },
)
