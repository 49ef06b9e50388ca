import { sql } from 'kysely'

import {
  type HeadColumns,
  headForCaller,
  type OfSpace,
} from '#/content-store/branches/public.ts'
import { statementByShape } from '#/platform/database/statement.ts'

export interface RevisionListShape {
  readonly after: boolean
  readonly rowsMax: number
}

/** The versions of an OpenAPI specification between which a revision made pages follow. */
export interface FollowedSpecification {
  readonly spec: string
  readonly from: string
  readonly to: string
}

export type RevisionListRow = HeadColumns & {
  readonly id: string | null
  readonly number: number
  readonly type: string
  readonly parents: string[]
  readonly changed: number
  readonly created_at: string
  readonly created_by: string
  readonly followed: FollowedSpecification | null
  readonly display_name: string | null
  readonly photo_url: string | null
}

/** The history of the main branch, newest first; one row with nulls for an empty page. */
export const selectRevisions = statementByShape<
  RevisionListShape,
  OfSpace & { afterNumber: number | undefined },
  RevisionListRow
>(
  'content.revisions',
  ({ after, rowsMax }, p) => sql`
    with found as materialized ${headForCaller(p)}
    select found.*, page.*, a.display_name, a.photo_url
    from found left join lateral (
      select r.id, r.number, r.type, r.parents, cardinality(r.changed) as changed,
        r.created_at, r.created_by, r.followed
      from revision as r
      where r.organization_id = ${p.organizationId} and r.space_id = ${p.spaceId}
        and r.branch_id = ${p.spaceId}
        ${after ? sql`and r.number < ${p.afterNumber}::integer` : sql``}
      order by r.number desc limit ${sql.lit(rowsMax)}
    ) as page on true
    left join account as a on a.id = page.created_by
    order by page.number desc`,
)
