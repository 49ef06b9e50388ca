import type {
  AdaptiveJsonSchema,
  AdaptiveObject,
} from '@lectern/contract/site-adaptive.ts'

import { selectPublishingAuth } from '#/features/publishing/site-keys/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

import { emptyAdaptiveSchema } from './adaptive-schema.ts'
import { findAdaptiveSchema } from './find-adaptive-schema.ts'

const member: AdaptiveObject = {
  type: 'object',
  properties: {
    role: {
      type: 'string',
      enum: ['admin', 'create', 'review', 'edit', 'comment', 'read', 'guest'],
    },
    teams: { type: 'array', items: { type: 'string' } },
    emailDomain: { type: 'string' },
  },
  additionalProperties: false,
}

/**
 * What can be known of the visitors of a site: what its schema names and, where members sign in,
 * what their organization knows of these.
 */
export async function findKnownClaims(
  db: Queryable,
  { organizationId, siteId }: OfSite,
): Promise<AdaptiveJsonSchema> {
  const of = { organizationId, siteId }
  const [found, auth] = await Promise.all([
    findAdaptiveSchema(db, of),
    db.first(selectPublishingAuth, of),
  ])
  const schema = found?.schema ?? emptyAdaptiveSchema
  if (auth?.sign_in !== 'members') return schema
  return { ...schema, properties: { ...schema.properties, member } }
}
