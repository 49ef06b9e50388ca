import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

import { selectShareLinkIsActive } from './share-link-queries.ts'

/** Whether a share link still opens the site. */
export async function isShareLinkActive(
  db: Queryable,
  { organizationId, siteId, shareLinkId }: OfSite & { readonly shareLinkId: string },
): Promise<boolean> {
  const of = { organizationId, siteId, shareLinkId }
  return (await db.first(selectShareLinkIsActive, of)) !== undefined
}
