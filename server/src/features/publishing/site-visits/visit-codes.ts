import { hashOfSecret } from '#/access/secret-form.ts'
import { lockAccount } from '#/features/people/users/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Config } from '#/platform/config/config.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import { newId } from '#/platform/ids/new-id.ts'

import {
  deleteCodes,
  deleteVisits,
  insertCode,
  insertVisit,
  type NewCode,
  selectEnd,
  selectOldestCodes,
  selectOldestVisits,
  takeCode,
} from './visit-queries.ts'
import { codeSecret, visitSecret } from './visit-secrets.ts'

/** The path at PUBLIC_URL, up to the id of a site, where its members sign in to read it. */
export const siteSignInPrefix = '/~sign-in/site/'

const codeSeconds = 60
/** The codes that one account has at the same time, for all sites and sessions: the oldest go. */
const codesMax = 20
/** The visits of a site that one account has at the same time: browsers, and hosts of the site. */
const visitsMax = 50

/** A code that begins a visit at a host of the site, once, in the browser that began there. */
export async function createVisitCode(
  tx: Transaction,
  code: Omit<NewCode, 'hash'>,
): Promise<string> {
  const secret = codeSecret.mint()
  const { accountId } = code
  // The oldest are found behind the lock, so that no two requests both take the last place.
  await tx.first(lockAccount, { userId: accountId })
  const beyond = await tx.many(selectOldestCodes, { accountId, kept: codesMax - 1 })
  if (beyond.length > 0) {
    await tx.run(deleteCodes, { hashes: beyond.map(({ hash }) => hash) })
  }
  await tx.run(insertCode, {
    ...code,
    hash: hashOfSecret(secret),
    seconds: codeSeconds,
  })
  return secret
}

export interface Brought {
  readonly code: string
  readonly siteId: string
  readonly flowHash: string
  readonly host: string
}

/** Whether what is brought has the form of a code, so that it is worth a transaction. */
export function isBrought({ code, siteId, flowHash, host }: Brought): boolean {
  const isShort = siteId.length <= 64 && host.length <= 260
  return isShort && /^[\w-]{43}$/.test(flowHash) && codeSecret.isWellFormed(code)
}

/** What a code is exchanged for: the secret of a visit; undefined where it is good for nothing. */
export async function exchangeVisitCode(
  tx: Transaction,
  { SESSION_HOURS: hours }: Pick<Config, 'SESSION_HOURS'>,
  { code, ...brought }: Brought,
): Promise<string | undefined> {
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
