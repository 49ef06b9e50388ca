import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

interface OfBranch {
  readonly organizationId: string
  readonly spaceId: string
  readonly branchId: string
}

export interface AnchorRow {
  readonly page_id: string
  readonly node: string
}

/** The blocks of these pages that comments are about, from an index of such blocks alone. */
export const selectAnchors = statement(
  'comment.anchors',
  (p: OfBranch & { pageIds: readonly string[] }) => sql<AnchorRow>`
    select distinct c.page_id, c.node
    from unnest(${p.pageIds}::text[]) as page (id)
    cross join lateral (
      select x.page_id, x.node from comment as x
      where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
        and x.branch_id = ${p.branchId} and x.page_id = page.id
        and x.page_id is not null and x.node is not null and not x.is_orphaned
      offset 0
    ) as c`,
)

type Moves = OfBranch & {
  readonly pageIds: readonly string[]
  readonly nodes: readonly string[]
  /** The successor of each of the `nodes`; null for a block that is gone. */
  readonly nodesAfter: readonly (string | null)[]
}

export const moveAnchors = statement(
  'comment.move-anchors',
  (p: Moves) => sql`
    update comment as c set node = coalesce(m.now, c.node), is_orphaned = m.now is null,
      touched_at = clock.at
    from unnest(${p.pageIds}::text[], ${p.nodes}::text[], ${p.nodesAfter}::text[])
      as m (page_id, node, now), (select clock_timestamp() as at) as clock
    where c.organization_id = ${p.organizationId} and c.space_id = ${p.spaceId}
      and c.branch_id = ${p.branchId} and c.page_id = m.page_id and c.node = m.node
      and c.page_id is not null and c.node is not null and not c.is_orphaned`,
)
