import { sql } from 'kysely'

import { isFreshNow, isOpen, isRenewalDue } from '#/access/session.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

export interface SessionRow {
  readonly id: string
  readonly way: string
  readonly device: string
  readonly address: string
  readonly organization_id: string | null
  readonly created_at: string
  readonly authenticated_at: string
  readonly last_used_at: string
  readonly is_fresh: boolean
  /** When it ends if it is not used any more. */
  readonly ends_at: string
}

const storedColumns = [
  'id',
  'way',
  'device',
  'address',
  'organization_id',
  'created_at',
  'authenticated_at',
  'last_used_at',
] as const

interface WithIdleHours {
  readonly idleHours: number
}

function endOf(idleHours: number) {
  return sql<string>`least(
    expires_at, last_used_at + make_interval(hours => ${idleHours}::integer))`
}

export const selectSessionByHash = statement(
  'session.select',
  (p: WithIdleHours & { hash: string }) =>
    sqlBuilder
      .selectFrom('browser_session')
      .select(storedColumns)
      .select([isFreshNow.as('is_fresh'), endOf(p.idleHours).as('ends_at')])
      .where('hash', '=', p.hash)
      .where(isOpen(p.idleHours)),
)

interface SessionListParams extends WithIdleHours {
  readonly accountId: string
  readonly boundTo: string | undefined
  readonly afterId: string | undefined
}

type ListedSessionRow = { readonly count: number } & {
  readonly [Column in keyof SessionRow]: SessionRow[Column] | null
}

interface SessionListShape {
  /** Whether the caller is bound to one organization: it learns nothing of sessions elsewhere. */
  readonly bound: boolean
  readonly after: boolean
  readonly rowsMax: number
}

/**
 * Lists sessions newest first: ids are time-ordered. Each row has the count of all sessions; an
 * empty page is one row of nulls with the count.
 */
export const selectSessions = statementByShape(
  'session.list',
  (shape: SessionListShape, p: SessionListParams) => {
    const owned = sqlBuilder
      .selectFrom('browser_session')
      .where('account_id', '=', p.accountId)
      .where(isOpen(p.idleHours))
      .$if(shape.bound, (q) => q.where('organization_id', '=', p.boundTo ?? ''))
    const page = owned
      .select(storedColumns)
      .select([isFreshNow.as('is_fresh'), endOf(p.idleHours).as('ends_at')])
      .$if(shape.after, (q) => q.where('id', '<', p.afterId ?? ''))
      .orderBy('id', 'desc')
      .limit(sql.lit(shape.rowsMax))
    const counted = owned.select(sql<number>`count(*)`.as('count'))
    return sql<ListedSessionRow>`
      select counted.count, page.* from ${counted} as counted
      left join lateral ${page} as page on true
      order by page.id desc`
  },
)

/**
 * The time, when a session that begins now ends at the latest, and when its person has proved who
 * they are: where that is not known, so long ago that it is not fresh.
 */
export const selectMoments = statement<
  { hours: number; provenAt: string | null },
  { now: string; expires_at: string; proven_at: string }
>(
  'session.moments',
  ({ hours, provenAt }) =>
    sql`select now(), now() + make_interval(hours => ${hours}::integer) as expires_at,
      least(now(), coalesce(${provenAt}::timestamptz, now() - interval '10 minutes')) as proven_at`,
)

interface SessionValues {
  readonly hash: string
  readonly id: string
  readonly accountId: string
  readonly way: string
  readonly device: string
  readonly address: string
  readonly organizationId: string | null
  readonly createdAt: string
  readonly authenticatedAt: string
  readonly expiresAt: string
  readonly renewedAt?: string
}

export const insertSession = statement('session.insert', (p: SessionValues) =>
  sqlBuilder.insertInto('browser_session').values({
    hash: p.hash,
    id: p.id,
    account_id: p.accountId,
    way: p.way,
    device: p.device,
    address: p.address,
    organization_id: p.organizationId,
    created_at: p.createdAt,
    authenticated_at: p.authenticatedAt,
    expires_at: p.expiresAt,
    renewed_at: p.renewedAt ?? null,
  }),
)

/** Takes a session out, to store it under another hash. */
export const takeSession = statement('session.take', (p: { hash: string }) =>
  sqlBuilder
    .deleteFrom('browser_session')
    .where('hash', '=', p.hash)
    .returning([...storedColumns, 'account_id', 'expires_at']),
)

/** The same for one whose renewal is due: only one of several requests takes it. */
export const takeDueSession = statement('session.take-due', (p: { hash: string }) =>
  sqlBuilder
    .deleteFrom('browser_session')
    .where('hash', '=', p.hash)
    .where(isRenewalDue)
    .returning([...storedColumns, 'account_id', 'expires_at']),
)

export const insertFormerSession = statement(
  'session.insert-former',
  (p: { hash: string; sessionHash: string }) =>
    sqlBuilder.insertInto('former_session').values({
      hash: p.hash,
      session_hash: p.sessionHash,
      expires_at: sql`now() + interval '30 seconds'`,
    }),
)

