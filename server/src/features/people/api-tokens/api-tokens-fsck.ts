import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import { globalWalk } from '#/platform/integrity/global-walk.ts'
import { problem } from '#/platform/integrity/integrity-check.ts'

const selectHome = statement('fsck.home', (p: { organizationId: string }) =>
  sqlBuilder.selectFrom('directory').select('id').where('id', '=', p.organizationId),
)

/** The check that each token for one organization names an organization that exists. */
export const tokenWalk = globalWalk<{
  hash: string
  id: string
  organization_id: string | null
}>({
  kind: 'token-organization',
  table: 'api_token',
  key: ['hash'],
  columns: ['hash', 'id', 'organization_id'],
  async verify(db, organizationId, tokens) {
    const home = await db.first(selectHome, { organizationId })
    if (home !== undefined) return []
    const missing = { organizationId, kind: 'token-organization', found: null }
    return tokens.map(({ id }) =>
      problem({ ...missing, id, expected: 'an organization' }),
    )
  },
})
