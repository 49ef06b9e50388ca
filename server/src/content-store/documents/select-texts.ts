import { sql } from 'kysely'

import type { StoredLink } from '#/content-store/entries/public.ts'
import { statement } from '#/platform/database/statement.ts'

export interface TextRow {
  readonly entry_id: string
  readonly head: string | null
  readonly markdown: string | null
  /** Whether an entry has moved since the links of this text were resolved. */
  readonly is_stale: boolean
  /** The resolved links of the text; only for a stale text or when requested. */
  readonly links: readonly StoredLink[] | null
}

/** The texts of some entries of a revision of the main branch. */
export const selectTexts = statement<
  {
    organizationId: string
    spaceId: string
    number: number
    movedNumber: number
    ids: readonly string[]
    withLinks: boolean
  },
  TextRow
>(
  'content.texts',
  (p) => sql`
    select v.entry_id, v.head, d.markdown, v.is_stale,
      case when v.is_stale or ${p.withLinks}::boolean then v.links end as links
    from unnest(${p.ids}::text[]) as asked (id)
    cross join lateral (
      select x.entry_id, x.head, x.document_id, x.links,
        coalesce(x.linked_number, x.from_number) < ${p.movedNumber}::integer as is_stale
      from entry_version as x
      where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
        and x.branch_id = ${p.spaceId} and x.entry_id = asked.id
        and x.from_number <= ${p.number}::integer
      order by x.from_number desc limit 1
    ) as v
    left join lateral (
      select x.markdown from document as x
      where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
        and x.id = v.document_id limit 1
    ) as d on true`,
)

export const selectTextsById = statement(
  'content.texts-by-id',
  (p: { organizationId: string; spaceId: string; ids: readonly string[] }) => sql<{
    id: string
    markdown: string
  }>`
    select d.id, d.markdown from document as d
    where d.organization_id = ${p.organizationId} and d.space_id = ${p.spaceId}
      and d.id = any (${p.ids}::text[])`,
)
