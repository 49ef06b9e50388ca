import { sql } from 'kysely'

import type { OfBranch } from '#/content-store/branches/public.ts'
import type { EntryKind } from '#/content-store/entries/public.ts'
import { statement } from '#/platform/database/statement.ts'

export interface DifferenceRow {
  readonly id: string
  readonly kind: EntryKind
  /** Null when the entry is not in the head. */
  readonly head_parent_id: string | null
  readonly head_slug: string | null
  /** Null when the older revision does not have the entry. */
  readonly old_parent_id: string | null
  readonly old_slug: string | null
  readonly head_document_id: string | null
  readonly old_document_id: string | null
}

/** The entries that differ between the head and an older revision, read by a probe per entry. */
export const selectDifferences = statement(
  'content.differences',
  (p: OfBranch & { number: number }) => sql<DifferenceRow>`
    with head as (
      select v.* from entry_version as v
      where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
        and v.branch_id = ${p.branchId} and v.to_number is null
    ), old as (
      select v.* from entry as e
      cross join lateral (
        select o.* from entry_version as o
        where o.organization_id = ${p.organizationId} and o.space_id = ${p.spaceId}
          and o.branch_id = ${p.branchId} and o.entry_id = e.id
          and o.from_number <= ${p.number}::integer
        order by o.from_number desc limit 1
      ) as v
      where e.organization_id = ${p.organizationId} and e.space_id = ${p.spaceId}
        and e.from_number <= ${p.number}::integer
        and (e.gone_number is null or e.gone_number > ${p.number}::integer)
        and (v.to_number is null or v.to_number > ${p.number}::integer)
    )
    select coalesce(h.entry_id, o.entry_id) as id, coalesce(o.kind, h.kind) as kind,
      h.parent_id as head_parent_id, h.slug as head_slug,
      o.parent_id as old_parent_id, o.slug as old_slug,
      h.document_id as head_document_id, o.document_id as old_document_id
    from head as h full join old as o on o.entry_id = h.entry_id
    where h.from_number is distinct from o.from_number
      and (h.kind, h.parent_id, h.position, h.slug, h.title, h.attributes, h.head, h.document_id)
        is distinct from
        (o.kind, o.parent_id, o.position, o.slug, o.title, o.attributes, o.head, o.document_id)
    order by 1`,
)

/** Copies entries of an older revision as versions of a new revision. */
export const copyVersions = statement(
  'content.copy-versions',
  (p: OfBranch & { number: number; fromNumber: number; ids: readonly string[] }) => sql`
    insert into entry_version (
      organization_id, space_id, branch_id, entry_id, from_number, kind, parent_id, position,
      slug, title, attributes, head, document_id, links, targets, uses, linked_number,
      created_at, updated_at)
    select ${p.organizationId}, ${p.spaceId}, ${p.branchId}, e.id, ${p.number}::integer,
      v.kind, v.parent_id, v.position, v.slug, v.title, v.attributes, v.head, v.document_id,
      v.links, v.targets, v.uses, coalesce(v.linked_number, v.from_number), v.created_at, now()
    from unnest(${p.ids}::text[]) as e (id)
    cross join lateral (
      select o.* from entry_version as o
      where o.organization_id = ${p.organizationId} and o.space_id = ${p.spaceId}
        and o.branch_id = ${p.branchId} and o.entry_id = e.id
        and o.from_number <= ${p.fromNumber}::integer
      order by o.from_number desc limit 1
    ) as v`,
)
