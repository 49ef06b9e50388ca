import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

import type { Attributes, EntryKind, StoredLink } from './entry-state.ts'
import type { OfBranch } from './revision-writes.ts'

/** An entry of the head without its text. */
export interface HeadEntryRow {
  readonly id: string
  readonly kind: EntryKind
  readonly parent_id: string
  readonly position: string
  readonly slug: string | null
  readonly title: string
  readonly attributes: Attributes
  readonly head: string | null
  readonly document_id: string | null
  readonly links: readonly StoredLink[] | null
  readonly targets: readonly string[] | null
  readonly created_at: string
}

/** Everything that the head of a branch holds. */
export const selectHeadEntries = statement(
  'content.head-entries',
  (p: OfBranch) => sql<HeadEntryRow>`
    select v.entry_id as id, v.kind, v.parent_id, v.position, v.slug, v.title, v.attributes,
      v.head, v.document_id, v.links, v.targets, v.created_at
    from entry_version as v
    where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
      and v.branch_id = ${p.branchId} and v.to_number is null and not v.is_gone
    order by v.parent_id, v.position, v.entry_id`,
)

/** What was imported from somewhere, by where that was. */
export const selectOrigins = statement(
  'content.origins',
  (p: OfBranch) => sql<{ id: string; origin: string }>`
    select v.entry_id as id, v.attributes ->> 'origin' as origin
    from entry_version as v
    where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
      and v.branch_id = ${p.branchId} and v.to_number is null and not v.is_gone
      and v.attributes ? 'origin'`,
)
