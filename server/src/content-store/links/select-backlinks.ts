import { type RawBuilder, sql } from 'kysely'

import { isVisible } from '#/access/content-access.ts'
import {
  type BranchShape,
  type OfBranch,
  partsOfHead,
  passedWith,
} from '#/content-store/branches/public.ts'
import { statementByShape } from '#/platform/database/statement.ts'

export interface BacklinkShape extends BranchShape {
  readonly after: boolean
  readonly rowsMax: number
}

interface BacklinkParams extends OfBranch {
  readonly callerId: string
  readonly entryId: string
  /** JSON: the link by which other spaces name the entry; null when they cannot. */
  readonly across: string | null
  /** Entries that lead to the entry by a path that led nowhere when it was written. */
  readonly found: readonly string[]
  readonly afterSpaceId: string | undefined
  readonly afterId: string | undefined
}

export interface BacklinkRow {
  readonly count: number
  /** Null in the one row of an empty page. */
  readonly space_id: string | null
  readonly entry_id: string
}

/**
 * The entries that link to an entry, in all spaces that the caller may see. Copies of a space have
 * entries with the same ids, so links of other spaces count only if they name the space.
 */
export const selectBacklinks = statementByShape<
  BacklinkShape,
  BacklinkParams,
  BacklinkRow
>(
  'content.backlinks',
  (shape, p) => sql`
    with ${passedWith(shape, p, true)} pointing as materialized (
      ${shape.isMain ? pointingOnMain(p) : pointingOnBranch(p)}
      union
      select ${p.spaceId}::text collate "C", f.id collate "C"
      from unnest(${p.found}::text[]) as f (id) where f.id <> ${p.entryId}
    ), listed as materialized (
      select l.space_id, l.entry_id
      from member as me
      join content_node as node on node.organization_id = ${p.organizationId}
        and node.kind = 'space' and node.state = 'live' and node.deleted_at is null
      join pointing as l on l.space_id = node.id
      where me.organization_id = ${p.organizationId} and me.user_id = ${p.callerId}
        and node.id = any (array(select distinct space_id from pointing)) and ${isVisible(p)}
    )
    select size.count, page.space_id, page.entry_id
    from (select count(*)::integer as count from listed) as size
    left join lateral (
      select space_id, entry_id from listed where true ${isAfter(shape, p)}
      order by space_id, entry_id limit ${sql.lit(shape.rowsMax)}
    ) as page on true
    order by page.space_id, page.entry_id`,
)

function pointingOnMain(p: BacklinkParams): RawBuilder<unknown> {
  return sql`
    select v.space_id, v.entry_id from entry_version as v
    where ${isOpenHit('v', p)} and not v.is_gone
      and case when v.space_id = ${p.spaceId}
        then v.branch_id = ${p.branchId} and v.entry_id <> ${p.entryId}
        else v.branch_id = v.space_id and v.links @> ${p.across}::jsonb end`
}

/** The entries with a link to the entry: on the branch, and on the main branch of other spaces. */
function pointingOnBranch(p: BacklinkParams): RawBuilder<unknown> {
  const { isUntouched, passed } = partsOfHead(p)
  return sql`
    select x.space_id, x.entry_id from (
      select v.space_id, v.branch_id, v.entry_id, v.from_number, v.links
      from entry_version as v where ${isOpenHit('v', p)} and not v.is_gone
      -- Found by what they lead to first: the planner may take a whole space for little.
      offset 0
    ) as x
    where case
      when x.space_id <> ${p.spaceId}
        then x.branch_id = x.space_id and x.links @> ${p.across}::jsonb
      when x.entry_id = ${p.entryId} then false
      when x.branch_id = ${p.branchId} then true
      else x.branch_id = ${p.spaceId} and x.from_number <= ${p.mainNumber}::integer
        and ${isUntouched} end
    union
    select x.space_id, x.entry_id from ${passed}
    where x.targets @> array[${p.entryId}::text collate "C"]
      and x.entry_id <> ${p.entryId} and ${isUntouched}`
}

/** Whether an open version has the entry among its targets. */
function isOpenHit(alias: string, p: BacklinkParams): RawBuilder<boolean> {
  const v = sql.ref(alias)
  return sql`${v}.organization_id = ${p.organizationId} and ${v}.to_number is null
    and ${v}.targets @> array[${p.entryId}::text collate "C"]`
}

function isAfter({ after }: BacklinkShape, p: BacklinkParams): RawBuilder<unknown> {
  if (!after) return sql``
  return sql`and (space_id, entry_id) > (${p.afterSpaceId}, ${p.afterId})`
}
