import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

/** Renames an account, unless it has this name already. */
export const updateDisplayName = statement(
  'welcome.rename-account',
  (p: { accountId: string; displayName: string }) =>
    sqlBuilder
      .updateTable('account')
      .set({ display_name: p.displayName, version: sql`version + 1` })
      .where('id', '=', p.accountId)
      .where('display_name', '!=', p.displayName),
)
