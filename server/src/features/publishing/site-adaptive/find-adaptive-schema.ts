import type { AdaptiveJsonSchema } from '@lectern/contract/site-adaptive.ts'

import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

import { selectAdaptiveSchema } from './adaptive-queries.ts'

interface FoundSchema {
  readonly schema: AdaptiveJsonSchema
  readonly updatedAt: string
}

/** The schema of a site; undefined until somebody has set one. */
export async function findAdaptiveSchema(
  db: Queryable,
  { organizationId, siteId }: OfSite,
): Promise<FoundSchema | undefined> {
  const row = await db.first(selectAdaptiveSchema, { organizationId, siteId })
  if (row === undefined) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- read part by part before it was stored
  return { schema: row.json_schema as AdaptiveJsonSchema, updatedAt: row.updated_at }
}
