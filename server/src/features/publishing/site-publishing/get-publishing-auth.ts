import { authorize } from '#/access/actor.ts'
import { selectPublishingAuth } from '#/features/publishing/site-keys/public.ts'
import {
  resolveSite,
  sitePolicy,
  type SiteRow,
} from '#/features/publishing/sites/public.ts'
import { operation } from '#/platform/http/operation.ts'

import { viewPublishingAuth } from './publishing-auth-view.ts'
import { noKeyYet, noVisitorsSignIn } from './publishing-errors.ts'

export const getSitePublishingAuthById = operation(
  'getSitePublishingAuthById',
  async ({ params }, context) => {
    const { organizationId, siteId } = params
    const { actor, site } = await resolveSite(context.db, context, organizationId, siteId)
    authorize(sitePolicy.admin(actor), 'see the key of this site', 'the admin role')
    requireVisitors(site)
    const row = await context.db.first(selectPublishingAuth, params)
    if (row === undefined) throw noKeyYet()
    return viewPublishingAuth(context, params, row)
  },
)

/** Refuses sites without sign-in and adaptive content, because they use no key. */
export function requireVisitors(site: SiteRow): void {
  const isUsed =
    site.visibility === 'visitor-auth' || site.adaptive_content_enabled === true
  if (!isUsed) throw noVisitorsSignIn()
}
