import { findShareLinkByKey } from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { notFound } from '#/platform/errors/api-error.ts'

import type { Structure } from './structure-resolve.ts'

/** The share key for the URLs of a site that is shared by link; refuses a wrong one. */
export async function validShareKey(
  db: Queryable,
  { organizationId, siteId, site }: Structure,
  shareKey: string | undefined,
): Promise<string | undefined> {
  if (shareKey === undefined || site.visibility !== 'share-link') return undefined
  const link = await findShareLinkByKey(db, { organizationId, siteId, key: shareKey })
  if (link === undefined) throw notFound('site', siteId)
  return shareKey
}
