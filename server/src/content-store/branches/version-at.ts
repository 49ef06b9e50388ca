import { type RawBuilder, sql } from 'kysely'

import type { BranchShape, OfBranch } from './branches.ts'
import { entryColumns, type PlaceShape } from './select-space.ts'

interface OfContent {
  readonly organizationId: string
  readonly spaceId: string
}

/** A revision of any branch of a space. */
export interface OfRevision extends OfContent {
  readonly branchId: string
  readonly number: number
  /** The number on the main branch that the revision reads through to, its own if on it. */
  readonly mainNumber: number
}

/** A revision of the main branch. */
export function mainRevision(
  { organizationId, spaceId }: OfContent,
  number: number,
): OfRevision {
  return { organizationId, spaceId, branchId: spaceId, number, mainNumber: number }
}

/**
 * A revision in SQL: its branch, its number on the branch, and the number on the main branch that
 * it reads through to.
 */
export interface AtRevision {
  readonly branchId: RawBuilder<unknown>
  readonly number: RawBuilder<unknown>
  /** For a revision of the main branch, its own number. */
  readonly mainNumber: RawBuilder<unknown>
  /** Whether the revision is known to be on the main branch, so that no other branch is read. */
  readonly isMain?: boolean
}

/** The revision in the columns of `found`, where statements put the revision that they look in. */
export function atFound({ place }: PlaceShape): AtRevision {
  return {
    branchId: sql`found.revision_branch_id`,
    number: sql`found.revision_number`,
    mainNumber: sql`found.revision_main_number`,
    isMain: place === 'main',
  }
}

/** A number that no revision has reached, as the upper bound of a head. */
export const anyNumber = sql`${sql.lit(2_147_483_647)}`

/** The head of a branch. */
export function atHead({ isMain }: BranchShape, p: OfBranch): AtRevision {
  return {
    branchId: sql`${p.branchId}::text`,
    number: anyNumber,
    mainNumber: isMain ? anyNumber : sql`${p.mainNumber}::integer`,
    isMain,
  }
}

/** The revision that the parameters of a statement name. */
export function atGiven({ isMain }: BranchShape, p: OfRevision): AtRevision {
  return {
    branchId: sql`${p.branchId}::text`,
    number: sql`${p.number}::integer`,
    mainNumber: sql`${p.mainNumber}::integer`,
    isMain,
  }
}

/**
 * The version of an entry in a revision, by one probe, or two on a branch: the branch's own
 * version, else the version of the main branch at the revision read through to. An entry deleted on
 * the branch is a row too, with `is_gone`: it hides the version of the main branch.
 */
export function versionAt(
  p: Pick<OfContent, 'organizationId'> & {
    /** The space id; in a statement on several spaces, the column that holds it. */
    readonly spaceId: string | RawBuilder<unknown>
  },
  entryId: RawBuilder<unknown>,
  { branchId, number, mainNumber, isMain = false }: AtRevision,
): RawBuilder<unknown> {
  // On the main branch only the columns that readers select: columns that nobody reads cost time
  // too.
  const columns = isMain
    ? sql`${entryColumns('x')}, x.branch_id, x.to_number, x.head, x.targets, x.uses,
      x.linked_number`
    : sql`x.*`
  const probe = (on: RawBuilder<unknown>, upTo: RawBuilder<unknown>) => sql`
    select ${columns} from entry_version as x
    where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
      and x.branch_id = ${on} and x.entry_id = ${entryId} and x.from_number <= ${upTo}
    order by x.from_number desc limit 1`
  const onMain = sql`(${probe(sql`${p.spaceId}`, mainNumber)}) as layer
    where ${isThere(mainNumber)}`
  if (isMain) return sql`lateral (select layer.*, false as is_gone from ${onMain})`
  return sql`lateral (
    select layers.* from (
      select 1 as depth, layer.* from (${probe(branchId, number)}) as layer
      where ${branchId} <> ${p.spaceId} and ${isThere(number)}
      union all
      select 2 as depth, layer.* from ${onMain}
    ) as layers order by layers.depth limit 1)`
}

/** Whether the version `layer` had not ended at the revision `upTo`. */
function isThere(upTo: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(layer.to_number is null or layer.to_number > ${upTo})`
}
