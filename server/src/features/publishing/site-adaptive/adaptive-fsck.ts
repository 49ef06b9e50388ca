import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'
import { type OrganizationCheck, problem } from '#/platform/integrity/integrity-check.ts'

import { readAdaptiveSchema } from './adaptive-schema.ts'

const selectSchemas = statement(
  'fsck.site-adaptive-schema',
  (p: { organizationId: string }) => sql<{ id: string; json_schema: unknown }>`
    select site_id as id, json_schema from site_adaptive_schema
    where organization_id = ${p.organizationId}`,
)

const kind = 'site-adaptive-schema'

/**
 * Checks that stored schemas pass today's validation, as the code that reads claims relies on it.
 */
export const adaptiveSchemas: OrganizationCheck = {
  kind,
  async run(db, organizationId) {
    const schemas = await db.many(selectSchemas, { organizationId })
    const problems = schemas.flatMap(({ id, json_schema }) => {
      const bad = readAdaptiveSchema(json_schema, 'schema').problem
      if (bad === undefined) return []
      const found = `${bad.path} ${bad.message}`
      return [
        problem({ organizationId, kind, id, expected: 'a schema of claims', found }),
      ]
    })
    return { rows: schemas.length, problems }
  },
}
