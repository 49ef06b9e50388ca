import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'
import { rowCheck } from '#/platform/integrity/common-checks.ts'

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

/** Checks that the stored key of every rule matches its source. */
export const redirectSources = rowCheck(
  'site-redirect-source',
  selectSources,
  ({ id, source, source_key: found }) => {
    const segments = segmentsOf(source)
    return { id, expected: segments === undefined ? null : sourceKeyOf(segments), found }
  },
)
