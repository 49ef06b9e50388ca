import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'
import { type OrganizationCheck, problem } from '#/platform/integrity/integrity-check.ts'

import { segmentsOf, sourceKeyOf } from './redirect-paths.ts'

interface SourceRow {
  readonly id: string
  readonly source: string
  readonly source_key: string
}

const selectSources = statement(
  'fsck.site-redirect-source',
  (p: { organizationId: string }) => sql<SourceRow>`
    select site_id || '/' || id as id, source, source_key from site_redirect
    where organization_id = ${p.organizationId}`,
)

const kind = 'site-redirect-source'

/** Checks that the stored key of every rule matches its source. */
export const redirectSources: OrganizationCheck = {
  kind,
  async run(db, organizationId) {
    const rules = await db.many(selectSources, { organizationId })
    const problems = rules.flatMap(({ id, source, source_key: found }) => {
      const segments = segmentsOf(source)
      const expected = segments === undefined ? null : sourceKeyOf(segments)
      if (expected === found) return []
      return [problem({ organizationId, kind, id, expected, found })]
    })
    return { rows: rules.length, problems }
  },
}
