import { type RawBuilder, sql } from 'kysely'

import type { BranchKey } from '#/content-store/branches/public.ts'
import { currentProjection } from '#/content-store/documents/public.ts'
import { statement } from '#/platform/database/statement.ts'

export type OfSpace = Readonly<{ organizationId: string; spaceId: string }>

/** Rows as JSON text, which pass between organizations unparsed, and the last key read. */
export interface RowsAsText {
  readonly rows: string
  readonly count: number
  readonly last: string | null
  readonly last_number: number | null
}

/** The key of the last row of the previous batch; keys are never empty. */
export interface After {
  readonly after: string
  readonly afterNumber: number
  readonly rowsMax: number
}

export const selectBranches = statement(
  'content.carry-heads',
  (p: OfSpace) => sql<{ id: string; head_number: number }>`
    select id, head_number from branch
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId} order by id`,
)

/** Locks the heads of these spaces until the transaction ends and returns their current numbers. */
export const lockBranches = statement(
  'content.carry-lock',
  (p: { organizationId: string; spaceIds: readonly string[] }) => sql<{
    space_id: string
    id: string
    head_number: number
  }>`
    select space_id, id, head_number from branch
    where organization_id = ${p.organizationId} and space_id = any (${p.spaceIds}::text[])
    order by space_id, id for update`,
)

export const selectBranch = statement(
  'content.carry-branch',
  (p: BranchKey) => sql<RowsAsText>`
    select ${asText(sql`to_jsonb(b)`)}, null as last, null as last_number
    from branch as b
    where b.organization_id = ${p.organizationId} and b.space_id = ${p.spaceId}
      and b.id = ${p.branchId}`,
)

export const selectRevisionsAfter = statement(
  'content.carry-revisions',
  (p: BranchKey & After & { toNumber: number }) => sql<RowsAsText>`
    select ${asText(sql`to_jsonb(r)`)}, null as last, max(r.number) as last_number
    from (
      select * from revision
      where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
        and branch_id = ${p.branchId} and number > ${p.afterNumber}::integer
        and number <= ${p.toNumber}::integer
      order by number limit ${p.rowsMax}
    ) as r`,
)

export interface TransferredDocument {
  readonly id: string
  readonly markdown: string
  readonly projection: Buffer | null
  readonly anchors: number[] | null
}

/** Selects as many documents as keep their bytes within bounds, and at least one. */
export const selectDocumentsAfter = statement(
  'content.carry-documents',
  (p: OfSpace & Pick<After, 'after' | 'rowsMax'> & { bytesMax: number }) =>
    sql<TransferredDocument>`
    select s.id, s.markdown, s.projection, s.anchors
    from (
      select d.id, d.markdown, d.projection, d.anchors, row_number() over (order by d.id) as nth,
        sum(octet_length(d.markdown) + coalesce(octet_length(d.projection), 0))
          over (order by d.id) as bytes
      from (
        select x.id, x.markdown, ${currentProjection('x')} as projection, x.anchors
        from document as x
        where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
          and id > ${p.after}
        order by id limit ${p.rowsMax}
      ) as d
    ) as s
    where s.nth = 1 or s.bytes <= ${p.bytesMax}::bigint
    order by s.id`,
)

export const selectEntriesAfter = statement(
  'content.carry-entries',
  (p: OfSpace & After & { toNumber: number }) => sql<RowsAsText>`
    select ${asText(sql`to_jsonb(e)`)}, max(e.id) as last, null as last_number
    from (
      select * from entry
      where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
        and id > ${p.after} and from_number <= ${p.toNumber}::integer
      order by id limit ${p.rowsMax}
    ) as e`,
)

/** Selects versions as of a revision: a version that ended later is still open. */
export const selectVersionsAfter = statement(
  'content.carry-versions',
  (p: BranchKey & After & { toNumber: number }) => sql<RowsAsText>`
    select ${asText(versionAt(p.toNumber))}, (array_agg(v.entry_id order by v.entry_id desc,
      v.from_number desc))[1] as last, (array_agg(v.from_number order by v.entry_id desc,
      v.from_number desc))[1] as last_number
    from (
      select * from entry_version
      where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
        and branch_id = ${p.branchId}
        and (entry_id, from_number) > (${p.after}, ${p.afterNumber}::integer)
        and from_number <= ${p.toNumber}::integer
      order by entry_id, from_number limit ${p.rowsMax}
    ) as v`,
)

