import { resolveSite } from '#/features/publishing/sites/public.ts'
import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import { emptyAdaptiveSchema } from './adaptive-schema.ts'
import { viewAdaptiveSchema } from './adaptive-view.ts'
import { findAdaptiveSchema } from './find-adaptive-schema.ts'
import { findKnownClaims } from './find-known-claims.ts'
import { templateConditions } from './template-conditions.ts'

export const getSiteAdaptiveSchema = operation(
  'getSiteAdaptiveSchema',
  async ({ params }, context) => {
    const { organizationId, siteId } = params
    const { site } = await resolveSite(context.db, context, organizationId, siteId)
    return versioned(site.version, [], async () => {
      const found = await findAdaptiveSchema(context.db, params)
      return viewAdaptiveSchema(
        found?.schema ?? emptyAdaptiveSchema,
        found?.updatedAt ?? site.created_at,
      )
    })
  },
)

export const listSiteAdaptiveTemplateConditions = operation(
  'listSiteAdaptiveTemplateConditions',
  async ({ params }, context) => {
    await resolveSite(context.db, context, params.organizationId, params.siteId)
    return { items: templateConditions(await findKnownClaims(context.db, params)) }
  },
)