/** The sessions of an account that have rights in an organization: in all, or in this one. */
export const updateRenewalDue = statement(
  'session.renewal-due',
  (p: { accountId: string; organizationId: string }) =>
    sqlBuilder
      .updateTable('browser_session')
      .set({ renewal_due: sql`true` })
      .where('account_id', '=', p.accountId)
      .where(
        sql<boolean>`(organization_id is null or organization_id = ${p.organizationId})`,
      )
      .where(sql<boolean>`not renewal_due`),
)

/**
 * The sessions of an account but for those that were signed in last: of those of one organization's
 * provider, or of all others.
 */
export const selectOldestSessions = statement(
  'session.oldest',
  (p: { accountId: string; organizationId: string | null; kept: number }) =>
    sqlBuilder
      .selectFrom('browser_session')
      .select('hash')
      .where('account_id', '=', p.accountId)
      .where('organization_id', 'is not distinct from', p.organizationId)
      .orderBy('authenticated_at', 'desc')
      .orderBy('id', 'desc')
      .offset(p.kept),
)

export const deleteSessions = statement(
  'session.delete-some',
  (p: { hashes: string[] }) =>
    sqlBuilder
      .deleteFrom('browser_session')
      .where(sql<boolean>`hash = any(${p.hashes}::text[])`),
)

export const deleteSession = statement(
  'session.delete',
  (p: { accountId: string; sessionId: string }) =>
    sqlBuilder
      .deleteFrom('browser_session')
      .where('account_id', '=', p.accountId)
      .where('id', '=', p.sessionId),
)

export const deleteSessionsOfOrganization = statement(
  'session.delete-of-organization',
  (p: { accountId: string; organizationId: string }) =>
    sqlBuilder
      .deleteFrom('browser_session')
      .where('account_id', '=', p.accountId)
      .where('organization_id', '=', p.organizationId),
)

/** The sessions of an account that a provider of any organization began. */
export const deleteSessionsOfOrganizations = statement(
  'session.delete-of-organizations',
  (p: { accountId: string }) =>
    sqlBuilder
      .deleteFrom('browser_session')
      .where('account_id', '=', p.accountId)
      .where('organization_id', 'is not', null),
)

export const deleteAllSessionsOfOrganization = statement(
  'session.delete-all-of-organization',
  (p: { organizationId: string; exceptId: string }) =>
    sqlBuilder
      .deleteFrom('browser_session')
      .where('organization_id', '=', p.organizationId)
      .where('id', '!=', p.exceptId),
)

export const deleteSessionsOf = statement(
  'session.delete-others',
  (p: { accountId: string; exceptId: string }) =>
    sqlBuilder
      .deleteFrom('browser_session')
      .where('account_id', '=', p.accountId)
      .where('id', '!=', p.exceptId),
)

/** Takes away what could still sign an account in: the links that were made for it. */
export const deleteSignInLinksOf = statement(
  'session.delete-links',
  (p: { accountId: string }) =>
    sqlBuilder.deleteFrom('sign_in_link').where('account_id', '=', p.accountId),
)

/** The same for the links where somebody takes over an account that was made for them. */
export const deleteAccountLinksOf = statement(
  'session.delete-account-links',
  (p: { accountId: string }) =>
    sqlBuilder.deleteFrom('welcome_link').where('account_id', '=', p.accountId),
)

/** The same for sign-ins that wait for a code. */
export const deletePendingSignInsOf = statement(
  'session.delete-pending',
  (p: { accountId: string }) =>
    sqlBuilder.deleteFrom('pending_sign_in').where('account_id', '=', p.accountId),
)

/** The same for a change of the mail address that waits to be confirmed. */
export const deletePendingEmailChange = statement(
  'session.delete-email-change',
  (p: { accountId: string }) =>
    sqlBuilder
      .deleteFrom('email_change')
      .where('account_id', '=', p.accountId)
      .where('done_at', 'is', null),
)

export const selectEndedSessions = statement(
  'session.ended',
  (p: WithIdleHours & { rowsMax: number }) =>
    sqlBuilder
      .selectFrom('browser_session')
      .select('hash')
      .where(sql<boolean>`not (${isOpen(p.idleHours)})`)
      .limit(p.rowsMax),
)

export const deleteEndedSessions = statement(
  'session.delete-ended',
  (p: WithIdleHours & { hashes: string[] }) =>
    sqlBuilder
      .deleteFrom('browser_session')
      .where(sql<boolean>`hash = any(${p.hashes}::text[])`)
      .where(sql<boolean>`not (${isOpen(p.idleHours)})`),
)

export const selectOldFormer = statement('session.old-former', (p: { rowsMax: number }) =>
  sqlBuilder
    .selectFrom('former_session')
    .select('hash')
    .where('expires_at', '<=', sql<string>`now()`)
    .limit(p.rowsMax),
)

export const deleteOldFormer = statement(
  'session.delete-old-former',
  (p: { hashes: string[] }) =>
    sqlBuilder
      .deleteFrom('former_session')
      .where(sql<boolean>`hash = any(${p.hashes}::text[])`)
      .where('expires_at', '<=', sql<string>`now()`),
)
