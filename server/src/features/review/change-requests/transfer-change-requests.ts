import { sql } from 'kysely'

import type { ContentTransfer } from '#/content-store/copy/public.ts'
import { statement } from '#/platform/database/statement.ts'

import { dropReviewers, putChecks, putReviewers, putReviews } from './transfer-reviews.ts'

const rowsMax = 500

/**
 * Copies the change requests of a space to another organization, after their branches. Each may
 * have been copied before and changed since, so all of them are written again.
 */
export async function transferChangeRequests(
  contentTransfer: ContentTransfer,
): Promise<void> {
  const { source, from, to, spaceId, write } = contentTransfer
  for (let after = 0; ;) {
    const of = { organizationId: from, spaceId, after, rowsMax }
    const batch = await source.first(selectBatch, of)
    if (batch === undefined || batch.last === null) return
    const { requests, contributors, resolutions, reviews, reviewers, checks } = batch
    const at = { organizationId: to }
    await write(putChangeRequests, { ...at, rows: requests })
    await write(putContributors, { ...at, rows: contributors })
    await write(putResolutions, { ...at, rows: resolutions })
    await write(putReviews, { ...at, rows: reviews })
    await write(dropReviewers, { ...at, rows: requests })
    await write(putReviewers, { ...at, rows: reviewers })
    await write(putChecks, { ...at, rows: checks })
    after = batch.last
  }
}

interface Batch {
  readonly last: number | null
  readonly requests: string
  readonly contributors: string
  readonly resolutions: string
  readonly reviews: string
  readonly reviewers: string
  readonly checks: string
}

const selectBatch = statement(
  'change-request.carry',
  (p: { organizationId: string; spaceId: string; after: number; rowsMax: number }) => {
    const belonging = (table: string) => sql`coalesce((
      select jsonb_agg(to_jsonb(x)) from ${sql.table(table)} as x
      where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
        and x.change_request_id in (select id from batch)), '[]')::text`
    return sql<Batch>`
      with batch as materialized (
        select r.* from change_request as r
        where r.organization_id = ${p.organizationId} and r.space_id = ${p.spaceId}
          and r.number > ${p.after}::integer
        order by r.number limit ${p.rowsMax}::integer
      )
      select (select max(number) from batch) as last,
        coalesce((select jsonb_agg(to_jsonb(batch)) from batch), '[]')::text as requests,
        ${belonging('change_request_contributor')} as contributors,
        ${belonging('change_request_resolution')} as resolutions,
        ${belonging('change_request_review')} as reviews,
        ${belonging('change_request_reviewer')} as reviewers,
        ${belonging('change_request_check')} as checks`
  },
)

type Rows = Readonly<{ organizationId: string; rows: string }>

const putChangeRequests = statement(
  'change-request.put',
  (p: Rows) => sql`
    insert into change_request (
      organization_id, space_id, id, number, status, subject, description, created_by,
      created_at, updated_at, initial_revision_id, ancestor_revision_id,
      merged_revision_id, cluster_id, comments, comments_total, version)
    select ${p.organizationId}, r.space_id, r.id, r.number, r.status, r.subject,
      r.description, r.created_by, r.created_at, r.updated_at, r.initial_revision_id,
      r.ancestor_revision_id, r.merged_revision_id, r.cluster_id, r.comments,
      r.comments_total, r.version
    from jsonb_populate_recordset(null::change_request, ${p.rows}::jsonb) as r
    on conflict (organization_id, space_id, id) do update set
      status = excluded.status, subject = excluded.subject,
      description = excluded.description, updated_at = excluded.updated_at,
      ancestor_revision_id = excluded.ancestor_revision_id,
      merged_revision_id = excluded.merged_revision_id, comments = excluded.comments,
      comments_total = excluded.comments_total, version = excluded.version`,
)

const putContributors = statement(
  'change-request.put-contributors',
  (p: Rows) => sql`
    insert into change_request_contributor (
      organization_id, space_id, change_request_id, user_id, action, count, updated_at)
    select ${p.organizationId}, r.space_id, r.change_request_id, r.user_id, r.action,
      r.count, r.updated_at
    from jsonb_populate_recordset(null::change_request_contributor, ${p.rows}::jsonb) as r
    on conflict (organization_id, space_id, change_request_id, user_id, action) do update
      set count = excluded.count, updated_at = excluded.updated_at`,
)

const putResolutions = statement(
  'change-request.put-resolutions',
  (p: Rows) => sql`
    insert into change_request_resolution (
      organization_id, space_id, change_request_id, conflict_id, resolution, resolved_by,
      resolved_at)
    select ${p.organizationId}, r.space_id, r.change_request_id, r.conflict_id,
      r.resolution, r.resolved_by, r.resolved_at
    from jsonb_populate_recordset(null::change_request_resolution, ${p.rows}::jsonb) as r
    on conflict (organization_id, space_id, change_request_id, conflict_id) do update
      set resolution = excluded.resolution, resolved_by = excluded.resolved_by,
        resolved_at = excluded.resolved_at`,
)
