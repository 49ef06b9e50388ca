import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

interface AskedMail {
  readonly id: string
  readonly email: string
  readonly flowHash: string
  readonly returnPath: string | null
  readonly minutes: number
}

export const insertSignInMail = statement('sign-in-mail.insert', (p: AskedMail) =>
  sqlBuilder.insertInto('sign_in_mail').values({
    id: p.id,
    email: p.email,
    flow_hash: p.flowHash,
    return_path: p.returnPath,
    expires_at: sql`now() + make_interval(mins => ${p.minutes}::integer)`,
  }),
)

/** A mail that was asked for, with the account that its address belongs to, if there is one. */
export const selectSignInMail = statement('sign-in-mail.select', (p: { id: string }) =>
  sqlBuilder
    .selectFrom('sign_in_mail as m')
    .leftJoin('account_email as e', 'e.email', 'm.email')
    .select(['m.email', 'm.flow_hash', 'm.return_path', 'e.account_id'])
    .where('m.id', '=', p.id)
    .where('m.expires_at', '>', sql<string>`now()`),
)

export const selectExpiredSignInMails = statement(
  'sign-in-mail.expired',
  (p: { rowsMax: number }) =>
    sqlBuilder
      .selectFrom('sign_in_mail')
      .select('id')
      .where('expires_at', '<=', sql<string>`now()`)
      .limit(p.rowsMax),
)

export const deleteExpiredSignInMails = statement(
  'sign-in-mail.delete-expired',
  (p: { ids: string[] }) =>
    sqlBuilder
      .deleteFrom('sign_in_mail')
      .where(sql<boolean>`id = any(${p.ids}::text[])`)
      .where('expires_at', '<=', sql<string>`now()`),
)
