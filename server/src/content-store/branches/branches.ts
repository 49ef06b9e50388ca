import { type RawBuilder, sql } from 'kysely'

/** A line of revisions. The main one has the id of its space; every other reads through to it. */
export interface BranchKey {
  readonly organizationId: string
  readonly spaceId: string
  readonly branchId: string
}

export interface OfBranch extends BranchKey {
  /** The revision of the main branch that the head reads through to; null on the main branch. */
  readonly mainNumber: number | null
}

export interface BranchShape {
  readonly isMain: boolean
}

export function mainBranch(organizationId: string, spaceId: string): OfBranch {
  return { organizationId, spaceId, branchId: spaceId, mainNumber: null }
}

/** What a branch reads through to: the same branch, if it had changed nothing. */
export function withoutChanges(branch: OfBranch): OfBranch {
  return { ...branch, branchId: '' }
}

/** Statements on the main branch stay as simple as if there were no other. */
export function shapeOf({ spaceId, branchId }: BranchKey): BranchShape {
  return { isMain: branchId === spaceId }
}

function onBranch(
  alias: string,
  p: OfBranch,
  branchId: string = p.branchId,
): RawBuilder<boolean> {
  const v = sql.ref(alias)
  return sql`${v}.organization_id = ${p.organizationId} and ${v}.space_id = ${p.spaceId}
    and ${v}.branch_id = ${branchId}`
}

/**
 * All that is in the head of a branch, as versions. On a branch that is what it changed itself, then
 * what the main branch has had since before the revision that is read through to, then what the main
 * branch had there and has no longer: that is in `passedWith`, which the statement begins with.
 */
export function headOf({ isMain }: BranchShape, p: OfBranch): RawBuilder<unknown> {
  const own = sql`select x.* from entry_version as x
    where ${onBranch('x', p)} and x.to_number is null and not x.is_gone`
  if (isMain) return sql`(${own})`
  const { isUntouched, passed } = partsOfHead(p)
  return sql`(
    ${own}
    union all
    select x.* from entry_version as x
    where ${onBranch('x', p, p.spaceId)} and x.to_number is null
      and x.from_number <= ${p.mainNumber}::integer and ${isUntouched}
    union all
    select x.* from ${passed} where ${isUntouched})`
}

/**
 * What the head of a branch is put together with, of versions `x`: whether the branch left an entry
 * as it is, and what the main branch had where it is read through to and has no longer.
 */
export function partsOfHead(p: OfBranch) {
  return {
    isUntouched: sql`not exists (
      select from entry_version as o
      where ${onBranch('o', p)} and o.entry_id = x.entry_id and o.to_number is null)`,
    passed: sql`passed
      cross join lateral (
        select y.* from entry_version as y
        where ${onBranch('y', p, p.spaceId)} and y.entry_id = passed.entry_id
          and y.from_number = passed.from_number limit 1
      ) as x`,
  }
}

/** What `headOf` needs among the common tables of its statement; `with` or `with recursive` precedes it. */
export function passedWith(
  { isMain }: BranchShape,
  p: OfBranch,
  beforeOthers: boolean,
): RawBuilder<unknown> {
  if (isMain) return sql``
  const passed = sql`passed as materialized (
    select was.entry_id, was.from_number
    from (
      select distinct changed.id from revision as r
      cross join lateral unnest(r.changed) as changed (id)
      where ${onBranch('r', p, p.spaceId)} and r.number > ${p.mainNumber}::integer
    ) as since
    cross join lateral (
      select x.entry_id, x.from_number, x.to_number from entry_version as x
      where ${onBranch('x', p, p.spaceId)} and x.entry_id = since.id
        and x.from_number <= ${p.mainNumber}::integer
      order by x.from_number desc limit 1
    ) as was
    where was.to_number > ${p.mainNumber}::integer)`
  return beforeOthers ? sql`${passed},` : sql`with ${passed}`
}
