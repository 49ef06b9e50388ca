import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

import { pageAtPath } from './select-path.ts'

interface AtPath {
  readonly organizationId: string
  readonly spaceId: string
  readonly segments: readonly string[]
}

/** The page that is or once was at a path of the head, for callers that checked read access. */
export const selectPageIdAtPath = statement(
  'content.page-id-at-path',
  (p: AtPath) => sql<{ page_id: string | null }>`select ${pageAtPath(p)} as page_id`,
)
