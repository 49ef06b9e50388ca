import { type RawBuilder, sql } from 'kysely'

import { type AtRevision, pageKinds, versionAt } from '#/content-store/branches/public.ts'

/** Whether a revision of any branch has this page, by one or two probes. */
export function hasPageAt(
  p: { readonly organizationId: string; readonly spaceId: string },
  pageId: RawBuilder<unknown>,
  at: AtRevision,
): RawBuilder<boolean> {
  return sql`exists (
    select from ${versionAt(p, pageId, at)} as v
    where not v.is_gone and v.kind in ${pageKinds})`
}
