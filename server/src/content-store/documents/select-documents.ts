import { type RawBuilder, sql } from 'kysely'

import {
  type BranchKey,
  type HeadColumns,
  headForCaller,
  type OfSpace,
} from '#/content-store/branches/public.ts'
import type { StoredLink } from '#/content-store/entries/public.ts'
import { statement } from '#/platform/database/statement.ts'

import { currentProjection } from './projection-queries.ts'

interface SourceColumns {
  readonly projection: Buffer | null
  /** The Markdown, when no projection of the present form is stored. */
  readonly source: string | null
  readonly links: unknown
}

const sourceColumns = sql`d.projection, v.links,
  case when d.projection is null then d.markdown end as source`

/** Selects the projection or Markdown from which the document JSON of a version is made. */
export const selectDocumentSource = statement<
  BranchKey & { entryId: string; fromNumber: number },
  SourceColumns
>(
  'content.document-source',
  (p) => sql`
    select ${sourceColumns} from entry_version as v
    cross join lateral (
      select ${currentProjection('x')} as projection, x.markdown from document as x
      where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
        and x.id = v.document_id limit 1
    ) as d
    where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
      and v.branch_id = ${p.branchId} and v.entry_id = ${p.entryId}
      and v.from_number = ${p.fromNumber}`,
)

/** Selects the resolved links of a version of an entry. */
export const selectLinksOfVersion = statement<
  BranchKey & { entryId: string; fromNumber: number },
  { readonly links: readonly StoredLink[] | null }
>(
  'content.links-of-version',
  (p) => sql`
    select v.links from entry_version as v
    where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
      and v.branch_id = ${p.branchId} and v.entry_id = ${p.entryId}
      and v.from_number = ${p.fromNumber}`,
)

/** The most versions to choose from; a text with more, such as an empty one, rarely has links. */
const usersMax = 100

export type DocumentRow = HeadColumns & {
  readonly document_id: string | null
  readonly branch_id: string | null
  readonly entry_id: string | null
  readonly from_number: number | null
}

export interface DocumentVersionRow {
  readonly branch_id: string
  readonly entry_id: string
  readonly kind: string
  readonly from_number: number
  /** The last revision of the branch with the version, and the main revision it reads through to. */
  readonly number: number
  readonly main_number: number
}

/**
 * Some versions with a document that visitors may still be reading: on the main branch or the one
 * they preview, in its head or replaced in the last ten minutes.
 */
export const selectDocumentVersions = statement<
  BranchKey & { documentId: string },
  DocumentVersionRow
>(
  'content.document-versions',
  (p) => sql`
    select x.branch_id, x.entry_id, x.kind, x.from_number, at.number,
      coalesce(b.main_number, at.number) as main_number
    from entry_version as x
    join branch as b on b.organization_id = ${p.organizationId} and b.space_id = x.space_id
      and b.id = x.branch_id
    cross join lateral (select coalesce(x.to_number - 1, b.head_number) as number) as at
    where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
      and x.document_id = ${p.documentId} and x.branch_id in (${p.spaceId}, ${p.branchId})
      and not exists (
        select from revision as r
        where r.organization_id = ${p.organizationId} and r.space_id = ${p.spaceId}
          and r.branch_id = x.branch_id and r.number = x.to_number
          and r.created_at < now() - interval '10 minutes')
    limit ${sql.lit(usersMax)}`,
)

/**
 * A document for the caller, with the version of an entry that has its resolved links: the last of
 * up to `usersMax` versions with this document on the main branch, or else on other branches.
 */
export const selectDocument = statement<OfSpace & { documentId: string }, DocumentRow>(
  'content.document',
  (p) => {
    const users = (depth: number, isChosen: RawBuilder<boolean>) => sql`(
      select ${sql.lit(depth)} as depth, x.document_id, x.branch_id, x.entry_id, x.from_number
      from entry_version as x
      where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
        and x.document_id = ${p.documentId} and ${isChosen}
      limit ${sql.lit(usersMax)})`
    return sql`
      select found.*, v.document_id, v.branch_id, v.entry_id, v.from_number
      from ${headForCaller(p)} as found
      left join lateral (
        select used.* from (
          ${users(1, sql`x.branch_id = ${p.spaceId}`)}
          union all
          ${users(2, sql`x.branch_id <> ${p.spaceId}`)}
        ) as used
        order by used.depth, used.from_number desc, used.entry_id limit 1
      ) as v on true`
  },
)
