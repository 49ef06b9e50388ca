import { newSecret } from '#/features/joining/welcome-links/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Services } from '#/platform/services.ts'

import { firstRunPrefix, isOpen, secretOf } from './first-run-link.ts'
import {
  closeFirstRun,
  insertFirstRun,
  lockFirstRun,
  renewFirstRun,
  selectFirstRun,
} from './first-run-queries.ts'

/**
 * Logs the link that makes the first account, on a server without any. Processes that start
 * together, and one that starts again within a day, log the same link.
 */
export async function announceFirstRun({
  db,
  config,
  signer,
  log,
}: Pick<Services, 'db' | 'config' | 'signer' | 'log'>): Promise<void> {
  const found = await db.first(selectFirstRun, {})
  if (found?.is_closed === true) return
  const nonce = await db.transaction(openFirstRun)
  if (nonce === undefined) return
  const url = `${config.PUBLIC_URL}${firstRunPrefix}${secretOf(signer, nonce)}`
  log.warn({ url }, 'nobody has an account yet: open this link within a day to make one')
}

/** The nonce of a link that is good; undefined where somebody has an account. */
async function openFirstRun(tx: Transaction): Promise<string | undefined> {
  const nonce = newSecret()
  await tx.run(insertFirstRun, { nonce })
  await tx.first(lockFirstRun, {})
  const found = await tx.first(selectFirstRun, {})
  if (found === undefined || !isOpen(found)) {
    await tx.run(closeFirstRun, {})
    return undefined
  }
  if (found.is_fresh) return found.nonce
  await tx.run(renewFirstRun, { nonce })
  return nonce
}
