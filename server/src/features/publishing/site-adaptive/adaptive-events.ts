import { recordSiteChange } from '#/features/publishing/sites/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

export function siteAdaptiveSchemaUpdated(
  tx: Transaction,
  context: Context,
  { organizationId, siteId, claims }: OfSite & { readonly claims: readonly string[] },
) {
  recordSiteChange(
    tx,
    context,
    { organizationId, siteId },
    {
      type: 'site_adaptive_schema_updated',
      details: { claims },
    },
  )
}
