import type { Context } from '#/platform/http/context.ts'

import { renewArriving } from './arrival-queries.ts'
import type { Arrival, Transfer } from './copy-to-organization.ts'

const renewEveryMs = 10_000

/**
 * Gives signs of life for all that a transfer has begun, also while it writes to one of them only or
 * waits. When the process is gone, so are the signs, and others may sweep what it left.
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
      // A sign that was not given is no failure yet: several may be missing.
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
