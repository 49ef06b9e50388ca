import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

interface OfAddress {
  readonly email: string
}

interface OfAccount {
  readonly accountId: string
}

interface AddressRow {
  readonly account_id: string
  readonly is_verified: boolean
  /** Whether any address of the account was ever verified. */
  readonly has_owner: boolean
}

export const selectAddress = statement<OfAddress, AddressRow>(
  'account-email.proof',
  (p) => sql`
    select e.account_id, e.verified_at is not null as is_verified, exists (
      select from account_email as o
      where o.account_id = e.account_id and o.verified_at is not null
    ) as has_owner
    from account_email as e where e.email = ${p.email}`,
)

export const selectAddressesOf = statement('account-email.of-account', (p: OfAccount) =>
  sqlBuilder
    .selectFrom('account_email')
    .select('email')
    .where('account_id', '=', p.accountId)
    .limit(2),
)

/** Changes no row where a concurrent request was first. */
export const updateVerified = statement('account-email.verify', (p: OfAddress) =>
  sqlBuilder
    .updateTable('account_email')
    .from(sql<{ at: string }>`(select now() as at)`.as('clock'))
    .set({ verified_at: sql`clock.at` })
    .where('email', '=', p.email)
    .where('verified_at', 'is', null),
)
