import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

type OfInvite = Readonly<{ organizationId: string; inviteId: string }>
type OfAccount = Readonly<{ accountId: string; email: string }>

/** A link that still works, with the account that has its address. */
export const selectLink = statement('welcome-link.select', (p: { secretHash: string }) =>
  sqlBuilder
    .selectFrom('welcome_link as l')
    .leftJoin('account_email as e', 'e.email', 'l.email')
    .leftJoin('account as a', 'a.id', 'e.account_id')
    .select(['l.email', 'l.organization_id', 'l.invite_id', 'l.account_id'])
    .select(['a.id as owner_id', 'a.display_name as owner_name'])
    .where('l.secret_hash', '=', p.secretHash)
    .where('l.expires_at', '>', sql<string>`now()`),
)

export const insertInviteLink = statement(
  'welcome-link.insert-of-invite',
  (p: OfInvite & { secretHash: string; email: string; expiresAt: string }) =>
    sqlBuilder.insertInto('welcome_link').values({
      secret_hash: p.secretHash,
      email: p.email,
      organization_id: p.organizationId,
      invite_id: p.inviteId,
      expires_at: p.expiresAt,
    }),
)

export const insertAccountLink = statement(
  'welcome-link.insert-of-account',
  (p: OfAccount & { secretHash: string }) =>
    sqlBuilder.insertInto('welcome_link').values({
      secret_hash: p.secretHash,
      email: p.email,
      account_id: p.accountId,
      expires_at: sql`now() + interval '7 days'`,
    }),
)

/** Consumes a valid link: only one of several concurrent attempts deletes the row. */
export const deleteLink = statement('welcome-link.consume', (p: { secretHash: string }) =>
  sqlBuilder
    .deleteFrom('welcome_link')
    .where('secret_hash', '=', p.secretHash)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('email'),
)

/** A link of an invitation to an address, while it works. */
export const selectInvitation = statement(
  'welcome-link.invitation',
  (p: { email: string }) =>
    sqlBuilder
      .selectFrom('welcome_link')
      .select('invite_id')
      .where('email', '=', p.email)
      .where('invite_id', 'is not', null)
      .where('expires_at', '>', sql<string>`now()`)
      .limit(1),
)

export const deleteLinksOfInvite = statement(
  'welcome-link.delete-of-invite',
  (p: OfInvite) =>
    sqlBuilder
      .deleteFrom('welcome_link')
      .where('organization_id', '=', p.organizationId)
      .where('invite_id', '=', p.inviteId),
)

/** Takes out the links of invitations to an address, to store them under other hashes. */
export const takeLinksTo = statement('welcome-link.take-to', (p: { email: string }) =>
  sqlBuilder
    .deleteFrom('welcome_link')
    .where('email', '=', p.email)
    .where('invite_id', 'is not', null)
    .returning(['organization_id', 'invite_id', 'email', 'expires_at']),
)

export const selectExpiredLinks = statement(
  'welcome-link.expired',
  (p: { rowsMax: number }) =>
    sqlBuilder
      .selectFrom('welcome_link')
      .select(['secret_hash', 'organization_id', 'invite_id'])
      .where('expires_at', '<=', sql<string>`now()`)
      .limit(p.rowsMax),
)

export const deleteExpiredLinks = statement(
  'welcome-link.delete-expired',
  (p: { secretHashes: string[] }) =>
    sqlBuilder
      .deleteFrom('welcome_link')
      .where(sql<boolean>`secret_hash = any(${p.secretHashes}::text[])`)
      .where('expires_at', '<=', sql<string>`now()`),
)
