import { sql } from 'kysely'

import type { OfSite } from '#/features/writing/publications/public.ts'
import { statement } from '#/platform/database/statement.ts'

interface NewFormerPath extends OfSite {
  readonly kind: 'section' | 'site-space'
  readonly sectionId: string
  readonly path: string
  readonly targetId: string
}

/** Stores a former path, which leads to the section or site-space that had it last. */
export const upsertFormerPath = statement(
  'site-redirect.keep-former-path',
  (p: NewFormerPath) => sql`
    insert into site_former_path
      (organization_id, site_id, section_id, kind, path, target_id)
    values (${p.organizationId}, ${p.siteId}, ${p.sectionId}, ${p.kind}, ${p.path},
      ${p.targetId})
    on conflict (organization_id, site_id, section_id, kind, path) do update
      set target_id = excluded.target_id, created_at = excluded.created_at`,
)

/** Deletes the former paths of removed sections and site-spaces, so that they redirect nobody. */
export const deleteFormerPathsTo = statement(
  'site-redirect.forget-former-paths',
  (p: OfSite & { targetIds: readonly string[] }) => sql`
    delete from site_former_path
    where organization_id = ${p.organizationId} and site_id = ${p.siteId}
      and target_id = any (${p.targetIds}::text[])`,
)
