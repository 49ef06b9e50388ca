import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

/** Marks an address as verified, since mail to it arrived; returns the account with the address. */
export const verifyAddress = statement('welcome.verify-address', (p: { email: string }) =>
  sqlBuilder
    .updateTable('account_email')
    .from(sql<{ at: string }>`(select now() as at)`.as('clock'))
    .set({ verified_at: sql`coalesce(verified_at, clock.at)` })
    .where('email', '=', p.email)
    .returning('account_id'),
)

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
