import { type RawBuilder, sql } from 'kysely'

import {
  type BranchShape,
  entryColumns,
  isOnBranch,
  type OfRevision,
  versionAt,
  type VersionRow,
} from '#/content-store/branches/public.ts'
import { statementByShape } from '#/platform/database/statement.ts'

interface ChangedSide extends VersionRow {
  readonly is_after: boolean
  readonly head: string | null
}

/**
 * The entries that differ between a revision and its first parent, on both sides. After an update
 * of a branch these include the changes of the main branch between the two revisions read through
 * to.
 */
export const selectChangedEntries = statementByShape<
  BranchShape,
  OfRevision,
  ChangedSide
>('content.changed-entries', ({ isMain }, p) =>
  isMain ? changedOnMain(p) : changedSinceParent(p),
)

function changedOnMain(p: OfRevision) {
  const side = sql`r.number - 1 + side.step`
  const at = { branchId: sql`r.branch_id`, number: side, mainNumber: side, isMain: true }
  return sql<ChangedSide>`
    select ${entryColumns('v')}, v.head, side.step = 1 as is_after
    from revision as r
    cross join unnest(r.changed) as changed (id)
    cross join (values (0), (1)) as side (step)
    cross join ${versionAt(p, sql`changed.id`, at)} as v
    where ${isOnBranch('r', p, sql`${p.spaceId}`)} and r.number = ${p.number}
      and not v.is_gone`
}

function changedSinceParent(p: OfRevision) {
  return sql<ChangedSide>`
    with compared as materialized (
      select r.changed, r.number, r.main_number,
        coalesce(was.main_number, r.main_number) as was_main_number
      from revision as r
      left join lateral (
        select x.main_number from revision as x
        where ${isOnBranch('x', p, sql`${p.branchId}`)} and x.number = r.number - 1 limit 1
      ) as was on true
      where ${isOnBranch('r', p, sql`${p.branchId}`)} and r.number = ${p.number}::integer
    ), side as materialized (
      select false as is_after, ${p.branchId}::text as branch_id, c.number - 1 as number,
        c.was_main_number as main_number
      from compared as c
      union all
      select true, ${p.branchId}::text, c.number, c.main_number from compared as c
    ), changed as (
      select ids.id from compared as c cross join lateral unnest(c.changed) as ids (id)
      union
      select ids.id from compared as c
      join revision as m on ${isOnBranch('m', p, sql`${p.spaceId}`)}
        and m.number > c.was_main_number and m.number <= c.main_number
      cross join lateral unnest(m.changed) as ids (id)
    )
    ${bothSides(p)}`
}

/** The entries that a branch changed, as on the branch and as in the revision read through to. */
export const selectChangedOnBranch = statementByShape<
  BranchShape,
  OfRevision,
  ChangedSide
>(
  'content.changed-on-branch',
  (_shape, p) => sql`
    with changed as (
      select own.entry_id as id from entry_version as own
      where ${isOnBranch('own', p, sql`${p.branchId}`)}
        and own.from_number <= ${p.number}::integer
        and (own.to_number is null or own.to_number > ${p.number}::integer)
    ), side (is_after, branch_id, number, main_number) as materialized (
      values
        (false, ${p.spaceId}::text, ${p.mainNumber}::integer, ${p.mainNumber}::integer),
        (true, ${p.branchId}::text, ${p.number}::integer, ${p.mainNumber}::integer)
    )
    ${bothSides(p)}`,
)

function bothSides(p: OfRevision): RawBuilder<unknown> {
  const at = {
    branchId: sql`side.branch_id`,
    number: sql`side.number`,
    mainNumber: sql`side.main_number`,
  }
  return sql`
    select ${entryColumns('v')}, v.head, side.is_after
    from changed cross join side
    cross join ${versionAt(p, sql`changed.id`, at)} as v
    where not v.is_gone`
}
