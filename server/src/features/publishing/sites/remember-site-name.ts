import { sql } from 'kysely'

import type { OfSite } from '#/features/writing/publications/public.ts'
import { statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

/** Stores a former basename, which leads to the site that had it last. */
const upsertAlias = statement(
  'site-alias.upsert',
  (p: OfSite & { basename: string }) => sql`
    insert into site_alias (organization_id, basename, site_id)
    values (${p.organizationId}, ${p.basename}, ${p.siteId})
    on conflict (organization_id, basename) do update
      set site_id = excluded.site_id, created_at = excluded.created_at`,
)

/**
 * Stores the basename that a site loses, so that old URLs redirect. Runs in the transaction of the
 * rename.
 */
export async function rememberSiteName(
  tx: Transaction,
  { organizationId, siteId, basename }: OfSite & { readonly basename: string },
): Promise<void> {
  await tx.run(upsertAlias, { organizationId, siteId, basename })
}
