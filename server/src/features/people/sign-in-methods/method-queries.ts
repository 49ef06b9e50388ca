import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

interface OfAccount {
  readonly accountId: string
}

export const selectPassword = statement('sign-in-method.password', (p: OfAccount) =>
  sqlBuilder
    .selectFrom('account_password')
    .select(['hash', 'changed_at'])
    .where('account_id', '=', p.accountId),
)

export const upsertPassword = statement(
  'sign-in-method.set-password',
  (p: OfAccount & { hash: string }) =>
    sqlBuilder
      .insertInto('account_password')
      .values({ account_id: p.accountId, hash: p.hash, changed_at: sql`now()` })
      .onConflict((oc) =>
        oc.column('account_id').doUpdateSet((eb) => ({
          hash: eb.ref('excluded.hash'),
          changed_at: eb.ref('excluded.changed_at'),
        })),
      ),
)

export const deletePassword = statement(
  'sign-in-method.delete-password',
  (p: OfAccount) =>
    sqlBuilder.deleteFrom('account_password').where('account_id', '=', p.accountId),
)

export const selectAccountOfAddress = statement(
  'sign-in-method.account-of-address',
  (p: { email: string }) =>
    sqlBuilder
      .selectFrom('account_email')
      .select('account_id')
      .where('email', '=', p.email),
)

export const selectAddress = statement('sign-in-method.address', (p: OfAccount) =>
  sqlBuilder.selectFrom('account').select('email').where('id', '=', p.accountId),
)
