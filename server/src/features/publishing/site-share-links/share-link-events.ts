import { recordSitePartChange } from '#/features/publishing/sites/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

type OfShareLink = OfSite & { readonly shareLinkId: string }

export function siteShareLinkCreated(
  tx: Transaction,
  context: Context,
  of: OfShareLink & { name: string },
) {
  recordSitePartChange(tx, context, 'site_share_link_created', of)
}

export function siteShareLinkUpdated(
  tx: Transaction,
  context: Context,
  of: OfShareLink & { name: string; active: boolean },
) {
  recordSitePartChange(tx, context, 'site_share_link_updated', of)
}

export function siteShareLinkDeleted(tx: Transaction, context: Context, of: OfShareLink) {
  recordSitePartChange(tx, context, 'site_share_link_deleted', of)
}
