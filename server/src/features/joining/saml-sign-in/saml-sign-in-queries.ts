import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

interface OfRequest {
  readonly requestId: string
  readonly providerId: string
}

export const insertRequest = statement(
  'saml-request.insert',
  (p: OfRequest & { flowHash: string; returnPath: string | null; minutes: number }) =>
    sqlBuilder.insertInto('saml_request').values({
      id: p.requestId,
      provider_id: p.providerId,
      flow_hash: p.flowHash,
      return_path: p.returnPath,
      expires_at: sql`now() + make_interval(mins => ${p.minutes}::integer)`,
    }),
)

/** The time, and whether a request of the provider waits for its answer. */
export const selectWaitingRequest = statement(
  'saml-request.waiting',
  (p: OfRequest) => sql<{ now_ms: number; is_waiting: boolean }>`
    select (extract(epoch from now()) * 1000)::float8 as now_ms, exists (
      select 1 from saml_request as r
      where r.id = ${p.requestId} and r.provider_id = ${p.providerId}
        and r.answer_hash is null and r.expires_at > now()
    ) as is_waiting`,
)

/** Remembers an assertion; changes no row for one that was used before. */
export const insertAnswer = statement(
  'saml-answer.insert',
  (p: { hash: string; hours: number }) => sql`
    insert into saml_answer (hash, expires_at)
    select ${p.hash}, clock.at + make_interval(hours => ${p.hours}::integer)
    from (select now() as at) as clock
    on conflict (hash) do nothing
    returning hash`,
)

/** Writes who a request was answered with; changes no row where it is answered or too old. */
export const updateAnswered = statement(
  'saml-request.answer',
  (
    p: OfRequest & {
      answerHash: string
      subject: string
      email: string | null
      displayName: string
      groups: string[] | null
    },
  ) =>
    sqlBuilder
      .updateTable('saml_request')
      .set({
        answer_hash: p.answerHash,
        subject: p.subject,
        email: p.email,
        display_name: p.displayName,
        groups: p.groups,
      })
      .where('id', '=', p.requestId)
      .where('provider_id', '=', p.providerId)
      .where('answer_hash', 'is', null)
      .where('expires_at', '>', sql<string>`now()`),
)

export interface Answered {
  readonly id: string
  readonly subject: string | null
  readonly email: string | null
  readonly display_name: string | null
  readonly return_path: string | null
  readonly mailed_at: string | null
  /** Null where teams do not follow groups. */
  readonly groups: string[] | null
}

const answeredColumns = [
  'id',
  'subject',
  'email',
  'display_name',
  'return_path',
  'mailed_at',
  'groups',
] as const

/**
 * The answered request that the browser both began and brought the answer of: it has the cookie of
 * the one and the address of the other.
 */
export const lockAnswered = statement(
  'saml-request.finish',
  (p: { providerId: string; answerHash: string; flowHash: string }) =>
    sqlBuilder
      .selectFrom('saml_request')
      .select(answeredColumns)
      .where('answer_hash', '=', p.answerHash)
      .where('flow_hash', '=', p.flowHash)
      .where('provider_id', '=', p.providerId)
      .where('expires_at', '>', sql<string>`now()`)
      .forUpdate(),
)

/** The same for a browser that began it, and opens the link that was mailed for it. */
export const lockLinked = statement(
  'saml-request.finish-by-link',
  (p: OfRequest & { flowHash: string }) =>
    sqlBuilder
      .selectFrom('saml_request')
      .select(answeredColumns)
      .where('id', '=', p.requestId)
      .where('flow_hash', '=', p.flowHash)
      .where('provider_id', '=', p.providerId)
      .where('mailed_at', 'is not', null)
      .where('expires_at', '>', sql<string>`now()`)
      .forUpdate(),
)

/** Notes that a link is mailed, and gives the person time to open it. */
export const updateMailed = statement(
  'saml-request.mail',
  (p: { requestId: string; minutes: number }) => sql`
    update saml_request as r set mailed_at = clock.at, expires_at = clock.ends
    from (
      select now() as at, now() + make_interval(mins => ${p.minutes}::integer) as ends
    ) as clock
    where r.id = ${p.requestId}`,
)

/** A sign-in that a link is to be mailed for. */
export const selectMailed = statement('saml-request.mailed', (p: { requestId: string }) =>
  sqlBuilder
    .selectFrom('saml_request')
    .select(['provider_id', 'email', 'expires_at'])
    .where('id', '=', p.requestId)
    .where('expires_at', '>', sql<string>`now()`),
)

interface OfLink {
  readonly hash: string
}

export const insertLink = statement(
  'saml-link.insert',
  (p: OfLink & { requestId: string; expiresAt: string }) =>
    sqlBuilder.insertInto('saml_link').values({
      hash: p.hash,
      request_id: p.requestId,
      expires_at: p.expiresAt,
    }),
)

export const selectLink = statement('saml-link.select', (p: OfLink) =>
  sqlBuilder
    .selectFrom('saml_link')
    .select('request_id')
    .where('hash', '=', p.hash)
    .where('expires_at', '>', sql<string>`now()`),
)

export const selectOldLinks = statement('saml-link.old', (p: { rowsMax: number }) =>
  sqlBuilder
    .selectFrom('saml_link')
    .select('hash')
    .where('expires_at', '<=', sql<string>`now()`)
    .limit(p.rowsMax),
)

export const deleteOldLinks = statement(
  'saml-link.delete-old',
  (p: { hashes: string[] }) =>
    sqlBuilder
      .deleteFrom('saml_link')
      .where(sql<boolean>`hash = any(${p.hashes}::text[])`)
      .where('expires_at', '<=', sql<string>`now()`),
)

export const deleteRequest = statement(
  'saml-request.delete',
  (p: { requestId: string }) =>
    sqlBuilder.deleteFrom('saml_request').where('id', '=', p.requestId),
)

export const selectOldRequests = statement('saml-request.old', (p: { rowsMax: number }) =>
  sqlBuilder
    .selectFrom('saml_request')
    .select('id')
    .where('expires_at', '<=', sql<string>`now()`)
    .limit(p.rowsMax),
)

export const deleteOldRequests = statement(
  'saml-request.delete-old',
  (p: { ids: string[] }) =>
    sqlBuilder
      .deleteFrom('saml_request')
      .where(sql<boolean>`id = any(${p.ids}::text[])`)
      .where('expires_at', '<=', sql<string>`now()`),
)

export const selectOldAnswers = statement('saml-answer.old', (p: { rowsMax: number }) =>
  sqlBuilder
    .selectFrom('saml_answer')
    .select('hash')
    .where('expires_at', '<=', sql<string>`now()`)
    .limit(p.rowsMax),
)

export const deleteOldAnswers = statement(
  'saml-answer.delete-old',
  (p: { hashes: string[] }) =>
    sqlBuilder
      .deleteFrom('saml_answer')
      .where(sql<boolean>`hash = any(${p.hashes}::text[])`)
      .where('expires_at', '<=', sql<string>`now()`),
)
