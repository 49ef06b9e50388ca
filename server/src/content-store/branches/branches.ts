import { type RawBuilder, sql } from 'kysely'

/** The key of a branch, a line of revisions. The main branch has the id of its space. */
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

/** The content that a branch reads through to: the same branch as if it had changed nothing. */
export function withoutChanges(branch: OfBranch): OfBranch {
  return { ...branch, branchId: '' }
}

/** The shape of statements on a branch: on the main branch as simple as if it were the only one. */
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
 * All versions in the head of a branch. On a branch these are its own versions, then the versions
 * of the main branch that began by the revision read through to and are still open, then those that
 * were open at that revision and have ended since: the table of `passedWith`, with which the
 * statement must begin.
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
 * The parts of a branch's head, over versions `x`: whether the branch left an entry unchanged, and
 * the versions of the main branch that were open at the revision read through to and have ended
 * since.
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

/** The common table that `headOf` needs; the statement writes `with` or `with recursive` first. */
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
