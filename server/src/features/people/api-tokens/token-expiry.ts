import type { Transaction } from '#/platform/database/transaction.ts'
import { invalidRequest } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import { outlives } from './token-errors.ts'
import { selectOutlived } from './token-queries.ts'

const year10000Ms = Date.UTC(10_000, 0)

/**
 * The expiry as an ISO time. Refuses years before 1970 or after 9999; whether the time is past, the
 * database decides.
 */
export function readExpiry(expiresAt: string | undefined): string | undefined {
  if (expiresAt === undefined) return undefined
  const ms = Date.parse(expiresAt)
  if (!(ms > 0 && ms < year10000Ms)) throw notInTheFuture()
  return new Date(ms).toISOString()
}

export function notInTheFuture() {
  const message = 'must be a time in the future, before the year 10000'
  return invalidRequest(`body.expiresAt ${message}.`, [
    { path: 'body.expiresAt', message },
  ])
}

/** Refuses to make what is valid for longer than the API token that asks for it. */
export async function refuseOutliving(
  tx: Transaction,
  { caller: { userId: accountId, tokenId } }: Pick<Context, 'caller'>,
  expiresAt: string | null,
): Promise<void> {
  const outlived = await tx.first(selectOutlived, { accountId, tokenId, expiresAt })
  if (outlived !== undefined) throw outlives(outlived.expires_at)
}
