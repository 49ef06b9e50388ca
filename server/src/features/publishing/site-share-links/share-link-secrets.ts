import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'
import type { Replacement, SealedStore } from '#/platform/secrets/sealed-store.ts'

/** The sealed keys by `<site>/<link>`. */
export const shareLinkSecrets: SealedStore = {
  scopeOf: (organizationId, name) => `site_share_link/${organizationId}/${name}`,
  select: statement(
    'site-share-link.secrets',
    (p: { organizationId: string }) => sql<{ name: string; sealed: string }>`
      select site_id || '/' || id as name, key_sealed as sealed from site_share_link
      where organization_id = ${p.organizationId} order by site_id, id`,
  ),
  replace: statement(
    'site-share-link.replace-secret',
    (p: Replacement) => sql`
      update site_share_link set key_sealed = ${p.sealed}
      where organization_id = ${p.organizationId}
        and site_id = split_part(${p.name}, '/', 1) and id = split_part(${p.name}, '/', 2)
        and key_sealed = ${p.before}`,
  ),
}
