import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'
import { rowCheck } from '#/platform/integrity/common-checks.ts'

import { readAdaptiveSchema } from './adaptive-schema.ts'

const selectSchemas = statement(
  'fsck.site-adaptive-schema',
  (p: { organizationId: string }) => sql<{ id: string; json_schema: unknown }>`
    select site_id as id, json_schema from site_adaptive_schema
    where organization_id = ${p.organizationId}`,
)

/**
 * Checks that stored schemas pass today's validation, as the code that reads claims relies on it.
 */
export const adaptiveSchemas = rowCheck(
  'site-adaptive-schema',
  selectSchemas,
  ({ id, json_schema }) => {
    const { problem } = readAdaptiveSchema(json_schema, 'schema')
    const expected = 'a schema of claims'
    const found = problem === undefined ? expected : `${problem.path} ${problem.message}`
    return { id, expected, found }
  },
)
