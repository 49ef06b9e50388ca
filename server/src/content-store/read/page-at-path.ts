import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

import { pageAtPath } from './select-path.ts'

interface AtPath {
  readonly organizationId: string
  readonly spaceId: string
  readonly segments: readonly string[]
}

/** Whoever is at a path of the head, or was once: for those who know already that it may be read. */
export const selectPageIdAtPath = statement(
  'content.page-id-at-path',
  (p: AtPath) => sql<{ page_id: string | null }>`select ${pageAtPath(p)} as page_id`,
)
