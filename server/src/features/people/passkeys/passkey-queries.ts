import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

interface OfAccount {
  readonly accountId: string
}

export interface PasskeyRow {
  readonly id: string
  readonly credential_id: string
  readonly device: string
  readonly created_at: string
  readonly last_used_at: string | null
}

interface PasskeyValues extends OfAccount {
  readonly credentialId: string
  readonly id: string
  readonly publicKey: string
  readonly uses: number
  readonly device: string
}

export const insertPasskey = statement('passkey.insert', (p: PasskeyValues) =>
  sqlBuilder
    .insertInto('passkey')
    .values({
      credential_id: p.credentialId,
      id: p.id,
      account_id: p.accountId,
      public_key: p.publicKey,
      uses: p.uses,
      device: p.device,
    })
    .onConflict((oc) => oc.column('credential_id').doNothing())
    .returning('id'),
)

export const selectPasskeys = statement('passkey.list', (p: OfAccount) =>
  sqlBuilder
    .selectFrom('passkey')
    .select(['id', 'credential_id', 'device', 'created_at', 'last_used_at'])
    .where('account_id', '=', p.accountId)
    .orderBy('id'),
)

export const selectPasskey = statement('passkey.select', (p: { credentialId: string }) =>
  sqlBuilder
    .selectFrom('passkey')
    .select(['account_id', 'public_key', 'uses'])
    .where('credential_id', '=', p.credentialId),
)

/** Notes a use, unless a later one was noted: a copy of the passkey counts from where it was made. */
export const usePasskey = statement(
  'passkey.use',
  (p: { credentialId: string; usesBefore: number; uses: number; now: string }) =>
    sqlBuilder
      .updateTable('passkey')
      .set({ uses: p.uses, last_used_at: p.now })
      .where('credential_id', '=', p.credentialId)
      .where('uses', '=', p.usesBefore)
      .returning('account_id'),
)

export const selectPasskeyMoment = statement<object, { now: string }>(
  'passkey.moment',
  () => sql`select now()`,
)

export const deletePasskey = statement(
  'passkey.delete',
  (p: OfAccount & { id: string }) =>
    sqlBuilder
      .deleteFrom('passkey')
      .where('account_id', '=', p.accountId)
      .where('id', '=', p.id),
)

interface ChallengeValues {
  readonly hash: string
  readonly flowHash: string
  readonly accountId: string | null
}

export const insertChallenge = statement(
  'passkey-challenge.insert',
  (p: ChallengeValues) =>
    sqlBuilder.insertInto('passkey_challenge').values({
      hash: p.hash,
      flow_hash: p.flowHash,
      account_id: p.accountId,
      expires_at: sql`now() + interval '5 minutes'`,
    }),
)

/** Uses a challenge up: only one of several concurrent attempts deletes the row. */
export const deleteChallenge = statement(
  'passkey-challenge.consume',
  (p: { hash: string; flowHash: string }) =>
    sqlBuilder
      .deleteFrom('passkey_challenge')
      .where('hash', '=', p.hash)
      .where('flow_hash', '=', p.flowHash)
      .where('expires_at', '>', sql<string>`now()`)
      .returning('account_id'),
)

export const selectExpiredChallenges = statement(
  'passkey-challenge.expired',
  (p: { rowsMax: number }) =>
    sqlBuilder
      .selectFrom('passkey_challenge')
      .select('hash')
      .where('expires_at', '<=', sql<string>`now()`)
      .limit(p.rowsMax),
)

export const deleteExpiredChallenges = statement(
  'passkey-challenge.delete-expired',
  (p: { hashes: string[] }) =>
    sqlBuilder
      .deleteFrom('passkey_challenge')
      .where(sql<boolean>`hash = any(${p.hashes}::text[])`)
      .where('expires_at', '<=', sql<string>`now()`),
)
