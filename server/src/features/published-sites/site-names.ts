import type { OfSite } from '#/features/sites/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import { upsertAlias } from './published-queries.ts'

/**
 * Keeps old URLs leading there: to be called with the basename that is lost, in the transaction of
 * the rename.
 */
export async function rememberSiteName(
  tx: Transaction,
  { organizationId, siteId, basename }: OfSite & { readonly basename: string },
): Promise<void> {
  await tx.run(upsertAlias, { organizationId, siteId, basename })
}
