import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'
import type { AccountSealedStore } from '#/platform/secrets/sealed-store.ts'

export const secondFactorSecrets: AccountSealedStore = {
  scopeOf: (accountId) => `second_factor/${accountId}`,
  select: statement(
    'second-factor.secrets',
    (p: { afterId: string; rowsMax: number }) => sql<{ id: string; sealed: string }>`
      select account_id as id, sealed from second_factor
      where account_id > ${p.afterId} order by account_id limit ${p.rowsMax}::integer`,
  ),
  find: statement(
    'second-factor.secret',
    (p: { accountId: string }) => sql<{ sealed: string }>`
      select sealed from second_factor where account_id = ${p.accountId}`,
  ),
  replace: statement(
    'second-factor.replace-secret',
    (p: { accountId: string; sealed: string; before: string }) => sql`
      update second_factor set sealed = ${p.sealed}
      where account_id = ${p.accountId} and sealed = ${p.before}`,
  ),
}
