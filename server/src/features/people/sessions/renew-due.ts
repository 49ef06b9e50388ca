import { hashOfSecret } from '#/access/secret-form.ts'
import { mintSessionSecret, type RenewSession } from '#/access/session.ts'
import type { Config } from '#/platform/config/config.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import { sessionCookie } from '#/platform/http/session-cookie.ts'

import {
  insertFormerSession,
  insertSession,
  selectMoments,
  takeDueSession,
  updateRenewalDue,
} from './session-queries.ts'

/**
 * Has sessions get another secret with their next request, because the rights of their person in an
 * organization have changed: whoever learned the secret before has none of these.
 */
export async function renewSessionsOfMember(
  tx: Transaction,
  { organizationId, userId: accountId }: { organizationId: string; userId: string },
): Promise<void> {
  await tx.run(updateRenewalDue, { organizationId, accountId })
}

/**
 * Gives a session another secret if that is due; one of several requests does. The former secret is
 * good for half a minute more, for requests that are under way.
 */
export function createRenewSession(
  db: Database,
  { SESSION_HOURS: hours }: Pick<Config, 'SESSION_HOURS'>,
): RenewSession {
  return async (hash) =>
    db.transaction(async (tx) => {
      const [former, moments] = await Promise.all([
        tx.first(takeDueSession, { hash }),
        tx.first(selectMoments, { hours, provenAt: null }),
      ])
      if (former === undefined) return undefined
      const secret = mintSessionSecret()
      const sessionHash = hashOfSecret(secret)
      await tx.run(insertSession, {
        ...former,
        hash: sessionHash,
        accountId: former.account_id,
        organizationId: former.organization_id,
        createdAt: former.created_at,
        authenticatedAt: former.authenticated_at,
        expiresAt: former.expires_at,
        renewedAt: written(moments).now,
      })
      await tx.run(insertFormerSession, { hash, sessionHash })
      return { hash: sessionHash, cookie: sessionCookie(secret, hours) }
    })
}
