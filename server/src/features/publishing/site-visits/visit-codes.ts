import { hashOfSecret } from '#/access/secret-form.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Config } from '#/platform/config/config.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import { newId } from '#/platform/ids/new-id.ts'

import {
  deleteVisits,
  insertCode,
  insertVisit,
  type NewCode,
  selectEnd,
  selectOldestVisits,
  takeCode,
} from './visit-queries.ts'
import { codeSecret, visitSecret } from './visit-secrets.ts'

/** The path at PUBLIC_URL, up to the id of a site, where its members sign in to read it. */
export const siteSignInPrefix = '/~sign-in/site/'

const codeSeconds = 60
/** The visits of a site that one account has at the same time: browsers, and hosts of the site. */
const visitsMax = 50

/** A code that begins a visit at a host of the site, once, in the browser that began there. */
export async function createVisitCode(
  tx: Transaction,
  code: Omit<NewCode, 'hash'>,
): Promise<string> {
  const secret = codeSecret.mint()
  await tx.run(insertCode, {
    ...code,
    hash: hashOfSecret(secret),
    seconds: codeSeconds,
  })
  return secret
}

interface Brought {
  readonly code: string
  readonly siteId: string
  readonly flowHash: string
  readonly host: string
}

/** What a code is exchanged for: the secret of a visit; undefined where it is good for nothing. */
export async function exchangeVisitCode(
  tx: Transaction,
  { SESSION_HOURS: hours }: Pick<Config, 'SESSION_HOURS'>,
  { code, ...brought }: Brought,
): Promise<string | undefined> {
  if (!codeSecret.isWellFormed(code)) return undefined
  const row = await tx.first(takeCode, { ...brought, hash: hashOfSecret(code) })
  if (row === undefined) return undefined
  const of: OfSite = { organizationId: row.organization_id, siteId: row.site_id }
  const reader = { accountId: row.account_id, siteId: row.site_id }
  const [beyond, moments] = await Promise.all([
    tx.many(selectOldestVisits, { ...reader, kept: visitsMax - 1 }),
    tx.first(selectEnd, { hours }),
  ])
  if (beyond.length > 0) {
    await tx.run(deleteVisits, { hashes: beyond.map(({ hash }) => hash) })
  }
  const secret = visitSecret.mint()
  const { now: startedAt, expires_at: expiresAt } = written(moments)
  await tx.run(insertVisit, {
    ...of,
    hash: hashOfSecret(secret),
    id: newId(),
    accountId: row.account_id,
    sessionHash: row.session_hash,
    startedAt,
    expiresAt,
  })
  return secret
}
