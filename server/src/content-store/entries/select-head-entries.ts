import { sql } from 'kysely'

import {
  type BranchShape,
  headOf,
  type OfBranch,
  passedWith,
} from '#/content-store/branches/public.ts'
import { statement, statementByShape } from '#/platform/database/statement.ts'

import type { Attributes, EntryKind, StoredLink } from './entry-state.ts'

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

/** All entries in the head of a branch. */
export const selectHeadEntries = statementByShape<BranchShape, OfBranch, HeadEntryRow>(
  'content.head-entries',
  (shape, p) => sql`
    ${passedWith(shape, p, false)}
    select v.entry_id as id, v.kind, v.parent_id, v.position, v.slug, v.title, v.attributes,
      v.head, v.document_id, v.links, v.targets, v.created_at
    from ${headOf(shape, p)} as v
    order by v.parent_id, v.position, v.entry_id`,
)

/**
 * The entries of the main branch, at the revision that a branch reads through to, that the branch
 * itself changed.
 */
export const selectHidden = statement(
  'content.hidden-entries',
  (p: OfBranch) => sql<HeadEntryRow>`
    select v.entry_id as id, v.kind, v.parent_id, v.position, v.slug, v.title, v.attributes,
      v.head, v.document_id, v.links, v.targets, v.created_at
    from entry_version as o
    cross join lateral (
      select x.* from entry_version as x
      where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
        and x.branch_id = ${p.spaceId} and x.entry_id = o.entry_id
        and x.from_number <= ${p.mainNumber}::integer
      order by x.from_number desc limit 1
    ) as v
    where o.organization_id = ${p.organizationId} and o.space_id = ${p.spaceId}
      and o.branch_id = ${p.branchId} and o.to_number is null
      and (v.to_number is null or v.to_number > ${p.mainNumber}::integer)`,
)
