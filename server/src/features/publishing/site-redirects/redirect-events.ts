import type { SiteRedirect } from '@lectern/contract/site-redirects.ts'

import type { OfSite } from '#/features/writing/publications/public.ts'
import { siteHappened } from '#/features/publishing/sites/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

export function siteRedirectCreated(
  tx: Transaction,
  context: Context,
  of: OfSite,
  redirect: SiteRedirect,
) {
  record(tx, context, of, { type: 'site_redirect_created', redirect })
}

export function siteRedirectUpdated(
  tx: Transaction,
  context: Context,
  of: OfSite,
  redirect: SiteRedirect,
) {
  record(tx, context, of, { type: 'site_redirect_updated', redirect })
}

export function siteRedirectDeleted(
  tx: Transaction,
  context: Context,
  of: OfSite,
  redirect: SiteRedirect,
) {
  record(tx, context, of, { type: 'site_redirect_deleted', redirect })
}

function record(
  tx: Transaction,
  context: Context,
  { organizationId, siteId }: OfSite,
  { type, redirect }: { readonly type: string; readonly redirect: SiteRedirect },
): void {
  const { id, source, destination } = redirect
  const details = { redirectId: id, source, destination }
  siteHappened(tx, context, { of: { organizationId, siteId }, type, details })
}
