import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

interface OfAccount {
  readonly accountId: string
}

type OfChange = OfAccount & { readonly changeId: string }
type Moved = OfAccount & { readonly formerEmail: string; readonly newEmail: string }

export const insertEmailChange = statement(
  'email-change.insert',
  (p: OfChange & Moved & { hours: number }) =>
    sqlBuilder.insertInto('email_change').values({
      account_id: p.accountId,
      id: p.changeId,
      former_email: p.formerEmail,
      new_email: p.newEmail,
      expires_at: sql`now() + make_interval(hours => ${p.hours}::integer)`,
    }),
)

const columns = [
  'id',
  'former_email',
  'new_email',
  'former_confirmed_at',
  'new_confirmed_at',
  'expires_at',
] as const

/** The change of an account that waits to be confirmed. */
export const selectPendingChange = statement('email-change.pending', (p: OfAccount) =>
  sqlBuilder
    .selectFrom('email_change')
    .select(columns)
    .where('account_id', '=', p.accountId)
    .where('done_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`),
)

/** One change, while it waits to be confirmed. */
export const selectChange = statement('email-change.select', (p: OfChange) =>
  sqlBuilder
    .selectFrom('email_change')
    .select(columns)
    .where('account_id', '=', p.accountId)
    .where('id', '=', p.changeId)
    .where('done_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`),
)

/** The addresses of a change, whether it waits or is done. */
export const selectAddresses = statement('email-change.addresses', (p: OfChange) =>
  sqlBuilder
    .selectFrom('email_change')
    .select(['former_email', 'new_email', 'done_at'])
    .where('account_id', '=', p.accountId)
    .where('id', '=', p.changeId),
)

export const updateFormerConfirmed = statement(
  'email-change.confirm-former',
  (p: OfChange) =>
    sqlBuilder
      .updateTable('email_change')
      .set({ former_confirmed_at: sql`now()` })
      .where('account_id', '=', p.accountId)
      .where('id', '=', p.changeId)
      .where('former_confirmed_at', 'is', null),
)

export const updateNewConfirmed = statement('email-change.confirm-new', (p: OfChange) =>
  sqlBuilder
    .updateTable('email_change')
    .set({ new_confirmed_at: sql`now()` })
    .where('account_id', '=', p.accountId)
    .where('id', '=', p.changeId)
    .where('new_confirmed_at', 'is', null),
)

export const updateDone = statement('email-change.done', (p: OfChange) =>
  sqlBuilder
    .updateTable('email_change')
    .set({ done_at: sql`now()` })
    .where('account_id', '=', p.accountId)
    .where('id', '=', p.changeId),
)

/** Gives an account another address; one that another account has breaks `account_email_pkey`. */
export const updateAddress = statement('account-email.move', (p: Moved) =>
  sqlBuilder
    .updateTable('account_email')
    .from(sql<{ at: string }>`(select now() as at)`.as('clock'))
    .set({ email: p.newEmail, verified_at: sql`clock.at` })
    .where('account_id', '=', p.accountId)
    .where('email', '=', p.formerEmail),
)

export const updateAccountEmail = statement(
  'user.update-email',
  (p: OfAccount & { newEmail: string }) =>
    sqlBuilder
      .updateTable('account')
      .set({ email: p.newEmail, version: sql`version + 1` })
      .where('id', '=', p.accountId),
)

export const selectOldChanges = statement('email-change.old', (p: { rowsMax: number }) =>
  sqlBuilder
    .selectFrom('email_change')
    .select('id')
    .where('expires_at', '<=', sql<string>`now()`)
    .limit(p.rowsMax),
)

export const deleteOldChanges = statement(
  'email-change.delete-old',
  (p: { ids: string[] }) =>
    sqlBuilder
      .deleteFrom('email_change')
      .where(sql<boolean>`id = any(${p.ids}::text[])`)
      .where('expires_at', '<=', sql<string>`now()`),
)
