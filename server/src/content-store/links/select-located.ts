import { sql } from 'kysely'

import {
  anyNumber,
  type BranchShape,
  entryColumns,
  versionAt,
  type VersionRow,
} from '#/content-store/branches/public.ts'
import { statement, statementByShape } from '#/platform/database/statement.ts'

export interface LocatedRow extends VersionRow {
  readonly space_id: string
  /** The slugs from the top down to the entry, its own included; empty without a slug. */
  readonly slugs: readonly string[]
}

interface OfBranches {
  readonly organizationId: string
  readonly spaceIds: readonly string[]
  readonly branchIds: readonly string[]
}

interface Located extends OfBranches {
  /** The revision that each branch reads through to; null for the main branch of its space. */
  readonly mainNumbers: readonly (number | null)[]
  readonly entryIds: readonly string[]
}

/** Deeper than any tree can be: a walk up a damaged tree must end. */
const depthMax = 200

/** A few entries of the heads of any branches of the organization, each with its path. */
export const selectLocated = statementByShape<BranchShape, Located, LocatedRow>(
  'content.located',
  ({ isMain }, p) => {
    const asked = sql`unnest(${p.spaceIds}::text[], ${p.branchIds}::text[],
      ${p.mainNumbers}::integer[], ${p.entryIds}::text[])
      as asked (space_id, branch_id, main_number, entry_id)`
    const of = { organizationId: p.organizationId, spaceId: sql`asked.space_id` }
    const at = {
      branchId: sql`asked.branch_id`,
      number: anyNumber,
      mainNumber: isMain ? anyNumber : sql`coalesce(asked.main_number, ${anyNumber})`,
      isMain,
    }
    return sql`
      select asked.space_id, place.slugs, ${entryColumns('v')}
      from ${asked}
      cross join ${versionAt(of, sql`asked.entry_id`, at)} as v
      cross join lateral (
        with recursive climb as (
          select v.parent_id, v.slug, 0 as depth
          union all
          select above.parent_id, above.slug, climb.depth + 1
          from climb
          cross join ${versionAt(of, sql`climb.parent_id`, at)} as above
          where climb.parent_id <> '' and climb.depth < ${sql.lit(depthMax)}
            and not above.is_gone
        )
        select coalesce(array_agg(slug order by depth desc)
          filter (where slug is not null and slug <> ''), '{}') as slugs from climb
      ) as place
      where not v.is_gone`
  },
)

export interface SpaceHeadRow {
  readonly space_id: string
  readonly file_epoch: number
  readonly revision_id: string
  readonly type: string
  readonly parents: string[]
  readonly created_at: string
}

/** The head revisions of branches. */
export const selectSpaceHeads = statement<OfBranches, SpaceHeadRow>(
  'content.space-heads',
  (p) => sql`
    select asked.space_id, s.file_epoch, r.id as revision_id, r.type, r.parents, r.created_at
    from unnest(${p.spaceIds}::text[], ${p.branchIds}::text[]) as asked (space_id, branch_id)
    join space as s on s.organization_id = ${p.organizationId} and s.id = asked.space_id
    join branch as b on b.organization_id = ${p.organizationId}
      and b.space_id = asked.space_id and b.id = asked.branch_id
    cross join lateral (
      select x.id, x.type, x.parents, x.created_at from revision as x
      where x.organization_id = ${p.organizationId} and x.space_id = asked.space_id
        -- The first from its id on: only the key is in that order.
        and x.id >= b.head_revision_id
      order by x.id limit 1
    ) as r
    where r.id = b.head_revision_id`,
)
