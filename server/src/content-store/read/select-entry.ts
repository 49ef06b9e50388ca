import { sql } from 'kysely'

import {
  atFound,
  atGiven,
  entryColumns,
  type HeadColumns,
  headForCaller,
  type InPlace,
  isOpenVersion,
  type OfRevision,
  type OfSpace,
  placeForCaller,
  type PlaceShape,
  type RevisionColumns,
  versionAt,
  type VersionRow,
} from '#/content-store/branches/public.ts'
import { variablesId } from '#/content-store/entries/public.ts'
import { statement, statementByShape } from '#/platform/database/statement.ts'

import { type BodyColumns, type OrNone, variableColumns } from './select-page.ts'

export interface EntryShape {
  /** Whether to read the variables of the space too, for evaluating expressions. */
  readonly variables: boolean
}

export type HeadEntryRow = HeadColumns & OrNone<VersionRow>
export type RevisionEntryRow = HeadEntryRow &
  RevisionColumns &
  Omit<BodyColumns, 'markdown'>

/**
 * One entry of the head, of any kind: given a kind, the planner might read all entries of that
 * kind. No row without the space; nulls in place of a missing entry.
 */
export const selectEntry = statement<OfSpace & { entryId: string }, HeadEntryRow>(
  'content.entry',
  (p) => sql`
    select found.*, ${entryColumns('v')} from ${headForCaller(p)} as found
    left join entry_version as v on ${isOpenVersion('v', p, sql`${p.entryId}`)}`,
)

export const selectEntryInRevision = statementByShape<
  EntryShape & PlaceShape,
  InPlace & { entryId: string },
  RevisionEntryRow
>(
  'content.entry-in-revision',
  ({ variables, place }, p) => sql`
    select found.*, ${entryColumns('v')}, v.branch_id
      ${variables ? variableColumns('vars') : sql``}
    from ${placeForCaller({ place }, p)} as found
    left join ${versionAt(p, sql`${p.entryId}`, atFound({ place }))} as v on not v.is_gone
    ${
      variables
        ? sql`left join ${versionAt(p, sql.lit(variablesId), atFound({ place }))} as vars
            on not vars.is_gone`
        : sql``
    }`,
)

export type EntryAt = VersionRow & Omit<BodyColumns, 'markdown'>

/** One entry in a revision that was found before, with the variables of the space there. */
export const selectEntryAt = statement<OfRevision & { entryId: string }, EntryAt>(
  'content.entry-at',
  (p) => sql`
    select ${entryColumns('v')}, v.branch_id ${variableColumns('vars')}
    from ${versionAt(p, sql`${p.entryId}`, atGiven({ isMain: false }, p))} as v
    left join ${versionAt(p, sql.lit(variablesId), atGiven({ isMain: false }, p))} as vars
      on not vars.is_gone
    where not v.is_gone`,
)
