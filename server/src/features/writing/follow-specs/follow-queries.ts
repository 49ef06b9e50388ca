import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

interface OfTarget {
  readonly organizationId: string
  /** What `targets` of an entry has that shows the specification. */
  readonly target: string
}

/** The spaces in whose main content something shows a specification, also those in the trash. */
export const selectSpacesFollowing = statement(
  'follow-spec.spaces',
  (p: OfTarget) => sql<{ space_id: string }>`
    select distinct v.space_id from entry_version as v
    where v.organization_id = ${p.organizationId} and v.to_number is null
      and v.targets @> array[${p.target}::text] and v.branch_id = v.space_id
      and not v.is_gone
    order by v.space_id`,
)

/** The entries of the main content of a space that show a specification. */
export const selectFollowing = statement(
  'follow-spec.entries',
  (p: OfTarget & { spaceId: string }) => sql<{
    id: string
    is_planned: boolean
  }>`
    select v.entry_id as id, 
      v.attributes ? 'planned' or v.kind = 'computed' as is_planned from entry_version as v
    where v.organization_id = ${p.organizationId} and v.to_number is null
      and v.targets @> array[${p.target}::text] and v.branch_id = ${p.spaceId}
      and v.space_id = ${p.spaceId} and not v.is_gone
    order by v.entry_id`,
)

/** The head of the main content of a space that is at home here; no row while it is elsewhere. */
export const selectLiveHead = statement(
  'follow-spec.head',
  (p: { organizationId: string; spaceId: string }) => sql<{
    number: number
    revision_id: string
  }>`
    select b.head_number as number, b.head_revision_id as revision_id
    from branch as b
    join content_node as n on n.organization_id = ${p.organizationId}
      and n.id = ${p.spaceId} and n.state = 'live'
    where b.organization_id = ${p.organizationId} and b.space_id = ${p.spaceId}
      and b.id = ${p.spaceId}`,
)
