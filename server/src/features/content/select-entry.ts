import { sql } from 'kysely'

import { statement, statementByShape } from '#/platform/database/statement.ts'

import type { OrNone } from './select-page.ts'
import {
  entryColumns,
  type VersionRow,
  type HeadColumns,
  headForCaller,
  type InRevision,
  isOpenVersion,
  isStillThere,
  type OfSpace,
  type RevisionColumns,
  revisionForCaller,
  versionAt,
} from './select-space.ts'
import { variablesId } from './entry-state.ts'

export interface EntryShape {
  /** Whether to read the variables of the space along, for evaluating expressions. */
  readonly variables: boolean
}

interface VariableColumns {
  readonly variables?: unknown
  readonly variables_number?: number | null
}

export type HeadEntryRow = HeadColumns & OrNone<VersionRow>
export type RevisionEntryRow = HeadEntryRow & RevisionColumns & VariableColumns

/**
 * One entry of the head, of any kind: asked for a kind, the planner might look through all of that
 * kind. No row without the space; nulls in place of a missing entry.
 */
export const selectEntry = statement<OfSpace & { entryId: string }, HeadEntryRow>(
  'content.entry',
  (p) => sql`
    select found.*, ${entryColumns('v')} from ${headForCaller(p)} as found
    left join entry_version as v on ${isOpenVersion('v', p, sql`${p.entryId}`)}`,
)

export const selectEntryInRevision = statementByShape<
  EntryShape,
  InRevision & { entryId: string },
  RevisionEntryRow
>('content.entry-in-revision', ({ variables }, p) => {
  const number = sql`found.revision_number`
  return sql`
    select found.*, ${entryColumns('v')}
      ${variables ? sql`, vars.attributes as variables, vars.from_number as variables_number` : sql``}
    from ${revisionForCaller(p)} as found
    left join ${versionAt(p, sql`${p.entryId}`, number)} as v
      on ${isStillThere('v', number)}
    ${
      variables
        ? sql`left join ${versionAt(p, sql.lit(variablesId), number)} as vars
            on ${isStillThere('vars', number)}`
        : sql``
    }`
})

interface ChangedSide extends VersionRow {
  readonly is_after: boolean
  readonly head: string | null
}

/** The entries that a revision changed, as they were before it and as they are in it. */
export const selectChangedEntries = statement<
  { organizationId: string; spaceId: string; number: number },
  ChangedSide
>('content.changed-entries', (p) => {
  const side = sql`r.number - 1 + side.step`
  return sql`
    select ${entryColumns('v')}, v.head, side.step = 1 as is_after
    from revision as r
    cross join unnest(r.changed) as changed (id)
    cross join (values (0), (1)) as side (step)
    cross join ${versionAt(p, sql`changed.id`, side)} as v
    where r.organization_id = ${p.organizationId} and r.space_id = ${p.spaceId}
      and r.branch_id = ${p.spaceId} and r.number = ${p.number}
      and ${isStillThere('v', side)}`
})
