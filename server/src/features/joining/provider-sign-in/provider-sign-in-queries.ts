import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

interface Begun {
  readonly hash: string
  readonly providerId: string
  readonly flowHash: string
}

export const insertBegun = statement(
  'provider-sign-in.begin',
  (p: Begun & { returnPath: string | null; minutes: number }) =>
    sqlBuilder.insertInto('provider_sign_in').values({
      hash: p.hash,
      provider_id: p.providerId,
      flow_hash: p.flowHash,
      return_path: p.returnPath,
      expires_at: sql`now() + make_interval(mins => ${p.minutes}::integer)`,
    }),
)

/** Uses up what a browser has begun: of several answers to it, one finds the row. */
export const takeBegun = statement('provider-sign-in.take', (p: Begun) =>
  sqlBuilder
    .deleteFrom('provider_sign_in')
    .where('hash', '=', p.hash)
    .where('provider_id', '=', p.providerId)
    .where('flow_hash', '=', p.flowHash)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('return_path'),
)

interface Waiting extends Begun {
  readonly returnPath: string | null
  readonly provider: string
  readonly subject: string
  readonly knownAs: string
  readonly displayName: string
  readonly provenEmail: string | null
  readonly hasTwoFactors: boolean
  readonly provenAt: string | null
  readonly minutes: number
}

export const insertWaiting = statement('waiting-identity.insert', (p: Waiting) =>
  sqlBuilder.insertInto('waiting_identity').values({
    hash: p.hash,
    provider_id: p.providerId,
    flow_hash: p.flowHash,
    return_path: p.returnPath,
    provider: p.provider,
    subject: p.subject,
    known_as: p.knownAs,
    display_name: p.displayName,
    proven_email: p.provenEmail,
    has_two_factors: p.hasTwoFactors,
    authenticated_at: p.provenAt,
    expires_at: sql`now() + make_interval(mins => ${p.minutes}::integer)`,
  }),
)

/** An identity that waits; whoever acts on it keeps others from doing so. */
export const lockWaiting = statement('waiting-identity.lock', (p: Begun) =>
  sqlBuilder
    .selectFrom('waiting_identity')
    .select([
      'return_path',
      'provider',
      'subject',
      'known_as',
      'display_name',
      'proven_email',
      'has_two_factors',
      'authenticated_at',
    ])
    .where('hash', '=', p.hash)
    .where('provider_id', '=', p.providerId)
    .where('flow_hash', '=', p.flowHash)
    .where('expires_at', '>', sql<string>`now()`)
    .forUpdate(),
)

export const deleteWaiting = statement('waiting-identity.delete', (p: { hash: string }) =>
  sqlBuilder.deleteFrom('waiting_identity').where('hash', '=', p.hash),
)

export const selectOldBegun = statement(
  'provider-sign-in.old',
  (p: { rowsMax: number }) =>
    sqlBuilder
      .selectFrom('provider_sign_in')
      .select('hash')
      .where('expires_at', '<=', sql<string>`now()`)
      .limit(p.rowsMax),
)

export const deleteOldBegun = statement(
  'provider-sign-in.delete-old',
  (p: { hashes: string[] }) =>
    sqlBuilder
      .deleteFrom('provider_sign_in')
      .where(sql<boolean>`hash = any(${p.hashes}::text[])`)
      .where('expires_at', '<=', sql<string>`now()`),
)

export const selectOldWaiting = statement(
  'waiting-identity.old',
  (p: { rowsMax: number }) =>
    sqlBuilder
      .selectFrom('waiting_identity')
      .select('hash')
      .where('expires_at', '<=', sql<string>`now()`)
      .limit(p.rowsMax),
)

export const deleteOldWaiting = statement(
  'waiting-identity.delete-old',
  (p: { hashes: string[] }) =>
    sqlBuilder
      .deleteFrom('waiting_identity')
      .where(sql<boolean>`hash = any(${p.hashes}::text[])`)
      .where('expires_at', '<=', sql<string>`now()`),
)
