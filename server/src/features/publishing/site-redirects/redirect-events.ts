import type { SiteRedirect } from '@lectern/contract/site-redirects.ts'

import { recordSiteChange } from '#/features/publishing/sites/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

export function siteRedirectCreated(
  tx: Transaction,
  context: Context,
  of: OfSite,
  redirect: SiteRedirect,
) {
  recordChange(tx, context, of, { type: 'site_redirect_created', redirect })
}

export function siteRedirectUpdated(
  tx: Transaction,
  context: Context,
  of: OfSite,
  redirect: SiteRedirect,
) {
  recordChange(tx, context, of, { type: 'site_redirect_updated', redirect })
}

export function siteRedirectDeleted(
  tx: Transaction,
  context: Context,
  of: OfSite,
  redirect: SiteRedirect,
) {
  recordChange(tx, context, of, { type: 'site_redirect_deleted', redirect })
}

function recordChange(
  tx: Transaction,
  context: Context,
  of: OfSite,
  { type, redirect }: { readonly type: string; readonly redirect: SiteRedirect },
): void {
  const { id: redirectId, source, destination } = redirect
  recordSiteChange(tx, context, of, {
    type,
    details: { redirectId, source, destination },
  })
}
