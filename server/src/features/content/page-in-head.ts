import { type RawBuilder, sql } from 'kysely'

import { pageKinds } from './select-space.ts'
import { type AtRevision, versionAt } from './version-at.ts'

/** Whether a revision of any branch has this page, by one probe or two. */
export function hasPageAt(
  p: { readonly organizationId: string; readonly spaceId: string },
  pageId: RawBuilder<unknown>,
  at: AtRevision,
): RawBuilder<boolean> {
  return sql`exists (
    select from ${versionAt(p, pageId, at)} as v
    where not v.is_gone and v.kind in ${pageKinds})`
}
