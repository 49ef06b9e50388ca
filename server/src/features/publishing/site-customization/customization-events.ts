import { recordSitePartChange } from '#/features/publishing/sites/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

/** The names of the settings stored by now; receivers of the event read the values from the API. */
type Changed = OfSite & { readonly settings: readonly string[] }
type OfSiteSpace = OfSite & { readonly siteSpaceId: string }

export function siteCustomizationUpdated(tx: Transaction, context: Context, of: Changed) {
  recordSitePartChange(tx, context, 'site_customization_updated', of)
}

export function siteSpaceCustomizationOverridden(
  tx: Transaction,
  context: Context,
  of: OfSiteSpace & Changed,
) {
  recordSitePartChange(tx, context, 'site_space_customization_overridden', of)
}

export function siteSpaceCustomizationRemoved(
  tx: Transaction,
  context: Context,
  of: OfSiteSpace,
) {
  recordSitePartChange(tx, context, 'site_space_customization_removed', of)
}
