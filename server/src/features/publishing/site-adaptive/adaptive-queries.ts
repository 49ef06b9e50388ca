import { sql } from 'kysely'

import type { OfSite } from '#/features/writing/publications/public.ts'
import { statement } from '#/platform/database/statement.ts'

export interface AdaptiveSchemaRow {
  readonly json_schema: unknown
  readonly updated_at: string
}

export const selectAdaptiveSchema = statement(
  'site-adaptive.get',
  (p: OfSite) => sql<AdaptiveSchemaRow>`
    select json_schema, updated_at from site_adaptive_schema
    where organization_id = ${p.organizationId} and site_id = ${p.siteId}`,
)

export const upsertAdaptiveSchema = statement(
  'site-adaptive.store',
  (p: OfSite & { jsonSchema: string }) => sql<{ updated_at: string }>`
    insert into site_adaptive_schema (organization_id, site_id, json_schema)
    values (${p.organizationId}, ${p.siteId}, ${p.jsonSchema}::json)
    on conflict (organization_id, site_id) do update
      set json_schema = excluded.json_schema, updated_at = excluded.updated_at
    returning updated_at`,
)
