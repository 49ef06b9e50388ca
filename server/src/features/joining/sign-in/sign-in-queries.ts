import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

interface OfLink {
  readonly secretHash: string
}

type OfOpenedLink = OfLink & { readonly flowHash: string }

export const insertSignInLink = statement(
  'sign-in-link.insert',
  (p: OfLink & { accountId: string; minutes: number; flowHash: string | null }) =>
    sqlBuilder.insertInto('sign_in_link').values({
      secret_hash: p.secretHash,
      account_id: p.accountId,
      flow_hash: p.flowHash,
      expires_at: sql`now() + make_interval(mins => ${p.minutes}::integer)`,
    }),
)

/** Whose link it is, while it works. */
export const selectSignInLink = statement('sign-in-link.select', (p: OfOpenedLink) =>
  sqlBuilder
    .selectFrom('sign_in_link as l')
    .innerJoin('account as a', 'a.id', 'l.account_id')
    .select(['a.display_name', 'a.email'])
    .where('l.secret_hash', '=', p.secretHash)
    .where(sql<boolean>`coalesce(l.flow_hash = ${p.flowHash}, true)`)
    .where('l.expires_at', '>', sql<string>`now()`),
)

/** Consumes a valid link: only one of several concurrent attempts deletes the row. */
export const deleteSignInLink = statement('sign-in-link.consume', (p: OfOpenedLink) =>
  sqlBuilder
    .deleteFrom('sign_in_link')
    .where('secret_hash', '=', p.secretHash)
    .where(sql<boolean>`coalesce(flow_hash = ${p.flowHash}, true)`)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['account_id', 'flow_hash']),
)

/** Whose link it is, whether it works or not. */
export const selectLinkOwner = statement('sign-in-link.owner', (p: OfLink) =>
  sqlBuilder
    .selectFrom('sign_in_link')
    .select(['account_id', 'flow_hash'])
    .where('secret_hash', '=', p.secretHash),
)

export const selectPerson = statement('sign-in.person', (p: { accountId: string }) =>
  sqlBuilder
    .selectFrom('account')
    .select(['display_name', 'email'])
    .where('id', '=', p.accountId),
)

export const selectExpiredSignInLinks = statement(
  'sign-in-link.expired',
  (p: { rowsMax: number }) =>
    sqlBuilder
      .selectFrom('sign_in_link')
      .select('secret_hash')
      .where('expires_at', '<=', sql<string>`now()`)
      .limit(p.rowsMax),
)

export const deleteExpiredSignInLinks = statement(
  'sign-in-link.delete-expired',
  (p: { secretHashes: string[] }) =>
    sqlBuilder
      .deleteFrom('sign_in_link')
      .where(sql<boolean>`secret_hash = any(${p.secretHashes}::text[])`)
      .where('expires_at', '<=', sql<string>`now()`),
)
