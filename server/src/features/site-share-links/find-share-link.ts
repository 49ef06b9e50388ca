import type { OfSite } from '#/features/sites/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

import { hashOfShareKey, isShareKey } from './share-key.ts'
import { selectActiveShareLink } from './share-link-queries.ts'

/** The active link of a site that has this key; undefined for a key that opens nothing. */
export async function findShareLinkByKey(
  db: Queryable,
  { organizationId, siteId, key }: OfSite & { readonly key: string },
): Promise<{ readonly id: string } | undefined> {
  if (!isShareKey(key)) return undefined
  const keyHash = hashOfShareKey({ organizationId, siteId }, key)
  return db.first(selectActiveShareLink, { organizationId, siteId, keyHash })
}
