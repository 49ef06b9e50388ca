import { sqlBuilder, statement } from '#/platform/database/statement.ts'

import { globalWalk } from './global-walk.ts'
import { type GlobalCheck, problem } from './integrity-check.ts'

const selectHome = statement('fsck.home', (p: { organizationId: string }) =>
  sqlBuilder.selectFrom('directory').select('id').where('id', '=', p.organizationId),
)

/** The check that each row for one organization names an organization that exists. */
export function namesOrganization(kind: string, table: string): GlobalCheck {
  return globalWalk<{ hash: string; id: string; organization_id: string | null }>({
    kind,
    table,
    key: ['hash'],
    columns: ['hash', 'id', 'organization_id'],
    async verify(db, organizationId, rows) {
      const home = await db.first(selectHome, { organizationId })
      if (home !== undefined) return []
      const missing = { organizationId, kind, found: null }
      return rows.map(({ id }) =>
        problem({ ...missing, id, expected: 'an organization' }),
      )
    },
  })
}
