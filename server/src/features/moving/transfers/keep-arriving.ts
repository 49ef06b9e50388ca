import type { Context } from '#/platform/http/context.ts'

import { renewArriving } from './arrival-queries.ts'
import type { Arrival, Transfer } from './copy-to-organization.ts'

const renewEveryMs = 10_000

/**
 * Renews the lease of all nodes of a transfer, also while it writes to one of them or waits. When
 * the process dies, the leases expire, and others may sweep the nodes.
 */
export function keepArriving(
  { db }: Pick<Context, 'db'>,
  { to: organizationId }: Transfer,
  { transferId, nodes }: Arrival,
  everyMs = renewEveryMs,
): { readonly stop: () => Promise<void> } {
  let renewing: Promise<unknown> = Promise.resolve()
  let isRenewing = false
  const timer = setInterval(() => {
    if (isRenewing || nodes.size === 0) return
    isRenewing = true
    const all = { organizationId, transferId, ids: [...nodes] }
    renewing = db
      .transaction(async (tx) => tx.run(renewArriving, all))
      // A missed renewal is no failure yet: the lease lasts for several.
      .catch(() => undefined)
      .finally(() => {
        isRenewing = false
      })
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await renewing
    },
  }
}
