import { sql } from 'kysely'

import type { Queryable } from '#/platform/database/queryable.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'

import type { OfSite } from './of-site.ts'
import { hashOfShareKey, isShareKey } from './share-key.ts'

/** The link whose key has this hash, if it lets anyone in. */
const selectActiveShareLink = statement(
  'site-share-link.by-key',
  (p: OfSite & { keyHash: string }) =>
    sqlBuilder
      .selectFrom('site_share_link')
      .select('id')
      .where('organization_id', '=', p.organizationId)
      .where('site_id', '=', p.siteId)
      .where('key_hash', '=', p.keyHash)
      .where('active', '=', sql.lit(true)),
)

/** The active link of a site that has this key; undefined for a key that opens nothing. */
export async function findShareLinkByKey(
  db: Queryable,
  { organizationId, siteId, key }: OfSite & { readonly key: string },
): Promise<{ readonly id: string } | undefined> {
  if (!isShareKey(key)) return undefined
  const keyHash = hashOfShareKey({ organizationId, siteId }, key)
  return db.first(selectActiveShareLink, { organizationId, siteId, keyHash })
}
