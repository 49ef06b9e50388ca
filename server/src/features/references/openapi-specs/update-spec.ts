import { requireVersion } from '#/access/actor.ts'
import { indexShowingSoon } from '#/features/writing/search/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import {
  openApiSpecDeleted,
  openApiSpecVisibilityChanged,
} from './openapi-spec-events.ts'
import { deleteSpec, lockSpec, updateVisibility } from './openapi-spec-queries.ts'
import { authorizeEdit, findSpec, slugKey } from './openapi-spec-resolve.ts'
import { viewSpec } from './openapi-spec-view.ts'
import { selectHashes } from './spec-version-queries.ts'
import { sweepSoon } from './store-content.ts'

const noun = 'OpenAPI specification'

export const updateOpenAPISpecBySlug = operation(
  'updateOpenAPISpecBySlug',
  async ({ params, body: { visibility } }, context) =>
    change(context, async (tx) => {
      const { organizationId, specSlug } = params
      const actor = await authorizeEdit(tx, context, organizationId)
      const spec = await tx.first(lockSpec, {
        organizationId,
        slugKey: slugKey(specSlug),
      })
      if (spec === undefined) throw notFound(noun, specSlug)
      requireVersion(context, spec.version, noun)
      if (spec.visibility === visibility) return viewSpec(context, actor, spec)

      const { id: specId, slug } = spec
      await tx.run(updateVisibility, { organizationId, specId, visibility })
      const changed = { organizationId, specId, slug, visibility }
      openApiSpecVisibilityChanged(tx, context, changed)
      return viewSpec(context, actor, await findSpec(tx, params))
    }),
)

/** Deletes a specification; pages that show it show nothing in its place from then on. */
export const deleteOpenAPISpecBySlug = operation(
  'deleteOpenAPISpecBySlug',
  async ({ params }, context) =>
    change(context, async (tx) => {
      const { organizationId, specSlug } = params
      await authorizeEdit(tx, context, organizationId)
      const spec = await tx.first(lockSpec, {
        organizationId,
        slugKey: slugKey(specSlug),
      })
      if (spec === undefined) throw notFound(noun, specSlug)
      requireVersion(context, spec.version, noun)

      const of = { organizationId, specId: spec.id }
      const named = await tx.many(selectHashes, of)
      await tx.run(deleteSpec, of)
      sweepSoon(
        tx,
        organizationId,
        named.map(({ hash }) => hash),
      )
      indexShowingSoon(tx, { organizationId, slug: spec.slug })
      openApiSpecDeleted(tx, context, { ...of, slug: spec.slug })
      return undefined
    }),
)
