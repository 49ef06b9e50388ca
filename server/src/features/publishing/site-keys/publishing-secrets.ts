import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'
import type { Replacement, SealedStore } from '#/platform/secrets/sealed-store.ts'

/** The sealed keys by the id of their site. */
export const publishingSecrets: SealedStore = {
  scopeOf: (organizationId, name) => `site_publishing_auth/${organizationId}/${name}`,
  select: statement(
    'site-publishing.secrets',
    (p: { organizationId: string }) => sql<{ name: string; sealed: string }>`
      select site_id as name, private_key_sealed as sealed from site_publishing_auth
      where organization_id = ${p.organizationId} order by site_id`,
  ),
  replace: statement(
    'site-publishing.replace-secret',
    (p: Replacement) => sql`
      update site_publishing_auth set private_key_sealed = ${p.sealed}
      where organization_id = ${p.organizationId} and site_id = ${p.name}
        and private_key_sealed = ${p.before}`,
  ),
}
