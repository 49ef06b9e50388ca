import { sql } from 'kysely'

import type { BranchKey } from '#/content-store/branches/public.ts'
import type { Attributes, StoredLink } from '#/content-store/entries/public.ts'
import { statement } from '#/platform/database/statement.ts'

export interface WithoutUsesRow {
  readonly space_id: string
  readonly branch_id: string
  readonly entry_id: string
  readonly from_number: number
  readonly links: readonly StoredLink[] | null
  readonly attributes: Attributes
  readonly markdown: string | null
}

/** Some versions in heads that an older release wrote, without what they show of other entries. */
export const selectWithoutUses = statement<
  { organizationId: string; rowsMax: number },
  WithoutUsesRow
>(
  'content.without-uses',
  (p) => sql`
    select v.space_id, v.branch_id, v.entry_id, v.from_number, v.links, v.attributes,
      d.markdown
    from (
      select x.* from entry_version as x
      where x.organization_id = ${p.organizationId} and x.to_number is null
        and x.uses is null and x.kind in ('document', 'link', 'reusable-content')
        and not x.is_gone
      limit ${p.rowsMax}
    ) as v
    left join lateral (
      select y.markdown from document as y
      where y.organization_id = ${p.organizationId} and y.space_id = v.space_id
        and y.id = v.document_id limit 1
    ) as d on true`,
)

export const updateUses = statement(
  'content.update-uses',
  (
    p: BranchKey & { entryId: string; fromNumber: number; uses: string; links: string },
  ) => sql`
    update entry_version set uses = ${p.uses}::jsonb, links = ${p.links}::jsonb
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and branch_id = ${p.branchId} and entry_id = ${p.entryId}
      and from_number = ${p.fromNumber}`,
)
