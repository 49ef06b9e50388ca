import { sql } from 'kysely'

import { isOnMain, versionAt } from '#/content-store/branches/public.ts'
import { statement } from '#/platform/database/statement.ts'

interface OfContent {
  readonly organizationId: string
  readonly spaceId: string
}

export interface RevisionPlaceRow {
  readonly id: string
  readonly number: number
  readonly created_at: string
}

/** Those of the given revisions that are on the main branch, with their numbers. */
export const selectMainRevisions = statement<
  OfContent & { revisionIds: readonly string[] },
  RevisionPlaceRow
>(
  'content.main-revisions',
  (p) => sql`
    select r.id, r.number, r.created_at from unnest(${p.revisionIds}::text[]) as asked (id)
    cross join lateral (
      -- The first from it on: only the key is in that order.
      select x.id, x.branch_id, x.number, x.created_at from revision as x
      where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
        and x.id >= asked.id
      order by x.id limit 1
    ) as r
    where r.id = asked.id and r.branch_id = ${p.spaceId}`,
)

export interface BodyChangeRow {
  readonly id: string
  readonly document_id: string | null
  readonly updated_at: string | null
  /** Whether only the page's text changed, and not what it shows of other entries. */
  readonly is_body: boolean
}

/** The entries that differ between two revisions of the main branch, up to a bound. */
export const selectBodyChanges = statement<
  OfContent & { fromNumber: number; toNumber: number; rowsMax: number },
  BodyChangeRow
>('content.body-changes', (p) => {
  const at = (number: number) => ({
    branchId: sql`${p.spaceId}`,
    number: sql`${number}::integer`,
    mainNumber: sql`${number}::integer`,
    isMain: true,
  })
  const same = ['parent_id', 'position', 'slug', 'title', 'attributes', 'uses'].map(
    (column) =>
      sql`${sql.ref(`was.${column}`)} is not distinct from ${sql.ref(`now.${column}`)}`,
  )
  return sql`
    select changed.id, now.document_id, now.updated_at, coalesce(
        was.kind = 'document' and now.kind = 'document'
          and ${sql.join(same, sql` and `)}, false) as is_body
    from (
      select distinct ids.id from revision as r cross join lateral unnest(r.changed) as ids (id)
      where ${isOnMain('r', p)} and r.number > ${p.fromNumber} and r.number <= ${p.toNumber}
      limit ${p.rowsMax}
    ) as changed
    left join ${versionAt(p, sql`changed.id`, at(p.fromNumber))} as was on true
    left join ${versionAt(p, sql`changed.id`, at(p.toNumber))} as now on true`
})
