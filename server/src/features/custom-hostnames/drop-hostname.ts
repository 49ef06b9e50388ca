import type { Transaction } from '#/platform/database/transaction.ts'

import { deleteClaim } from './hostname-queries.ts'

/** For a site that is removed: its name is free for others. */
export async function dropHostnameOf(
  tx: Transaction,
  {
    organizationId,
    hostname,
  }: Readonly<{ organizationId: string; hostname: string | null }>,
): Promise<void> {
  if (hostname !== null) await tx.run(deleteClaim, { organizationId, hostname })
}
