import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { newId } from '#/platform/ids/new-id.ts'

interface NewAccount {
  readonly displayName: string
  readonly email: string
  /** True when the person showed that mail to the address reaches them. */
  readonly isVerified: boolean
}

const insertAccount = statement(
  'user.insert',
  (p: NewAccount & { id: string }) => sql`
    with created as (
      insert into account (id, display_name, email)
      values (${p.id}, ${p.displayName}, ${p.email})
    )
    insert into account_email (email, account_id, verified_at)
    select ${p.email}, ${p.id}, case when ${p.isVerified}::boolean then clock.at end
    from (select now() as at) as clock`,
)

/**
 * Makes an account and gives its id. An address that has an account breaks `account_email_pkey`.
 */
export async function createAccount(
  tx: Transaction,
  account: NewAccount,
): Promise<string> {
  const id = newId()
  await tx.run(insertAccount, { ...account, email: account.email.toLowerCase(), id })
  return id
}
