import { sql } from 'kysely'

import type { OfSite } from '#/features/writing/publications/public.ts'
import { statement } from '#/platform/database/statement.ts'

export interface PublishingAuthRow {
  readonly backend: string
  readonly private_key_sealed: string
  readonly fallback_url: string | null
  readonly sign_in: string
}

const columns = sql`backend, private_key_sealed, fallback_url, sign_in`

export const selectPublishingAuth = statement(
  'site-publishing.get',
  (p: OfSite) => sql<PublishingAuthRow>`
    select ${columns} from site_publishing_auth
    where organization_id = ${p.organizationId} and site_id = ${p.siteId}`,
)

/** Inserts a key unless the site has one. */
export const insertPublishingAuth = statement(
  'site-publishing.insert',
  (p: OfSite & { sealed: string }) => sql`
    insert into site_publishing_auth (organization_id, site_id, private_key_sealed)
    values (${p.organizationId}, ${p.siteId}, ${p.sealed})
    on conflict (organization_id, site_id) do nothing`,
)

export const upsertPublishingKey = statement(
  'site-publishing.replace-key',
  (p: OfSite & { sealed: string }) => sql<PublishingAuthRow>`
    insert into site_publishing_auth (organization_id, site_id, private_key_sealed)
    values (${p.organizationId}, ${p.siteId}, ${p.sealed})
    on conflict (organization_id, site_id) do update
      set private_key_sealed = excluded.private_key_sealed,
        updated_at = excluded.updated_at
    returning ${columns}`,
)

export const updatePublishingAuth = statement(
  'site-publishing.update',
  (
    p: OfSite & { backend: string; fallbackUrl: string | null; signIn: string },
  ) => sql<PublishingAuthRow>`
    update site_publishing_auth
    set backend = ${p.backend}, fallback_url = ${p.fallbackUrl}, sign_in = ${p.signIn},
      updated_at = now()
    where organization_id = ${p.organizationId} and site_id = ${p.siteId}
    returning ${columns}`,
)
