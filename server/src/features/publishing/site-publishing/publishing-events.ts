import { recordSiteChange } from '#/features/publishing/sites/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

export function sitePublishingAuthUpdated(
  tx: Transaction,
  context: Context,
  of: OfSite,
  details: {
    readonly backend: string
    readonly fallbackURL: string | null
    readonly signIn: string
  },
) {
  recordSiteChange(tx, context, of, { type: 'site_publishing_auth_updated', details })
}

/** Records that the key was replaced; the event must not contain the key. */
export function sitePublishingKeyReplaced(tx: Transaction, context: Context, of: OfSite) {
  recordSiteChange(tx, context, of, { type: 'site_publishing_key_replaced', details: {} })
}
