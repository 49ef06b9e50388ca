import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

interface OfPending {
  readonly hash: string
}

export const insertPendingSignIn = statement(
  'pending-sign-in.insert',
  (p: OfPending & { accountId: string; way: string }) =>
    sqlBuilder.insertInto('pending_sign_in').values({
      hash: p.hash,
      account_id: p.accountId,
      way: p.way,
      expires_at: sql`now() + interval '10 minutes'`,
    }),
)

export const selectPendingSignIn = statement('pending-sign-in.select', (p: OfPending) =>
  sqlBuilder
    .selectFrom('pending_sign_in as s')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .select(['s.account_id', 's.way', 'a.email'])
    .where('s.hash', '=', p.hash)
    .where('s.expires_at', '>', sql<string>`now()`),
)

/** Uses a sign-in up: only one of several concurrent attempts deletes the row. */
export const deletePendingSignIn = statement('pending-sign-in.consume', (p: OfPending) =>
  sqlBuilder.deleteFrom('pending_sign_in').where('hash', '=', p.hash),
)

export const selectExpiredPending = statement(
  'pending-sign-in.expired',
  (p: { rowsMax: number }) =>
    sqlBuilder
      .selectFrom('pending_sign_in')
      .select('hash')
      .where('expires_at', '<=', sql<string>`now()`)
      .limit(p.rowsMax),
)

export const deleteExpiredPending = statement(
  'pending-sign-in.delete-expired',
  (p: { hashes: string[] }) =>
    sqlBuilder
      .deleteFrom('pending_sign_in')
      .where(sql<boolean>`hash = any(${p.hashes}::text[])`)
      .where('expires_at', '<=', sql<string>`now()`),
)