/** Selects aliases of entries that existed at a revision: later ones are not transferred yet. */
export const selectAliasesAfter = statement(
  'content.carry-aliases',
  (
    p: OfSpace & { after: string; afterSlug: string; rowsMax: number; toNumber: number },
  ) =>
    sql<RowsAsText & { last_slug: string | null }>`
    select ${asText(sql`to_jsonb(a)`)}, null as last_number,
      (array_agg(a.parent_id order by a.parent_id desc, a.slug desc))[1] as last,
      (array_agg(a.slug order by a.parent_id desc, a.slug desc))[1] as last_slug
    from (
      select o.* from alias as o
      join entry as e on e.organization_id = ${p.organizationId}
        and e.space_id = o.space_id and e.id = o.entry_id
      where o.organization_id = ${p.organizationId} and o.space_id = ${p.spaceId}
        and (o.parent_id, o.slug) > (${p.after}, ${p.afterSlug})
        and e.from_number <= ${p.toNumber}::integer
      order by o.parent_id, o.slug limit ${p.rowsMax}
    ) as a`,
)

export type Between = BranchKey & Readonly<{ fromNumber: number; toNumber: number }>

export const selectChangedBetween = statement(
  'content.carry-changed',
  (p: Between) => sql<{ id: string }>`
    select distinct c.id from revision as r cross join unnest(r.changed) as c (id)
    where r.organization_id = ${p.organizationId} and r.space_id = ${p.spaceId}
      and r.branch_id = ${p.branchId} and r.number > ${p.fromNumber}::integer
      and r.number <= ${p.toNumber}::integer
    order by 1`,
)

type OfChanged = Between & Readonly<{ ids: readonly string[] }>

export const selectDocumentIdsOfChanged = statement(
  'content.carry-changed-texts',
  (p: OfChanged) => sql<{ id: string }>`
    select distinct v.document_id as id from entry_version as v
    where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
      and v.branch_id = ${p.branchId} and v.entry_id = any (${p.ids}::text[])
      and v.from_number > ${p.fromNumber}::integer
      and v.from_number <= ${p.toNumber}::integer and v.document_id is not null`,
)

/**
 * Selects documents by their ids, separately from the statement that finds these: joined, the two
 * would be planned badly.
 */
export const selectDocumentsById = statement(
  'content.carry-documents-by-id',
  (p: OfSpace & { ids: readonly string[] }) => sql<TransferredDocument>`
    select d.id, d.markdown, ${currentProjection('d')} as projection
    from document as d
    where d.organization_id = ${p.organizationId} and d.space_id = ${p.spaceId}
      and d.id = any (${p.ids}::text[])`,
)

export const selectChangedEntries = statement(
  'content.carry-changed-entries',
  (p: OfChanged) => sql<RowsAsText>`
    select ${asText(sql`to_jsonb(e)`)}, null as last, null as last_number
    from entry as e
    where e.organization_id = ${p.organizationId} and e.space_id = ${p.spaceId}
      and e.id = any (${p.ids}::text[])`,
)

/** Versions that began or ended between two revisions: open ones with `isOpen`, else ended ones. */
export const selectChangedVersions = statement(
  'content.carry-changed-versions',
  (p: OfChanged & { isOpen: boolean }) => sql<RowsAsText>`
    select ${asText(versionAt(p.toNumber))}, null as last, null as last_number
    from entry_version as v
    where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
      and v.branch_id = ${p.branchId} and v.entry_id = any (${p.ids}::text[])
      and v.from_number <= ${p.toNumber}::integer
      and (v.from_number > ${p.fromNumber}::integer or v.to_number > ${p.fromNumber}::integer)
      and (v.to_number is null or v.to_number > ${p.toNumber}::integer) = ${p.isOpen}::boolean`,
)

export const selectChangedAliases = statement(
  'content.carry-changed-aliases',
  (p: OfChanged) => sql<RowsAsText>`
    select ${asText(sql`to_jsonb(a)`)}, null as last, null as last_number
    from alias as a
    where a.organization_id = ${p.organizationId} and a.space_id = ${p.spaceId}
      and a.entry_id = any (${p.ids}::text[])`,
)

function versionAt(number: number): RawBuilder<unknown> {
  return sql`case when v.to_number > ${number}::integer
    then jsonb_set(to_jsonb(v), '{to_number}', 'null') else to_jsonb(v) end`
}

function asText(row: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(jsonb_agg(${row}), '[]')::text as rows, count(*)::integer as count`
}
