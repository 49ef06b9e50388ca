import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

/** Following a link proves that mail to the address arrives. Gives whose address it is. */
export const verifyAddress = statement('welcome.verify-address', (p: { email: string }) =>
  sqlBuilder
    .updateTable('account_email')
    .set({ verified_at: sql`coalesce(verified_at, now())` })
    .where('email', '=', p.email)
    .returning('account_id'),
)

/** Nothing to do when the name is the one the account has. */
export const updateDisplayName = statement(
  'welcome.rename-account',
  (p: { accountId: string; displayName: string }) =>
    sqlBuilder
      .updateTable('account')
      .set({ display_name: p.displayName, version: sql`version + 1` })
      .where('id', '=', p.accountId)
      .where('display_name', '!=', p.displayName),
)
