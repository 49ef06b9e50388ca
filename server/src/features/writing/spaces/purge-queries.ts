import { sql } from 'kysely'

import { statementByShape } from '#/platform/database/statement.ts'

/**
 * The tables whose rows of one space can be many, each before those it refers to. Rows of all other
 * tables go with the space itself, in one statement.
 */
export const purgedTables = [
  'notification',
  'comment_reaction',
  'comment_reply',
  'comment',
  'change_request_contributor',
  'change_request_resolution',
  'change_request_review',
  'change_request_reviewer',
  'change_request_check',
  'change_request',
  'pdf',
  'diagram',
  'alias',
  'entry_version',
  'entry',
  'document',
  'revision',
  'search_section',
  'search_word',
  'search_sight_word',
  'search_sight',
  'import_run',
  'pending_file',
] as const

interface Batch {
  readonly organizationId: string
  readonly spaceId: string
}
type Shape = Readonly<{ table: (typeof purgedTables)[number]; rowsMax: number }>

export const deleteSpaceRows = statementByShape(
  'space.purge-rows',
  ({ table, rowsMax }: Shape, p: Batch) => sql`
    delete from ${sql.table(table)}
    where organization_id = ${p.organizationId} and ctid = any (array(
      select t.ctid from ${sql.table(table)} as t
      where t.organization_id = ${p.organizationId} and t.space_id = ${p.spaceId}
      limit ${sql.lit(rowsMax)}
    ))`,
)
