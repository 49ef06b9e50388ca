import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

interface LanguageRow {
  readonly id: string
  readonly language: string
}

/** The languages of spaces, as far as they have one. */
export const selectLanguages = statement(
  'page-meta-links.languages',
  (p: { organizationId: string; spaceIds: readonly string[] }) => sql<LanguageRow>`
    select id, language from space
    where organization_id = ${p.organizationId} and id = any(${p.spaceIds}::text[])
      and language is not null`,
)
