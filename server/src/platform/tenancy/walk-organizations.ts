import { sql } from 'kysely'

import type { Queryable } from '#/platform/database/queryable.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import { goOn } from '#/platform/jobs/job.ts'

const pageSize = 1_000

const selectOrganizationIds = statement(
  'directory.organizations',
  (p: { after: string; rowsMax: number }) =>
    sqlBuilder
      .selectFrom('directory')
      .select('id')
      // A literal: given a parameter, the planner would take this kind to be as frequent as any
      // other.
      .where('kind', '=', sql.lit('organization'))
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(p.rowsMax),
)

/**
 * Every organization, oldest first, for work that goes through them one at a time. A job ends with
 * its worker before the next of them.
 */
export async function* walkOrganizations(
  db: Queryable,
  stopping?: AbortSignal,
): AsyncGenerator<string> {
  let after = ''
  for (;;) {
    const page = await db.many(selectOrganizationIds, { after, rowsMax: pageSize })
    for (const { id } of page) {
      goOn(stopping)
      yield id
    }
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    after = last.id
  }
}
