import { authorize, requireVersion } from '#/access/actor.ts'
import { lockSite, sitePolicy, touchSite } from '#/features/publishing/sites/public.ts'
import { written } from '#/platform/database/written.ts'
import { invalidRequest } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { siteAdaptiveSchemaUpdated } from './adaptive-events.ts'
import { upsertAdaptiveSchema } from './adaptive-queries.ts'
import { readAdaptiveSchema } from './adaptive-schema.ts'
import { viewAdaptiveSchema } from './adaptive-view.ts'

export const updateSiteAdaptiveSchema = operation(
  'updateSiteAdaptiveSchema',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const { organizationId, siteId } = params
      const { actor, site } = await lockSite(tx, context, organizationId, siteId)
      authorize(
        sitePolicy.admin(actor),
        'change the adaptive schema of this site',
        'the admin role',
      )
      requireVersion(context, site.version, 'site')
      const { schema, problem } = readAdaptiveSchema(body.jsonSchema, 'body.jsonSchema')
      if (problem !== undefined) {
        throw invalidRequest(`${problem.path} ${problem.message}.`, [problem])
      }

      const jsonSchema = JSON.stringify(schema)
      const { updated_at } = written(
        await tx.first(upsertAdaptiveSchema, { ...params, jsonSchema }),
      )
      await touchSite(tx, params)
      const claims = Object.keys(schema.properties)
      siteAdaptiveSchemaUpdated(tx, context, { ...params, claims })
      return viewAdaptiveSchema(schema, updated_at)
    }),
)
